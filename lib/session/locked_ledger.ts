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
  /** What the ledger says, with what was appended since its lock was got. */
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
  let text = new TextDecoder().decode(readTail(file));
  let parsed: Ledger | null = null;
  const current = (): Ledger => parsed ??= parseLedger(text);
  return {
    state,
    sessionId,
    get ledger() {
      return current();
    },
    append(record) {
      const ledger = current();
      const isEnd = record.kind === "end";
      // Marked before the ledger says so: a process killed in between leaves a mark too many, which costs nothing.
      if (!isEnd && ledger.pending.length === 0) markOpen(state, sessionId);
      const line = `${ledger.torn ? "\n" : ""}${JSON.stringify(record)}\n`;
      appendWhole(file, new TextEncoder().encode(line));
      text += line;
      parsed = null;
      if (isEnd && hasEnded(current())) unmarkOpen(state, sessionId);
    },
  };
}
