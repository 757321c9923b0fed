import { deliverEntry, type Journal } from "../journal.ts";
import type { JournalEntry } from "../journal/types.ts";
import { type Log, reason as reasonOf } from "../log.ts";
import { removeFile } from "../private_file.ts";
import type { Spool } from "../spool.ts";
import { ledgerPath } from "./ledger.ts";
import type { LockedLedger } from "./locked_ledger.ts";
import { unmarkOpen } from "./open_sessions.ts";

/** A journal entry in the spool. */
export interface SpooledEntry {
  readonly entry: JournalEntry;
  /** How many lines of the session's ledger it covers, `null` where the session has no id and so no ledger. */
  readonly upto: number | null;
}

/**
 * Makes a new entry's key. `crypto.randomUUID` would cost a fresh process 0.6 ms (measured), and nobody gains by guessing a key.
 */
export function entryKey(): string {
  const digits = (): string =>
    Math.floor(Math.random() * 2 ** 30).toString(36).padStart(6, "0");
  return `s${digits()}${digits()}`;
}

/**
 * Closes what is pending in a ledger with an entry: first the entry goes to the spool, then the ledger gets its end. A process killed
 * between the two leaves the entry in the spool, which names the lines that it covers, so neither this function nor the delivery
 * makes another one of them. Where nothing can be spooled, the entry goes to the journal at once.
 *
 * @param locked The ledger, whose lock is held.
 * @param entry The entry.
 * @param to The spool, the journal, the log and the time.
 * @throws {Error} when the entry could neither be spooled nor delivered; the ledger stays open for a later session to journal.
 */
export function closeLedger(
  locked: LockedLedger,
  entry: JournalEntry,
  to: {
    readonly spool: Spool;
    readonly journal: Journal;
    readonly log: Log;
    readonly now: Date;
  },
): void {
  const { sessionId, state, ledger } = locked;
  const upto = ledger.lines;
  const id = `${sessionId}-${upto}`;
  let spooled = to.spool.list("journal").some((item) => item.id === id);
  if (!spooled) {
    const value: SpooledEntry = { entry, upto };
    try {
      to.spool.put("journal", id, value, to.now);
      spooled = true;
    } catch (error) {
      to.log.warn(`Cannot spool; journaled at once: ${reasonOf(error)}`);
      deliverEntry(entry, to.journal);
    }
  }
  const { at, reason } = entry;
  try {
    locked.append({ kind: "end", at, reason, upto });
  } catch (error) {
    // A spooled entry brings the end to the ledger later. Without one, a ledger that looks open would be journaled again.
    if (!spooled) {
      removeFile(ledgerPath(state, sessionId));
      unmarkOpen(state, sessionId);
    }
    to.log.warn(`Cannot end the ledger: ${reasonOf(error)}`);
  }
}
