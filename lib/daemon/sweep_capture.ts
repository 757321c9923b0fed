import { join } from "../path.ts";
import { isMissing, removeFile } from "../private_file.ts";

const HOUR_MS = 60 * 60 * 1000;

/** What does not stay in the folder of capture: in which folder, with which end, for how long. */
const OLD: readonly [folder: string, end: string, hours: number][] = [
  ["traces", "", 1],
  ["private", "", 24],
  ["spool", ".bad", 7 * 24],
];

/**
 * Removes what is over in the folder of capture: traces after an hour (as the seed has it), marks of private turns after a day, and what was set
 * aside in the spool after a week.
 *
 * @param capture The folder. Needs read and write permission on it.
 * @param now The time.
 * @returns How many files were removed.
 */
export function sweepCapture(capture: string, now: Date): number {
  let removed = 0;
  for (const [folder, end, hours] of OLD) {
    for (const name of names(join(capture, folder))) {
      const path = join(capture, folder, name);
      if (name.endsWith(end) && isOver(path, now, hours * HOUR_MS)) {
        removeFile(path);
        removed++;
      }
    }
  }
  return removed;
}

/** Only files are ours to remove. A time far in the future comes from a clock that was set back. */
function isOver(path: string, now: Date, ms: number): boolean {
  try {
    const { isDirectory, mtime } = Deno.lstatSync(path);
    return !isDirectory && mtime !== null &&
      Math.abs(now.getTime() - mtime.getTime()) > ms;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function names(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
