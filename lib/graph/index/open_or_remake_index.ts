import { discardIndex } from "./discard_index.ts";
import { isBusy } from "./is_busy.ts";
import type { NoteIndex } from "./note_index.ts";
import { openIndex, type OpenOptions } from "./open_index.ts";

/**
 * Opens the index of a vault, or an empty new one where it is missing, damaged anywhere, of another schema or of another vault. For the
 * background worker and the installer, which fill it afterwards; a hook has no time for the check of every page. Needs `--allow-read`
 * and `--allow-write` on the index's folder.
 *
 * @param file Path of the SQLite file; its folder must be there.
 * @returns The index, and why the old one was given up, or null.
 * @throws {Error} when another process writes for longer than the busy timeout, or the file cannot be made.
 */
export function openOrRemakeIndex(
  file: string,
  options: Omit<OpenOptions, "create">,
): { index: NoteIndex; givenUp: string | null } {
  try {
    const index = openIndex(file, { ...options, create: true });
    if (index.isSound()) return { index, givenUp: null };
    index[Symbol.dispose]();
    return remake("its pages are damaged");
  } catch (error) {
    if (isBusy(error)) throw error;
    return remake(error instanceof Error ? error.message : String(error));
  }

  function remake(givenUp: string): { index: NoteIndex; givenUp: string } {
    discardIndex(file);
    return { index: openIndex(file, { ...options, create: true }), givenUp };
  }
}
