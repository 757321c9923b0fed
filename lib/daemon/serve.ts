import type { Config } from "../config.ts";
import { attempt } from "../frame/attempt.ts";
import { type Log, reason } from "../log.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { openStore } from "../store/open_store.ts";
import { Bell } from "./bell.ts";
import { Committer } from "./committer.ts";
import type { DaemonLock } from "./daemon_lock.ts";
import { Desk } from "./desk.ts";
import { Door } from "./door.ts";
import { rarely } from "./rarely.ts";
import { Reception } from "./reception.ts";
import { SpooledRows } from "./spooled_rows.ts";
import { sweepCapture } from "./sweep_capture.ts";

/** What the daemon works with. */
export interface Service {
  readonly places: Places;
  readonly log: Log;
  readonly now: () => Date;
  readonly lock: DaemonLock;
  /** Reads the settings; they may have changed. */
  readonly config: () => Promise<Config>;
  /** Aborted when the daemon is told to end; its reason says by what. */
  readonly signal: AbortSignal;
}

/** Milliseconds after which the spool is looked at, rung or not: a hook that cannot connect does not ring. */
const POLL_MS = 1000;

/**
 * Milliseconds in which more rows may come to be stored together with the first: twice as many as storing took the last time, which is
 * mostly the disk's time, so that no disk is too slow for many rows. Nobody waits for it.
 */
const GATHER_MS = [5, 100] as const;

const SWEEP_MS = 60_000;
const HOUR_MS = 60 * SWEEP_MS;

/** Milliseconds after a failure until the store is tried again; they double up to the second number. */
const RETRY_MS = [100, 5000] as const;

/** Milliseconds that the last commits may take. */
const LAST_COMMITS_MS = 2500;

/**
 * Takes rows in and stores them, until it is told to end, or has had nothing to do for a while.
 *
 * @param service What it works with. Needs read and write permission on the state folder, the store's and the socket's.
 * @returns Why it ended, in words, and whether that was for want of work.
 */
export async function serve(
  service: Service,
): Promise<{ readonly why: string; readonly idle: boolean }> {
  const { places, log, now, lock, signal } = service;
  const bell = new Bell();
  const spool = new SpooledRows(join(places.capture, "spool"), now);
  const complain = rarely((message) => log.error(message));
  const refuse = rarely((message) => log.warn(message));
  const reception: Reception = new Reception({
    take(row, turn) {
      committer.take(row, turn);
      bell.ring();
    },
    ask(request) {
      lastRow = performance.now();
      return desk.ask(request);
    },
    refuse: (why) => refuse(`Refused what came on the socket: ${why}`),
    ring: () => bell.ring(),
    room: () => committer.room(),
  });
  const committer: Committer = new Committer({
    spool,
    openStore: () =>
      openStore({
        folder: places.store,
        headFile: join(places.capture, "chain-head.json"),
        now,
      }),
    completeTurn: () => reception.completeTurn,
    log,
    now,
  });
  const desk = new Desk({
    places,
    withStore: (action) => committer.withStore(action),
    domainCase: async () => (await service.config()).memory.domainCase,
    log,
    now,
  });
  const door = new Door(places, reception, log);
  signal.addEventListener("abort", () => bell.ring());

  let stored = 0;
  let retryMs = 0;
  let retryAt = 0;
  let lastRow = performance.now();
  let gatherMs: number = GATHER_MS[0];
  /** Stores what waits, for as long as it may; says whether that worked. */
  const commit = async (goesOn: () => boolean): Promise<boolean> => {
    const began = performance.now();
    try {
      const rows = await committer.commit(goesOn);
      if (rows > 0) lastRow = performance.now();
      const took = performance.now() - began;
      gatherMs = Math.min(Math.max(2 * took, GATHER_MS[0]), GATHER_MS[1]);
      stored += rows;
      retryMs = 0;
      return true;
    } catch (error) {
      complain(`Cannot store rows, which go on waiting: ${reason(error)}`);
      retryMs = Math.min(Math.max(2 * retryMs, RETRY_MS[0]), RETRY_MS[1]);
      retryAt = performance.now() + retryMs;
      return false;
    }
  };

  let config = await service.config();
  await door.open();
  const untilEnd = (): boolean => !signal.aborted;
  await commit(untilEnd);
  door.letIn();

  let sweepAt = 0;
  let hourAt = 0;
  const keepHouse = async (): Promise<void> => {
    const time = performance.now();
    if (time < sweepAt) return;
    if (sweepAt > 0) await door.mend();
    sweepAt = time + SWEEP_MS;
    reception.dismissIdle();
    const sweep = (): number => sweepCapture(places.capture, now());
    await attempt(log, "sweep the folder of capture", sweep, 0);
    if (time < hourAt) return;
    if (hourAt > 0) config = await service.config();
    const { retentionDays, retentionMaxBytes } = config.capture;
    try {
      const limits = { days: retentionDays, maxBytes: retentionMaxBytes };
      const rows = committer.prune(limits);
      if (rows > 0) log.info(`Pruned ${rows} rows from the store`);
      hourAt = time + HOUR_MS;
    } catch (error) {
      complain(`Cannot prune the store: ${reason(error)}`);
    }
  };
  const whyEnd = (): { why: string; idle: boolean } | null => {
    if (signal.aborted) return { why: String(signal.reason), idle: false };
    if (!lock.isWhole()) return { why: "its lock was removed", idle: false };
    const idleMs = performance.now() - lastRow;
    return idleMs > config.capture.idleMinutes * 60_000 && !committer.hasMore()
      ? { why: "idle", idle: true }
      : null;
  };

  let end: { why: string; idle: boolean } | null;
  while ((end = whyEnd()) === null) {
    await keepHouse();
    await desk.check();
    const wait = Math.max(retryAt - performance.now(), 0);
    const rung = await bell.wait(retryMs > 0 ? wait : POLL_MS);
    if (signal.aborted) continue;
    if (rung) await new Promise((resolve) => setTimeout(resolve, gatherMs));
    if (performance.now() >= retryAt || retryMs === 0) {
      await commit(untilEnd);
    }
  }

  await door.close();
  await desk.close();
  const lastAt = performance.now() + LAST_COMMITS_MS;
  const inTime = (): boolean => performance.now() < lastAt;
  while (!await commit(inTime) && inTime()) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS[0]));
  }
  const lost = committer.saveHeld();
  if (lost > 0) {
    log.error(`Lost ${lost} rows: neither store nor spool took them`);
  }
  committer.close();
  log.info(`Ended (${end.why}): stored ${stored} rows`);
  return end;
}
