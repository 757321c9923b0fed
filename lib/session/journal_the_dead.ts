import type { JournalEntry } from "../journal/types.ts";
import { reason } from "../log.ts";
import { openSpool } from "../spool.ts";
import { areAlive, type OpenSession } from "./alive.ts";
import { closeLedger, entryKey } from "./close_ledger.ts";
import { deliverSpooled, type Delivery, journalOf } from "./deliver_spooled.ts";
import {
  lastStart,
  type Ledger,
  ledgerPath,
  notesSinceLastEnd,
  readLedger,
} from "./ledger.ts";
import { whileLedgerLocked } from "./locked_ledger.ts";
import { openSessions, unmarkOpen } from "./open_sessions.ts";
import { sweep } from "./sweep.ts";
import { safeId } from "../event.ts";

/** What the search for killed sessions needs. */
export interface DeadSearch extends Delivery {
  readonly now: Date;
  /** The session that starts: it is alive, also when it goes on in the ledger of one that was killed. */
  readonly ownId: string | null;
  /** The absolute paths at which `ps` may be. */
  readonly ps?: readonly string[];
  /** What a session came to, a line each; none where that is not known. */
  readonly summaryOf?: (sessionId: string) => readonly string[];
}

/**
 * Journals the sessions that never ended, once each, and never one that still runs. Once a day it sweeps old ledgers.
 *
 * @param search The session that starts and its surroundings. Needs read and write permission on the state folder and on the vault, read
 * permission on the transcripts, run permission on `ps`.
 * @returns How many entries were made.
 */
export async function journalTheDead(search: DeadSearch): Promise<number> {
  const { places, now, ownId, log } = search;
  const suspects = openSessions(places.state)
    .filter((id) => id !== ownId && safeId(id))
    .map((id) => ({ id, ledger: readLedger(places.state, id) }));
  let journaled = 0;
  const dead = suspects.length === 0 ? [] : await findDead(search, suspects);
  for (const suspect of dead) {
    try {
      if (journal(search, suspect)) journaled++;
    } catch (error) {
      log.warn(`Cannot journal a killed session: ${reason(error)}`);
    }
  }
  if (journaled > 0) {
    log.info(`Sessions that never ended and are journaled now: ${journaled}`);
    deliverSpooled(search);
  }
  sweep(places.state, now);
  return journaled;
}

interface Suspect {
  readonly id: string;
  readonly ledger: Ledger | null;
}

/** The suspects that run no longer, and those whose ledger has nothing to say: their mark is to be removed. */
async function findDead(
  search: DeadSearch,
  suspects: readonly Suspect[],
): Promise<Suspect[]> {
  const { places, now, ps } = search;
  const alive = await areAlive(
    suspects.map(({ id, ledger }) => openSession(places.state, id, ledger)),
    { now: now.getTime(), ...(ps === undefined ? {} : { ps }) },
  );
  return suspects.filter(({ ledger }, index) =>
    ledger === null || ledger.pending.length === 0 || !alive[index]
  );
}

/** Whether an entry was made of it. */
function journal(search: DeadSearch, suspect: Suspect): boolean {
  const { places, config, log, now } = search;
  const { id } = suspect;
  const made = whileLedgerLocked(places.state, id, "skip", (locked) => {
    // Whoever wrote since then is alive.
    if (locked.ledger.lines !== suspect.ledger?.lines) return false;
    if (locked.ledger.pending.length === 0) {
      unmarkOpen(places.state, id);
      return false;
    }
    const spool = openSpool(places.state);
    const to = { spool, journal: journalOf(config), log, now };
    return closeLedger(locked, to, (ledger) => killedEntry(id, ledger, search));
  });
  if (made === null) unmarkOpen(places.state, id);
  return made === true;
}

function killedEntry(
  sessionId: string,
  ledger: Ledger,
  { summaryOf }: DeadSearch,
): JournalEntry {
  const start = lastStart(ledger);
  const summary = summaryOf?.(sessionId) ?? [];
  return {
    at: new Date(ledger.pending.at(-1)?.at ?? 0).toISOString(),
    project: start?.project ?? "unknown",
    path: start?.cwd ?? null,
    sessionId,
    reason: "killed",
    killed: true,
    notes: notesSinceLastEnd(ledger),
    ...summary.length > 0 ? { summary } : {},
    key: entryKey(),
  };
}

function openSession(
  state: string,
  id: string,
  ledger: Ledger | null,
): OpenSession {
  const start = ledger === null ? null : lastStart(ledger);
  return {
    pid: start?.pid ?? null,
    startedAt: start === null ? 0 : Date.parse(start.at),
    touchedAt: Math.max(
      modified(ledgerPath(state, id)),
      modified(start?.transcript ?? null),
    ),
  };
}

/** When a file was last written, in ms since the epoch; 0 where that cannot be known. */
function modified(path: string | null): number {
  if (path === null) return 0;
  try {
    return Deno.statSync(path).mtime?.getTime() ?? 0;
  } catch {
    return 0;
  }
}
