import { isCurrent } from "../journal/is_current.ts";
import { join } from "../path.ts";
import { isMissing, removeFile, writePrivateFile } from "../private_file.ts";
import { openSessions } from "./open_sessions.ts";
import { sweepIsDue, sweepStamp } from "./sweep_is_due.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days for which the ledger of an ended session is kept: as long as Claude Code keeps a transcript. */
const KEPT_DAYS = 30;

/**
 * Removes the ledgers of ended sessions that nobody touched for 30 days, and what killed writers left in the spool; at most once a
 * day, so that an ordinary start pays for one look at a file.
 *
 * @param state The state folder. Needs read and write permission on it.
 * @param now The time.
 * @returns How many files were removed.
 */
export function sweep(state: string, now: Date): number {
  if (!sweepIsDue(state, now)) return 0;
  writePrivateFile(sweepStamp(state), "");
  const open = new Set(openSessions(state));
  let removed = 0;
  for (const name of names(join(state, "sessions"))) {
    const path = join(state, "sessions", name);
    const old = name.endsWith(".jsonl") && !open.has(name.slice(0, -6)) &&
      ageMs(path, now) > KEPT_DAYS * DAY_MS;
    if (old && removeUnused(path, now)) removed++;
  }
  for (const name of names(join(state, "spool"))) {
    const path = join(state, "spool", name);
    if (name.endsWith(".tmp") && ageMs(path, now) > DAY_MS) {
      removeFile(path);
      removed++;
    }
  }
  return removed;
}

/** A ledger that somebody writes at this moment is in use again. */
function removeUnused(path: string, now: Date): boolean {
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    if (!file.tryLockSync(true) || !isCurrent(file, path)) return false;
    if (ageMs(path, now) <= KEPT_DAYS * DAY_MS) return false;
    removeFile(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Since the last write; a file that is not there is infinitely old, one from the future is new. */
function ageMs(path: string, now: Date): number {
  try {
    const written = Deno.statSync(path).mtime;
    return written === null ? 0 : now.getTime() - written.getTime();
  } catch (error) {
    if (isMissing(error)) return Infinity;
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
