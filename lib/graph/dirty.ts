import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { isMissing, removeFile, writePrivateFile } from "../private_file.ts";

/**
 * Notes that a note changed, so that the graph's files are no longer what the vault is. One mark stands for any number of edits.
 *
 * @param places Where the state is. Needs read and write permission on it.
 * @param now The present.
 */
export function markDirty(places: Places, now: Date): void {
  writePrivateFile(mark(places), `${now.toISOString()}\n`);
}

/**
 * When a note changed last since the graph's files were written, in ms since the epoch; `null` when none did.
 *
 * @param places Where the state is. Needs read permission on it.
 */
export function dirtySince(places: Places): number | null {
  try {
    return Deno.statSync(mark(places)).mtime?.getTime() ?? 0;
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
export function clearDirty(places: Places, since: number): void {
  if (dirtySince(places) === since) removeFile(mark(places));
}

function mark(places: Places): string {
  return join(places.state, "graph-dirty");
}
