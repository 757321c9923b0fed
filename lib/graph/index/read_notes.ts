import { type LoadedNote, loadNote } from "./load_note.ts";
import type { NoteIndex } from "./note_index.ts";

/** What became of the notes. */
export interface NotesRead {
  /** Whether all were read before the deadline. */
  readonly complete: boolean;
  /** What could not be read, in words for a log: `path: what`. */
  readonly problems: readonly string[];
}

/**
 * Reads notes into the index, whatever it knows of them; those that are gone are removed from it. One that cannot be read is left as the
 * index knows it. Needs `--allow-read` on the notes.
 *
 * @param vault Absolute real path of the vault.
 * @param paths The notes, relative to the vault.
 * @param deadline Whether time is up; asked before each note.
 * @throws {Error} when another process writes for longer than the busy timeout.
 */
export async function readNotes(
  vault: string,
  index: NoteIndex,
  paths: Iterable<string>,
  deadline: () => boolean = () => false,
): Promise<NotesRead> {
  const problems: string[] = [];
  for (const path of paths) {
    if (deadline()) return { complete: false, problems };
    let loaded: LoadedNote | null;
    try {
      loaded = await loadNote(vault, path);
    } catch (error) {
      problems.push(
        `${path}: ${error instanceof Error ? error.message : error}`,
      );
      continue;
    }
    if (loaded === null) index.removeNote(path);
    else index.updateNote(path, loaded.stat, loaded.note);
  }
  return { complete: true, problems };
}
