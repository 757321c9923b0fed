import type { Config } from "../config.ts";
import { type Log, reason } from "../log.ts";
import { storeEvent } from "../lifecycle/store_event.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { readModelMeter } from "../summary/model_meter.ts";
import { Summaries } from "../summary/summaries.ts";
import { openStore, type Store } from "../store/open_store.ts";
import { WorkerSwitch } from "../worker/worker_switch.ts";
import { Bell } from "./bell.ts";
import { Changes } from "./changes.ts";
import { Committer } from "./committer.ts";
import type { DaemonLock } from "./daemon_lock.ts";
import { Desk } from "./desk.ts";
import { Door } from "./door.ts";
import { Housekeeping } from "./housekeeping.ts";
import { lifecycleTasks } from "./lifecycle_tasks.ts";
import { MemoryWatch } from "./memory_watch.ts";
import { pruneStore } from "./pruner.ts";
import { rarely } from "./rarely.ts";
import { Reception } from "./reception.ts";
import { Scrubber } from "./scrubber.ts";
import { Recaller } from "../recall/recaller.ts";
import { readEmbedMeter } from "../recall/vectors/embed_meter.ts";
import { Vectors } from "../recall/vectors/vectors.ts";
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

/** The turn of a row that came on no connection of hooks: it waits for none of them. */
const FIRST_TURN = -1;

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
  readonly #changes: Changes;
  readonly #committer: Committer;
  readonly #scrubber: Scrubber;
  readonly #summaries: Summaries;
  readonly #desk: Desk;
  readonly #recaller: Recaller;
  readonly #vectors: Vectors;
  readonly #door: Door;
  readonly #housekeeping: Housekeeping;
  readonly #worker: WorkerSwitch;
  readonly #memory = new MemoryWatch();
  readonly #complain: (message: string) => void;
  #committed: Promise<boolean> = Promise.resolve(true);
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
    this.#changes = new Changes(log);
    this.#committer = new Committer({
      spool: new SpooledRows(join(places.capture, "spool"), now),
      openStore: () =>
        openStore({
          folder: places.store,
          headFile: join(places.capture, "chain-head.json"),
          now,
          warn: (message) => log.warn(message),
          stored: (db, row, seq) =>
            this.#changes.note(storeEvent(db, row, seq)),
        }),
      completeTurn: () => this.#reception.completeTurn,
      changes: this.#changes,
      redacting: async () => (await service.config()).capture,
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
    const withStore = <T>(action: (store: Store) => T): T =>
      this.#committer.withStore(action);
    this.#vectors = new Vectors({ withStore, config: service.config, log });
    this.#recaller = new Recaller({
      places,
      log,
      config: service.config,
      vectors: this.#vectors,
    });
    this.#scrubber = new Scrubber({ withStore, log });
    this.#summaries = new Summaries({
      places,
      withStore,
      config: service.config,
      log,
      published: (changes) => {
        this.#changes.note(changes);
        this.#changes.tell();
      },
    });
    this.#desk = new Desk({
      places,
      recaller: this.#recaller,
      withStore,
      settings: async () => (await service.config()).memory,
      changes: this.#changes,
      tasks: {
        ...lifecycleTasks({
          withStore,
          settle: () => this.#settle(),
          changes: this.#changes,
          scrubber: this.#scrubber,
          forget: () => this.#summaries.forget(),
          status: (db) => ({
            models: { summary: readModelMeter(db), embed: readEmbedMeter(db) },
          }),
          now,
        }),
        summary: async (params) => {
          await this.#settle();
          return this.#summaries.answer(params);
        },
      },
      log,
      now,
    });
    this.#changes.listen((changes) => {
      const isOthers = changes.some(({ what, kind, address }) =>
        kind === "memory" && (what === "deleted" || address === "memory:")
      );
      if (isOthers) this.#desk.memoriesChanged();
      this.#summaries.changed(changes);
      this.#vectors.changed(changes);
      this.#worker.publish(changes);
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
      prune: (limits) =>
        pruneStore({
          withStore,
          changes: this.#changes,
          scrubber: this.#scrubber,
          now,
        }, limits),
      scrub: () => this.#scrubber.keep(),
    }, config);
    this.#worker = new WorkerSwitch({
      places,
      log,
      now,
      config: service.config,
      ask: (method, params) =>
        this.#desk.ask({ id: crypto.randomUUID(), method, params }),
      store: (row) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        this.#committer.take({ ...row, spooled: null }, FIRST_TURN, resolve);
        this.#bell.ring();
        return promise;
      },
      stir: () => this.#lastRow = performance.now(),
    });
  }

  async serve(): Promise<End> {
    const { signal } = this.#service;
    signal.addEventListener("abort", () => this.#bell.ring());
    // Whoever connects from now on is heard; what waits in the spool goes first.
    await this.#door.open();
    await this.#commit(() => !signal.aborted);
    this.#door.letIn();
    await this.#recaller.warmUp();
    this.#summaries.start();
    this.#vectors.start();
    let end: End | null;
    while ((end = this.#whyEnd()) === null) {
      await this.#housekeeping.keep();
      await this.#desk.check();
      await this.#worker.keep();
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
    const memory = this.#memory.over(this.#housekeeping.config);
    if (memory !== null) return { why: memory, idle: false };
    if (this.#worker.isInUse) this.#lastRow = performance.now();
    const idleMs = performance.now() - this.#lastRow;
    const { idleMinutes } = this.#housekeeping.config.capture;
    return idleMs > idleMinutes * 60_000 && !this.#committer.hasMore()
      ? { why: "idle", idle: true }
      : null;
  }

  /** Stores what waits now, for a request that may be about it. */
  async #settle(): Promise<void> {
    await this.#commit(() => !this.#service.signal.aborted);
  }

  /** Stores what waits, for as long as it may, one call after the other; says whether that worked. */
  #commit(goesOn: () => boolean): Promise<boolean> {
    return this.#committed = this.#committed.then(() =>
      this.#commitNow(goesOn)
    );
  }

  async #commitNow(goesOn: () => boolean): Promise<boolean> {
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
    await Promise.all([
      this.#worker.close(),
      this.#door.close(),
      this.#scrubber.close(),
    ]);
    await this.#desk.close();
    this.#recaller.close();
    const end = performance.now() + LAST_COMMITS_MS;
    const inTime = (): boolean => performance.now() < end;
    while (!await this.#commit(inTime) && inTime()) await pause(RETRY_MS[0]);
    await this.#summaries.close();
    await this.#vectors.close();
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
