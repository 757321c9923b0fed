import { deliverEntry, type Journal } from "../journal.ts";
import type { JournalEntry } from "../journal/types.ts";
import { type Log, reason } from "../log.ts";
import { removeFile } from "../private_file.ts";
import type { Spool, Spooled } from "../spool.ts";
import { hasEnded, type Ledger, ledgerPath } from "./ledger.ts";
import type { LockedLedger } from "./locked_ledger.ts";
import { unmarkOpen } from "./open_sessions.ts";
import {
  bringEnd,
  isSpooledEntry,
  type SpooledEntry,
} from "./spooled_entry.ts";

/**
 * Makes a new entry's key. `crypto.randomUUID` would cost a fresh process 0.6 ms (measured), and nobody gains by guessing a key.
 */
export function entryKey(): string {
  const digits = (): string =>
    Math.floor(Math.random() * 2 ** 30).toString(36).padStart(6, "0");
  return `s${digits()}${digits()}`;
}

/** What closing needs. */
export interface Closing {
  readonly spool: Spool;
  readonly journal: Journal;
  readonly log: Log;
  readonly now: Date;
}

/**
 * Closes what is pending in a ledger with an entry: first the entry goes to the spool, then the ledger gets its end. A process killed
 * between the two leaves the entry in the spool, which says how many lines it covers, so whoever comes next brings the end to the
 * ledger and makes no second entry of them. Where nothing can be spooled, the entry goes to the journal at once.
 *
 * @param locked The ledger, whose lock is held.
 * @param to Where the entry goes.
 * @param makeEntry Makes the entry of what is pending.
 * @returns Whether there was an entry to be made.
 * @throws {Error} when the entry could neither be spooled nor delivered; the ledger stays open for a later session to journal.
 */
export function closeLedger(
  locked: LockedLedger,
  to: Closing,
  makeEntry: (ledger: Ledger) => JournalEntry,
): boolean {
  bringSpooledEnds(locked, to.spool);
  if (hasEnded(locked.ledger)) return false;
  const entry = makeEntry(locked.ledger);
  const spooled: SpooledEntry = { entry, upto: locked.ledger.lines };
  const kept = keep(locked.sessionId, spooled, to);
  try {
    bringEnd(locked, spooled);
  } catch (error) {
    // A spooled entry brings the end to the ledger later. Without one, a ledger that looks open would be journaled again.
    if (!kept) {
      removeFile(ledgerPath(locked.state, locked.sessionId));
      unmarkOpen(locked.state, locked.sessionId);
    }
    to.log.warn(`Cannot end the ledger: ${reason(error)}`);
  }
  return true;
}

/** Whether the entry is in the spool; else it is in the journal. */
function keep(sessionId: string, spooled: SpooledEntry, to: Closing): boolean {
  try {
    const id = `${sessionId}-${spooled.upto}`;
    to.spool.put("journal", id, spooled, to.now);
    return true;
  } catch (error) {
    to.log.warn(`Cannot spool; journaled at once: ${reason(error)}`);
    deliverEntry(spooled.entry, to.journal);
    return false;
  }
}

function bringSpooledEnds(locked: LockedLedger, spool: Spool): void {
  const own = `${locked.sessionId}-`;
  for (const item of spool.list("journal")) {
    const upto = item.id.startsWith(own) ? item.id.slice(own.length) : "";
    if (!/^\d+$/.test(upto) || Number(upto) <= locked.ledger.covered) continue;
    const spooled = readOrNothing(spool, item);
    if (isSpooledEntry(spooled)) bringEnd(locked, spooled);
  }
}

/** What is broken is the deliverer's to set aside. */
function readOrNothing(spool: Spool, item: Spooled): unknown {
  try {
    return spool.read(item);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
