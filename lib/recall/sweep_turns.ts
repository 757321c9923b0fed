import { join } from "../path.ts";
import { isMissing, removeFile } from "../private_file.ts";

/** Milliseconds after its last prompt for which it is remembered what a session was told: one that is resumed later is told it again. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes what sessions were told that are long over.
 *
 * @param folder The folder of such files. Needs read and write permission on it.
 * @param now Milliseconds since the epoch.
 * @returns How many files were removed.
 */
export function sweepTurns(folder: string, now: number): number {
  let removed = 0;
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (!isFile) continue;
      const { mtime } = Deno.lstatSync(path);
      // A time far in the future comes from a clock that was set back.
      if (Math.abs(now - (mtime?.getTime() ?? now)) <= KEPT_MS) continue;
      removeFile(path);
      removed++;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return removed;
}
