import type { Config } from "../config.ts";
import { type Log, reason } from "../log.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { openStore } from "../store/open_store.ts";
import { Bell } from "./bell.ts";
import { Committer } from "./committer.ts";
import type { DaemonLock } from "./daemon_lock.ts";
import { Desk } from "./desk.ts";
import { Door } from "./door.ts";
import { Housekeeping } from "./housekeeping.ts";
import { rarely } from "./rarely.ts";
import { Reception } from "./reception.ts";
import { SpooledRows } from "./spooled_rows.ts";

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

/** Why the daemon ended. */
export interface End {
  /** In words. */
  readonly why: string;
  /** Whether it was for want of work. */
  readonly idle: boolean;
}

/** Milliseconds after which the spool is looked at, rung or not: a hook that cannot connect does not ring. */
const POLL_MS = 1000;

/**
 * Milliseconds in which more rows may come to be stored together with the first: twice as many as storing took the last time, which is
 * mostly the disk's time, so that no disk is too slow for many rows. Nobody waits for it.
 */
const GATHER_MS = [5, 100] as const;

/** Milliseconds after a failure until the store is tried again; they double up to the second number. */
const RETRY_MS = [100, 5000] as const;

/** Milliseconds that the last commits may take. */
const LAST_COMMITS_MS = 2500;

/**
 * Takes rows in and stores them, until it is told to end, or has had nothing to do for a while.
 *
 * @param service What it works with. Needs read and write permission on the state folder, the store's and the socket's.
 */
export async function serve(service: Service): Promise<End> {
  return await new Server(service, await service.config()).serve();
}

class Server {
  readonly #service: Service;
  readonly #bell = new Bell();
  readonly #reception: Reception;
  readonly #committer: Committer;
  readonly #desk: Desk;
  readonly #door: Door;
  readonly #housekeeping: Housekeeping;
  readonly #complain: (message: string) => void;
  #stored = 0;
  #lastRow = performance.now();
  #gatherMs: number = GATHER_MS[0];
  #retryMs = 0;
  #retryAt = 0;

  constructor(service: Service, config: Config) {
    const { places, log, now } = service;
    this.#service = service;
    this.#complain = rarely((message) => log.error(message));
    const refuse = rarely((message) => log.warn(message));
    this.#committer = new Committer({
      spool: new SpooledRows(join(places.capture, "spool"), now),
      openStore: () =>
        openStore({
          folder: places.store,
          headFile: join(places.capture, "chain-head.json"),
          now,
          warn: (message) => log.warn(message),
        }),
      completeTurn: () => this.#reception.completeTurn,
      log,
      now,
    });
    this.#reception = new Reception({
      take: (row, turn) => {
        this.#committer.take(row, turn);
        this.#bell.ring();
      },
      ask: (request) => {
        this.#lastRow = performance.now();
        return this.#desk.ask(request);
      },
      refuse: (why) => refuse(`Refused what came on the socket: ${why}`),
      ring: () => this.#bell.ring(),
      room: () => this.#committer.room(),
    });
    this.#desk = new Desk({
      places,
      withStore: (action) => this.#committer.withStore(action),
      domainCase: async () => (await service.config()).memory.domainCase,
      log,
      now,
    });
    this.#door = new Door(places, this.#reception, log);
    this.#housekeeping = new Housekeeping({
      capture: places.capture,
      now,
      log,
      config: service.config,
      mend: async () => {
        this.#reception.dismissIdle();
        await this.#door.mend();
      },
      prune: (limits) => this.#committer.prune(limits),
    }, config);
  }

  async serve(): Promise<End> {
    const { signal } = this.#service;
    signal.addEventListener("abort", () => this.#bell.ring());
    // Whoever connects from now on is heard; what waits in the spool goes first.
    await this.#door.open();
    await this.#commit(() => !signal.aborted);
    this.#door.letIn();
    let end: End | null;
    while ((end = this.#whyEnd()) === null) {
      await this.#housekeeping.keep();
      await this.#desk.check();
      await this.#next();
    }
    await this.#finish(end);
    return end;
  }

  /** Waits for rows, and stores them. */
  async #next(): Promise<void> {
    const { signal } = this.#service;
    const isFailing = this.#retryMs > 0;
    const wait = isFailing ? this.#retryAt - performance.now() : POLL_MS;
    const rung = await this.#bell.wait(Math.max(wait, 0));
    if (signal.aborted) return;
    if (isFailing && performance.now() < this.#retryAt) return;
    if (rung) await pause(this.#gatherMs);
    await this.#commit(() => !signal.aborted);
  }

  #whyEnd(): End | null {
    const { signal, lock } = this.#service;
    if (signal.aborted) return { why: String(signal.reason), idle: false };
    if (!lock.isWhole()) return { why: "its lock was removed", idle: false };
    const idleMs = performance.now() - this.#lastRow;
    const { idleMinutes } = this.#housekeeping.config.capture;
    return idleMs > idleMinutes * 60_000 && !this.#committer.hasMore()
      ? { why: "idle", idle: true }
      : null;
  }

  /** Stores what waits, for as long as it may; says whether that worked. */
  async #commit(goesOn: () => boolean): Promise<boolean> {
    const began = performance.now();
    try {
      const rows = await this.#committer.commit(goesOn);
      if (rows > 0) this.#lastRow = performance.now();
      this.#stored += rows;
      this.#retryMs = 0;
      const took = performance.now() - began;
      this.#gatherMs = Math.min(Math.max(2 * took, GATHER_MS[0]), GATHER_MS[1]);
      return true;
    } catch (error) {
      this.#complain(
        `Cannot store rows, which go on waiting: ${reason(error)}`,
      );
      const doubled = Math.max(2 * this.#retryMs, RETRY_MS[0]);
      this.#retryMs = Math.min(doubled, RETRY_MS[1]);
      this.#retryAt = performance.now() + this.#retryMs;
      return false;
    }
  }

  async #finish({ why }: End): Promise<void> {
    const { log } = this.#service;
    await this.#door.close();
    await this.#desk.close();
    const end = performance.now() + LAST_COMMITS_MS;
    const inTime = (): boolean => performance.now() < end;
    while (!await this.#commit(inTime) && inTime()) await pause(RETRY_MS[0]);
    const lost = this.#committer.saveHeld();
    if (lost > 0) {
      log.error(`Lost ${lost} rows: neither store nor spool took them`);
    }
    this.#committer.close();
    log.info(`Ended (${why}): stored ${this.#stored} rows`);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
