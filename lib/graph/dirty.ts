import { dirname, join } from "../path.ts";
import type { Places } from "../place.ts";
import { ensurePrivateFolder, isMissing } from "../private_file.ts";

/** The mark's name in the state folder. */
export const DIRTY = "graph-dirty";

/**
 * Notes that a note changed, so that the graph's files are no longer what the vault is. One mark stands for any number of edits.
 *
 * @param places Where the state is. Needs read and write permission on it.
 * @param now The present.
 */
export function markDirty(places: Places, now: Date): void {
  writeWhole(mark(places), `${now.toISOString()}\n`);
}

/**
 * When a note changed last since the graph's files were written, in ms since the epoch; `null` when none did.
 *
 * @param places Where the state is. Needs read permission on it.
 */
export function dirtySince(places: Places): number | null {
  try {
    const { size, mtime } = Deno.statSync(mark(places));
    return size === 0 ? null : mtime?.getTime() ?? 0;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Takes the mark away, unless a note has changed since.
 *
 * @param places Where the state is. Needs read and write permission on it.
 * @param since What `dirtySince` said when the work began.
 */
export function clearDirty(places: Places, since: number | null): void {
  // Emptied, not removed: a file that is there is asked without an error, and the first error costs a hook up to 4 ms.
  if (dirtySince(places) === since) writeWhole(mark(places), "");
}

/** Only the file's size and time count, so that a torn text does no harm. */
function writeWhole(path: string, text: string): void {
  const write = (): void => Deno.writeTextFileSync(path, text, { mode: 0o600 });
  try {
    write();
  } catch (error) {
    if (!isMissing(error)) throw error;
    ensurePrivateFolder(dirname(path));
    write();
  }
}

function mark(places: Places): string {
  return join(places.state, DIRTY);
}
