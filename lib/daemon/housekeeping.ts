import type { Config } from "../config.ts";
import { attempt } from "../frame/attempt.ts";
import { type Log, reason } from "../log.ts";
import type { Retention } from "../lifecycle/retention.ts";
import type { Pruned } from "./pruner.ts";
import { sweepCapture } from "./sweep_capture.ts";

/** What has to be done now and then. */
export interface Chores {
  /** The folder of capture. Needs read and write permission on it. */
  readonly capture: string;
  readonly now: () => Date;
  readonly log: Log;
  /** Reads the settings. */
  readonly config: () => Promise<Config>;
  /** Looks after the socket and its connections. */
  readonly mend: () => Promise<void>;
  /** Prunes the store; says how much went. */
  readonly prune: (limits: Retention) => Promise<Pruned>;
  /** Sees to it that what was removed is gone from the files. */
  readonly scrub: () => Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Does every minute, and every hour, what is due; the first time all of it. */
export class Housekeeping {
  /** The settings as they were read last. */
  config: Config;
  readonly #chores: Chores;
  #minuteAt = 0;
  #hourAt = 0;
  #hasBegun = false;

  /**
   * @param chores What has to be done.
   * @param config The settings as they are.
   */
  constructor(chores: Chores, config: Config) {
    this.#chores = chores;
    this.config = config;
  }

  /** Does what is due; most of the time that is nothing. */
  async keep(): Promise<void> {
    const { log, mend, now, capture, scrub } = this.#chores;
    const time = performance.now();
    if (time < this.#minuteAt) return;
    this.#minuteAt = time + MINUTE_MS;
    if (this.#hasBegun) await attempt(log, "look after the socket", mend, null);
    const sweep = (): number => sweepCapture(capture, now());
    await attempt(log, "sweep the folder of capture", sweep, 0);
    if (time >= this.#hourAt) await this.#hourly(time);
    await scrub();
    this.#hasBegun = true;
  }

  async #hourly(time: number): Promise<void> {
    const { log, config, prune } = this.#chores;
    if (this.#hasBegun) this.config = await config();
    const { retentionDays: days, retentionMaxBytes: maxBytes } =
      this.config.capture;
    try {
      const { rows, items } = await prune({ days, maxBytes });
      if (rows > 0) log.info(`Pruned ${rows} rows from the store`);
      if (items > 0) {
        log.info(`Pruned ${items} sessions, prompts, observations, summaries`);
      }
      this.#hourAt = time + HOUR_MS;
    } catch (error) {
      // Once more in a minute.
      log.warn(`Cannot prune the store: ${reason(error)}`);
    }
  }
}
