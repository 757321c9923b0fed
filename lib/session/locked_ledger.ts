import { appendWhole } from "../journal/append_whole.ts";
import { isCurrent } from "../journal/is_current.ts";
import { lockWithin } from "../journal/lock_within.ts";
import { readTail } from "../journal/read_tail.ts";
import { dirname } from "../path.ts";
import { ensurePrivateFolder, isMissing } from "../private_file.ts";
import {
  hasEnded,
  type Ledger,
  ledgerPath,
  type LedgerRecord,
  parseLedger,
} from "./ledger.ts";
import { markOpen, unmarkOpen } from "./open_sessions.ts";

/** A ledger whose lock this process holds. */
export interface LockedLedger {
  readonly state: string;
  readonly sessionId: string;
  /** What the ledger said when the lock was got. */
  readonly ledger: Ledger;
  /**
   * Appends a record, whole or not at all, and keeps the mark of open sessions right.
   *
   * @throws {Error} of the kind that the write failed with.
   */
  append(record: LedgerRecord): void;
}

/** How long a ledger's lock is waited for, in milliseconds. Whoever holds it needs far less, unless it was stopped. */
const WAIT_MS = 2000;

/**
 * Runs a task while holding the lock of a session's ledger.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions` in it.
 * @param sessionId The host's id.
 * @param missing What to do where there is no ledger: `create` an empty one, or `skip` the task.
 * @param task The work.
 * @returns What the task returned, `null` where it was skipped.
 * @throws {RangeError} when the id cannot be part of a path.
 * @throws {Deno.errors.TimedOut} when another process holds the lock for too long.
 */
export function whileLedgerLocked<T>(
  state: string,
  sessionId: string,
  missing: "create" | "skip",
  task: (locked: LockedLedger) => T,
): T | null {
  const path = ledgerPath(state, sessionId);
  while (true) {
    using file = open(path, missing === "create");
    if (file === null) return null;
    if (!lockWithin(file, WAIT_MS)) {
      throw new Deno.errors.TimedOut(
        `Cannot write the ledger: current value of the lock on ${path} is held`,
      );
    }
    // The sweep may have removed it while the lock was awaited.
    if (!isCurrent(file, path)) continue;
    return task(locked(state, sessionId, file));
  }
}

function open(path: string, create: boolean): Deno.FsFile | null {
  const options = { read: true, append: true, create, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (!create) return null;
    ensurePrivateFolder(dirname(path));
    return Deno.openSync(path, options);
  }
}

function locked(
  state: string,
  sessionId: string,
  file: Deno.FsFile,
): LockedLedger {
  const ledger = parseLedger(new TextDecoder().decode(readTail(file)));
  let torn = ledger.torn;
  return {
    state,
    sessionId,
    ledger,
    append(record) {
      const isEnd = record.kind === "end";
      // Marked before the ledger says so: a process killed in between leaves a mark too many, which costs nothing.
      if (!isEnd && (ledger.lines === 0 || hasEnded(ledger))) {
        markOpen(state, sessionId);
      }
      const start = torn ? "\n" : "";
      appendWhole(
        file,
        new TextEncoder().encode(`${start}${JSON.stringify(record)}\n`),
      );
      torn = false;
      if (isEnd && record.upto === ledger.lines) unmarkOpen(state, sessionId);
    },
  };
}
