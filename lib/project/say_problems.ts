import type { Log } from "../log.ts";
import { join } from "../path.ts";
import { readRegularFile, writePrivateFile } from "../private_file.ts";

/** Where it is kept what was said last: every hook of every event reads the project's file anew. */
const SAID = "project-file.said";

/** UTF-16 units of problems that are said at most. */
const MAX_LENGTH = 1000;

/**
 * Says in one line of the log what of a project's file does not count, and the next time only where that has changed.
 *
 * @param problems In words, each with its line.
 * @param state The state folder. Needs read and write permission on it.
 * @param log Where it is said.
 */
export function sayProblems(
  problems: readonly string[],
  state: string,
  log: Log,
): void {
  if (problems.length === 0) return;
  const text = problems.join("; ").slice(0, MAX_LENGTH);
  const path = join(state, SAID);
  try {
    if (readRegularFile(path) === text) return;
    writePrivateFile(path, text);
  } catch {
    // Said once more is better than never.
  }
  log.warn(text);
}
