import { basename, dirname, isAbsolute, join } from "../path.ts";
import { hasNoteExtension, isNotePath } from "./is_note_path.ts";

/** What containment needs to know of the file system. */
export interface PathFacts {
  /** Device and inode of what a path leads to; null where the system has none. Throws when nothing is there. */
  identity(path: string): { dev: number; ino: number | null };
  /** The path with every link resolved. Throws when nothing is there. */
  realPath(path: string): string;
  /** Where a link leads, as written in it, or null when the path is no link. */
  linkTarget(path: string): string | null;
}

/** The real file system. Needs `--allow-read` on the paths asked about. */
const DENO_FACTS: PathFacts = {
  identity(path: string): { dev: number; ino: number | null } {
    const { dev, ino } = Deno.statSync(path);
    return { dev, ino };
  },
  realPath: Deno.realPathSync,
  linkTarget(path: string): string | null {
    try {
      return Deno.readLinkSync(path);
    } catch {
      return null;
    }
  },
};

/** As many links in a row as Linux follows before it gives up. */
const MAX_LINKS = 40;

/**
 * Says which note of the vault a path is, on real paths: through a symlinked vault, folder or note, `..`, bind mounts and any
 * spelling on a case-insensitive file system. A link that leads out of the vault is outside it. The file need not be there (just
 * deleted, or not yet written): its folder decides then.
 *
 * @param path Absolute path of the file, as the host names it.
 * @param vault Absolute path of the vault.
 * @param outputDir The graph's output folder, relative to the vault.
 * @returns The note's path relative to the vault's real path, with `/` between folders; null when the path is no note of the vault.
 */
export function noteInVault(
  path: string,
  vault: string,
  outputDir = "graphify-out",
  facts: PathFacts = DENO_FACTS,
): string | null {
  if (!hasNoteExtension(path) || path.includes("\0") || !isAbsolute(path)) {
    return null;
  }
  try {
    const real = realPathOfFile(path, facts);
    if (real === null) return null;
    const note = relativeTo(real, vault, facts);
    return note !== null && isNotePath(note, outputDir) ? note : null;
  } catch {
    return null; // No vault, or a folder that may not be read: nothing in it is ours to touch.
  }
}

/** The real path of a file that may be missing: its folder's real path and its name. */
function realPathOfFile(path: string, facts: PathFacts): string | null {
  let current = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const whole = attempt(() => facts.realPath(current));
    if (whole !== null) return whole;
    // A dangling link leads where a write would create the file.
    const target = facts.linkTarget(current);
    if (target === null) return missingPath(current, facts);
    current = isAbsolute(target) ? target : `${dirname(current)}/${target}`;
  }
  return null;
}

function missingPath(path: string, facts: PathFacts): string | null {
  const folder = attempt(() => facts.realPath(dirname(path)));
  if (folder !== null) return joined(folder, [basename(path)]);
  // The folder is missing too, so `..` can only be meant as written.
  const missing: string[] = [];
  for (let current = lexical(path);;) {
    const parent = dirname(current);
    if (parent === current) return null;
    missing.unshift(basename(current));
    const real = attempt(() => facts.realPath(parent));
    if (real !== null) return joined(real, missing);
    current = parent;
  }
}

/** Walks up from the file until a folder is the vault: the same device and inode, however it is spelled. */
function relativeTo(
  real: string,
  vault: string,
  facts: PathFacts,
): string | null {
  const root = facts.realPath(vault);
  const prefix = /[\\/]$/.test(root) ? root : `${root}/`;
  const posix = slashed(real);
  if (posix.startsWith(slashed(prefix))) return posix.slice(prefix.length);
  const wanted = facts.identity(root);
  const below = [basename(real)];
  for (let folder = dirname(real);;) {
    const found = attempt(() => facts.identity(folder));
    if (found !== null && isSame(found, wanted, folder, root)) {
      return below.join("/");
    }
    const parent = dirname(folder);
    if (parent === folder) return null;
    below.unshift(basename(folder));
    folder = parent;
  }
}

function isSame(
  a: { dev: number; ino: number | null },
  b: { dev: number; ino: number | null },
  pathA: string,
  pathB: string,
): boolean {
  if (a.ino && b.ino) return a.dev === b.dev && a.ino === b.ino;
  // Windows may give no inode; its file names do not differ in case only.
  return slashed(pathA).toLowerCase() === slashed(pathB).toLowerCase();
}

/** Resolves `.` and `..` as text. */
function lexical(path: string): string {
  const posix = slashed(path);
  const parts: string[] = [];
  for (const part of posix.split("/")) {
    if (part === "..") {
      if (parts.length > 1) parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Windows only: a backslash is a letter like any other in a POSIX name. */
function slashed(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

function joined(folder: string, names: readonly string[]): string {
  return join(folder, ...names);
}

function attempt<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
