import { type NoteStat, statNote } from "../../vault/read_note.ts";
import { type LoadedNote, loadNote } from "./load_note.ts";
import type { NoteIndex } from "./note_index.ts";

/**
 * Makes sure that notes are as the index says: those that are gone or cannot be read are removed from it, and those that changed are read again. Needs
 * `--allow-read` on the notes.
 *
 * @param vault Absolute real path of the vault.
 * @param paths The notes, relative to the vault.
 * @returns Which of them were gone, and which had changed. With neither, what was read from the index before is true.
 * @throws {Error} when another process writes for longer than the busy timeout.
 */
export async function checkNotes(
  vault: string,
  index: NoteIndex,
  paths: Iterable<string>,
): Promise<{ gone: string[]; changed: string[] }> {
  const gone: string[] = [];
  const changed: string[] = [];
  for (const path of new Set(paths)) {
    const known = index.stat(path);
    if (known === null) continue;
    const loaded = await loadIfChanged(vault, path, known);
    if (loaded === "same") continue;
    if (loaded === null) {
      index.removeNote(path);
      gone.push(path);
    } else {
      index.updateNote(path, loaded.stat, loaded.note);
      changed.push(path);
    }
  }
  return { gone, changed };
}

/** The note as it is now, `null` where it is gone or cannot be read any more. */
async function loadIfChanged(
  vault: string,
  path: string,
  known: NoteStat,
): Promise<LoadedNote | "same" | null> {
  try {
    const stat = statNote(`${vault}/${path}`);
    if (stat?.mtime === known.mtime && stat.size === known.size) return "same";
    return stat === null ? null : await loadNote(vault, path);
  } catch {
    return null;
  }
}
