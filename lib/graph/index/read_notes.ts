import { loadNote } from "./load_note.ts";
import type { NoteIndex } from "./note_index.ts";

/**
 * Reads notes into the index, whatever it knows of them; those that are gone are removed from it. Needs `--allow-read` on the notes.
 *
 * @param vault Absolute real path of the vault.
 * @param paths The notes, relative to the vault.
 * @throws {Error} when another process writes for longer than the busy timeout.
 */
export async function readNotes(
  vault: string,
  index: NoteIndex,
  paths: Iterable<string>,
): Promise<void> {
  for (const path of paths) {
    const loaded = await loadNote(vault, path);
    if (loaded === null) index.removeNote(path);
    else index.updateNote(path, loaded.stat, loaded.note);
  }
}
