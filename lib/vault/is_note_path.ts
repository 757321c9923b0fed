/**
 * Copies that a sync service leaves beside a note when two machines changed it: Syncthing (`x.sync-conflict-20240101-120000-ABCDEFG`),
 * Dropbox, Nextcloud and Obsidian Sync (`x (conflicted copy …)`, `x (Bob's conflicted copy 2024-01-01)`), older ownCloud (`x_conflict-…`).
 * Names that a person may well give a note (`x 2.md`, `x-LAPTOP.md`) are notes.
 */
const CONFLICT_COPY =
  /(?:\.sync-conflict-\d{8}-\d{6}(?:-[0-9A-Z]+)?|\([^()]*conflicted copy[^()]*(?:\(\d+\))?[^()]*\)|_conflict-\d{8}-\d{6})\.md$/i;

/**
 * Whether a path is that of a note. The one rule that the scan of the vault, the hook on writes and the refresh share: a `.md` file
 * that is not in a dot-folder (`.obsidian`, `.trash`), not a dot-file (iCloud's placeholder `.x.md.icloud`, editors' temporary files),
 * not in the graph's output folder, not a sync-conflict copy. Whether the file has any bytes is asked where it is read.
 *
 * @param path Relative to the vault, with `/` between folders.
 * @param outputDir The graph's output folder, relative to the vault.
 */
export function isNotePath(path: string, outputDir = "graphify-out"): boolean {
  if (!hasNoteExtension(path)) return false;
  const end = path.lastIndexOf("/");
  if (end >= 0 && !isNoteFolder(path.slice(0, end), outputDir)) return false;
  const name = path.slice(end + 1);
  return !name.startsWith(".") && !CONFLICT_COPY.test(name);
}

/** Whether a path ends as a note's does: the cheapest question, asked first. */
export function hasNoteExtension(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".md";
}

/**
 * Whether notes can be in a folder.
 *
 * @param folder Relative to the vault, with `/` between folders; `""` is the vault itself.
 * @param outputDir The graph's output folder, relative to the vault.
 */
export function isNoteFolder(
  folder: string,
  outputDir = "graphify-out",
): boolean {
  if (folder.startsWith(".") || folder.includes("/.")) return false;
  const output = trimmed(outputDir);
  return output === "" ||
    !(folder === output || folder.startsWith(`${output}/`));
}

/** `./graphify-out/` is written, `graphify-out` is meant. */
function trimmed(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "").replace(
    /\/+$/,
    "",
  );
}
