import { isMissing } from "../../private_file.ts";
import { statNote } from "../../vault/read_note.ts";
import { loadNote } from "./load_note.ts";
import { settledMtime } from "./_settled.ts";
import { folderMtime, listFolder } from "./_walk.ts";
import type { NoteIndex } from "./note_index.ts";

/** How folders are freshened. */
export interface FreshenOptions {
  /** The graph's output folder, relative to the vault: nothing in it is a note. */
  outputDir: string;
  /** Whether time is up; asked before each folder and note. */
  deadline: () => boolean;
}

/** What freshening did. */
export interface FreshenResult {
  /** Whether every folder was looked at, and every one that changed was read. */
  complete: boolean;
  /** How many notes were read because they are new or changed. */
  read: number;
  /** How many notes and folders were removed because they are gone. */
  removed: number;
}

/**
 * Reads the folders again that changed since they were last read: notes that were added, removed or renamed outside Claude show, and
 * folders too. A note that was changed in place leaves no trace in its folder; `scanVault()` and `checkNotes()` find those. Asks the
 * system one question for each folder; where nothing changed nothing is written. Needs `--allow-read` on the vault.
 *
 * @param vault Absolute real path of the vault.
 * @param index An index that a scan has completed.
 * @throws {Deno.errors.NotFound} when the vault is not there: the index stays as it is.
 * @throws {Error} when another process writes for longer than the busy timeout.
 */
export async function freshenFolders(
  vault: string,
  index: NoteIndex,
  options: FreshenOptions,
): Promise<FreshenResult> {
  const result: FreshenResult = { complete: true, read: 0, removed: 0 };
  const known = index.folders();
  folderMtime(vault, ""); // Without a vault every folder would seem to be gone.
  const queue = [...known.keys()];
  for (const path of queue) {
    if (options.deadline()) return { ...result, complete: false };
    try {
      if (folderMtime(vault, path) === known.get(path)) continue;
      const listing = listFolder(vault, path, options.outputDir);
      const done = await readFolder(vault, index, listing, options, result);
      if (!done) return { ...result, complete: false };
      queue.push(...listing.folders.filter((folder) => !known.has(folder)));
    } catch (error) {
      if (isMissing(error)) {
        index.removeFolder(path);
        result.removed++;
      } else if (error instanceof Deno.errors.PermissionDenied) {
        result.complete = false;
      } else throw error;
    }
  }
  return result;
}

/** Compares one folder's notes with the index, and remembers the folder's time when that is done. */
async function readFolder(
  vault: string,
  index: NoteIndex,
  listing: ReturnType<typeof listFolder>,
  options: FreshenOptions,
  result: FreshenResult,
): Promise<boolean> {
  const known = index.stats(listing.path);
  for (const path of listing.notes) {
    if (options.deadline()) return false;
    const row = known.get(path);
    known.delete(path);
    const stat = row && statNote(`${vault}/${path}`);
    if (stat && stat.mtime === row.mtime && stat.size === row.size) continue;
    const loaded = await loadNote(vault, path);
    if (loaded === null) {
      if (row) known.set(path, row);
      continue;
    }
    index.updateNote(path, loaded.stat, loaded.note);
    result.read++;
  }
  for (const path of known.keys()) {
    index.removeNote(path);
    result.removed++;
  }
  index.setFolder(listing.path, settledMtime(listing.mtime, Date.now()));
  return true;
}
