import type { HostEvent } from "../event.ts";
import { deliverEntry } from "../journal.ts";
import type { JournalEntry } from "../journal/types.ts";
import { reason, withoutSecrets } from "../log.ts";
import { openSpool } from "../spool.ts";
import { closeLedger, entryKey } from "./close_ledger.ts";
import { deliverSpooled, type Delivery, journalOf } from "./deliver_spooled.ts";
import { isoTime } from "./iso_time.ts";
import { lastStart, notesSinceLastEnd, type StartRecord } from "./ledger.ts";
import { type LockedLedger, whileLedgerLocked } from "./locked_ledger.ts";
import type { SpooledEntry } from "./spooled_entry.ts";
import { projectName } from "./project_name.ts";

/** What a SessionEnd needs. */
export interface SessionEnd extends Delivery {
  readonly event: HostEvent;
  readonly now: Date;
  /** The notes touched according to the transcript, relative to the vault; asked only where there is no ledger. */
  readonly touched: () => readonly string[];
  /** What the session came to, a line each; none where that is not known. */
  readonly summary?: readonly string[];
}

/**
 * Journals a session that ends: once, however often SessionEnd is registered, and so that nothing is lost whenever this process is
 * killed. A session without a usable id has no ledger and is journaled as `unknown`.
 *
 * @param end The event and its surroundings. Needs read and write permission on the state folder and on the vault.
 * @throws {Error} when the entry could neither be spooled nor delivered.
 */
export function endSession(end: SessionEnd): void {
  const { sessionId } = end.event;
  if (sessionId === null) journalWithoutLedger(end);
  else endLedger(end, sessionId);
  deliverSpooled(end);
}

function endLedger(end: SessionEnd, sessionId: string): void {
  let locked = false;
  try {
    whileLedgerLocked(end.places.state, sessionId, "create", (ledger) => {
      locked = true;
      close(end, ledger);
    });
  } catch (error) {
    // Who holds the lock for so long is ending this very session; an error inside has tried every way already.
    if (locked || error instanceof Deno.errors.TimedOut) throw error;
    end.log.error("Cannot open the session's ledger", error);
    journalWithoutLedger(end);
  }
}

function close(end: SessionEnd, locked: LockedLedger): void {
  const { places, config, log, now } = end;
  const spool = openSpool(places.state);
  const to = { spool, journal: journalOf(config), log, now };
  closeLedger(locked, to, (ledger) => {
    const notes = ledger.records.length === 0
      ? touched(end)
      : notesSinceLastEnd(ledger);
    return entryOf(end, notes, lastStart(ledger));
  });
}

function journalWithoutLedger(end: SessionEnd): void {
  const entry = entryOf(end, touched(end), null);
  const value: SpooledEntry = { entry, upto: null };
  try {
    const spool = openSpool(end.places.state);
    spool.put("journal", `unknown-${entry.key}`, value, end.now);
  } catch (error) {
    end.log.warn(`Cannot spool; journaled at once: ${reason(error)}`);
    deliverEntry(entry, journalOf(end.config));
  }
}

function entryOf(
  end: SessionEnd,
  notes: readonly string[],
  start: StartRecord | null,
): JournalEntry {
  const { event, now, summary = [] } = end;
  // Where the session began is its project, not where its last command went.
  const cwd = start?.cwd ??
    (event.cwd === null ? null : withoutSecrets(event.cwd));
  return {
    at: isoTime(now),
    project: start?.cwd ? start.project : projectName(cwd),
    path: cwd,
    sessionId: event.sessionId ?? "unknown",
    reason: withoutSecrets(event.reason ?? "unknown"),
    killed: false,
    notes,
    ...summary.length > 0 ? { summary } : {},
    key: entryKey(),
  };
}

function touched(end: SessionEnd): readonly string[] {
  try {
    return end.touched();
  } catch (error) {
    end.log.error("Cannot read the transcript", error);
    return [];
  }
}
