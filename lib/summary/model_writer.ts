import type { DatabaseSync } from "node:sqlite";
import type { Config } from "../config/types.ts";
import type { Change } from "../lifecycle/types.ts";
import { type Log, reason } from "../log.ts";
import type { Places } from "../place.ts";
import type { Store } from "../store/open_store.ts";
import { countModelCall } from "./model_meter.ts";
import { keepSummary, readTold, type Told } from "./sum_up.ts";
import { type ModelAnswer, summariseWithModel } from "./with_model.ts";
import { writeProjectFile } from "./write_project_file.ts";

/** What the writer needs. */
export interface WriterOptions {
  readonly places: Pick<Places, "projects">;
  readonly withStore: <T>(action: (store: Store) => T) => T;
  /** Reads the settings; they may have changed. */
  readonly config: () => Promise<Config>;
  readonly log: Log;
  readonly published?: (changes: readonly Change[]) => void;
  /** Milliseconds; for tests. */
  readonly quietMs?: number;
  readonly pauseMs?: number;
}

/** Milliseconds without a change after which a session is quiet. */
const QUIET_MS = 120_000;

/** Milliseconds between two calls for the same session. */
const PAUSE_MS = 600_000;

/** Milliseconds that one call may take. */
const CALL_MS = 60_000;

/** Sessions that are remembered: those that wait, and those that were written of late. */
const MOST_SESSIONS = 200;

/**
 * Has a local model write the summaries of sessions that went quiet, where the user named one: one call at a time. Where it fails, the
 * extract stays. Without a name in the settings nothing is ever called.
 */
export class ModelWriter {
  readonly #options: WriterOptions;
  /** When a session may be written, by the host's id, in ms as `performance.now()` counts. */
  readonly #dueAt = new Map<string, number>();
  /** When one was written last. */
  readonly #calledAt = new Map<string, number>();
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * Is told that a session went on, or ended.
   *
   * @param session The host's id of it.
   * @param hasEnded Whether the host has ended it.
   */
  summed(session: string, hasEnded: boolean): void {
    if (this.#ending.signal.aborted) return;
    const { quietMs = QUIET_MS, pauseMs = PAUSE_MS } = this.#options;
    const now = performance.now();
    const last = this.#calledAt.get(session) ?? -Infinity;
    const quietAt = hasEnded ? now : now + quietMs;
    this.#dueAt.delete(session);
    this.#dueAt.set(session, Math.max(quietAt, last + pauseMs));
    forgetFirst(this.#dueAt);
    this.#later();
  }

  /** Ends the call that runs, if one does, and starts no other. */
  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#work;
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (
      this.#work !== null || this.#dueAt.size === 0 ||
      this.#ending.signal.aborted
    ) return;
    const next = Math.min(...this.#dueAt.values());
    this.#timer = setTimeout(() => {
      this.#work = this.#writeDue().catch((error) => {
        this.#options.log.warn(`Cannot use the model: ${reason(error)}`);
      }).finally(() => {
        this.#work = null;
        this.#later();
      });
    }, Math.max(0, next - performance.now()));
  }

  async #writeDue(): Promise<void> {
    const config = await this.#options.config();
    if (config.summary.model === "") return this.#dueAt.clear();
    const now = performance.now();
    const session = [...this.#dueAt].find(([, at]) => at <= now)?.[0];
    if (session === undefined) return;
    this.#dueAt.delete(session);
    const told = this.#change((db) => readTold(db, session));
    // Nothing to tell, or the model has told it: nothing happened since.
    const { summary } = told?.story ?? {};
    if (
      told === null || summary === null || summary === undefined ||
      summary.source === config.summary.model
    ) return;
    this.#calledAt.delete(session);
    this.#calledAt.set(session, now);
    forgetFirst(this.#calledAt);
    await this.#write(told, config);
  }

  async #write(told: Told, config: Config): Promise<void> {
    const began = performance.now();
    const { log, places, published } = this.#options;
    const signal = AbortSignal.any([
      this.#ending.signal,
      AbortSignal.timeout(CALL_MS),
    ]);
    let answer: ModelAnswer = { summary: null, tokens: 0 };
    try {
      answer = await summariseWithModel(told, {
        url: config.model.url,
        model: config.summary.model,
        maxTokens: config.summary.maxTokens,
        redaction: { emailAllow: config.capture.emailAllow },
        signal,
      });
      if (answer.summary === null) log.warn("The model wrote no summary");
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      log.warn(`Cannot use the model: ${reason(error)}`);
    }
    const { summary, tokens } = answer;
    const ms = performance.now() - began;
    const { session } = told.story;
    const change = this.#change((db) => {
      countModelCall(db, { failed: summary === null, tokens, ms });
      const now = readTold(db, session.session)?.story;
      // What went on meanwhile, or was deleted, is told by the extract.
      if (
        summary === null || now === undefined || now.summary === null ||
        now.session.lastAt !== session.lastAt ||
        now.session.observations !== session.observations ||
        now.session.prompts !== session.prompts
      ) return null;
      const kept = keepSummary(db, now, summary);
      writeProjectFile(db, places, session.project);
      return kept;
    });
    if (change !== null) published?.([change]);
  }

  #change<T>(action: (db: DatabaseSync) => T): T {
    return this.#options.withStore((store) => store.change(action));
  }
}

/** A map keeps its order. */
function forgetFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MOST_SESSIONS) return;
    map.delete(key);
  }
}
