import type { Change, SummaryView } from "../lifecycle/types.ts";
import { type KeeperOptions, SummaryKeeper } from "./keep_summaries.ts";
import { ModelWriter, type WriterOptions } from "./model_writer.ts";

/** What keeping summaries needs; `summed` is the model's. */
export type SummariesOptions = Omit<KeeperOptions, "summed"> & WriterOptions;

/** The summaries of all sessions, kept in the daemon: put together at once, and by a local model later, where one is named. */
export class Summaries {
  readonly #keeper: SummaryKeeper;
  readonly #writer: ModelWriter;

  constructor(options: SummariesOptions) {
    this.#writer = new ModelWriter(options);
    this.#keeper = new SummaryKeeper({
      ...options,
      summed: (session, hasEnded) => this.#writer.summed(session, hasEnded),
    });
  }

  /** Sums up what went on while no daemon ran. */
  start(): void {
    this.#keeper.start();
  }

  /** Is told what changed in the store, after it is stored. */
  changed(changes: readonly Change[]): void {
    this.#keeper.changed(changes);
  }

  /** Is told that something was removed, which nothing may tell of any more. */
  forget(): void {
    this.#keeper.forget();
  }

  /**
   * Answers the request `summary`.
   *
   * @param params `session`: the host's id; `ended`: whether the host has ended it.
   * @returns The summary as it is now, `null` where there is nothing to tell.
   * @throws As the store does.
   */
  answer(params: unknown): SummaryView | null {
    const { session, ended } = (params ?? {}) as Record<string, unknown>;
    return typeof session === "string"
      ? this.#keeper.summaryOf(session, ended === true)
      : null;
  }

  /** Sums up what is due, and ends. */
  async close(): Promise<void> {
    this.#keeper.close();
    await this.#writer.close();
  }
}
