import type { Config } from "../config/types.ts";
import { deliverEntry, type Journal } from "../journal.ts";
import { lockWithin } from "../journal/lock_within.ts";
import { type Log, reason } from "../log.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { openSpool, type Spool, type Spooled } from "../spool.ts";
import { safeId } from "../event.ts";
import { whileLedgerLocked } from "./locked_ledger.ts";
import {
  bringEnd,
  isSpooledEntry,
  type SpooledEntry,
} from "./spooled_entry.ts";
import { exists } from "../private_file.ts";

/** What delivery needs. */
export interface Delivery {
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  /** Whether it is time to stop; what is left waits for a later hook. */
  readonly deadline?: () => boolean;
}

/** How long another deliverer is waited for, in milliseconds. */
const WAIT_MS = 2000;

/**
 * The journal that the config names.
 *
 * @param config The settings.
 */
export function journalOf(config: Config): Journal {
  return { vault: config.vault.path, ...config.journal };
}

/**
 * Delivers the spooled journal entries to the vault, in the order in which they were spooled. What cannot be delivered stays, with one
 * log line for all of it; what cannot be read is set aside.
 *
 * @param delivery Where from and where to. Needs read and write permission on the state folder and on the vault.
 * @returns How many entries the journal got.
 */
export function deliverSpooled(delivery: Delivery): number {
  const { places, log } = delivery;
  const spool = openSpool(places.state);
  if (spool.list("journal").length === 0) return 0;

  // One deliverer at a time keeps the order, and works also where the vault's file system has no locks.
  using lock = Deno.openSync(join(spool.folder, ".lock"), {
    write: true,
    create: true,
    mode: 0o600,
  });
  if (!lockWithin(lock, WAIT_MS)) {
    log.info("The journal's spool is being delivered by another process");
    return 0;
  }
  return deliverAll(spool, delivery);
}

function deliverAll(spool: Spool, delivery: Delivery): number {
  const { config, log, deadline } = delivery;
  const journal = journalOf(config);
  let delivered = 0;
  let waiting = 0;
  let failure: unknown;
  for (const item of spool.list("journal")) {
    if (deadline?.()) break;
    try {
      const spooled = read(spool, item, log);
      if (spooled === null) continue;
      if (deliverEntry(spooled.entry, journal)) delivered++;
      endLedger(delivery.places.state, spooled);
      spool.remove(item);
    } catch (error) {
      failure ??= error;
      waiting++;
      // Without a vault, the others fare no better.
      if (error instanceof Deno.errors.NotFound) break;
    }
  }
  if (waiting > 0) {
    log.warn(`Journal entries stay in the spool: ${reason(failure)}`);
  }
  return delivered;
}

function read(spool: Spool, item: Spooled, log: Log): SpooledEntry | null {
  let value: unknown;
  try {
    value = spool.read(item);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (value === undefined && !exists(item.path)) return null;
  if (isSpooledEntry(value)) return value;
  spool.setAside(item);
  log.error(`Cannot understand a spooled entry, set aside: ${item.path}.bad`);
  return null;
}

/** The ledger gets its end before the spool forgets the entry, so that at any moment one of the two says that there is one. */
function endLedger(state: string, spooled: SpooledEntry): void {
  const { sessionId } = spooled.entry;
  if (spooled.upto === null || !safeId(sessionId)) return;
  whileLedgerLocked(
    state,
    sessionId,
    "create",
    (locked) => bringEnd(locked, spooled),
  );
}
