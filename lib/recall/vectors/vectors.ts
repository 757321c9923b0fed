import type { DatabaseSync } from "node:sqlite";
import type { Config } from "../../config/types.ts";
import type { Change } from "../../lifecycle/types.ts";
import { type Log, reason } from "../../log.ts";
import type { Store } from "../../store/open_store.ts";
import { StoreBusy } from "../../store/store_busy.ts";
import { dueItems } from "./_due_items.ts";
import { embed } from "./embed.ts";
import { countEmbedCall } from "./embed_meter.ts";
import {
  forgetMemories,
  forgetOthers,
  keepVectors,
  vectorsOf,
} from "./_stored_vectors.ts";
import { type Near, VectorIndex } from "./vector_index.ts";

/** What keeping vectors needs. */
export interface VectorsOptions {
  readonly withStore: <T>(action: (store: Store) => T) => T;
  /** Reads the settings; they may have changed. */
  readonly config: () => Promise<Config>;
  readonly log: Log;
  /** Milliseconds; for tests. */
  readonly waitMs?: number;
  readonly pauseMs?: number;
}

/** Items that the model is given at once. */
const BATCH = 32;

/** Milliseconds that one call may take in the background, and for a prompt. */
const CALL_MS = 60_000;
const QUERY_MS = 100;

/** Milliseconds after a change until its items get vectors: more may come. */
const WAIT_MS = 2000;

/** Milliseconds for which a model that failed is left alone; they double up to the second number. */
const PAUSE_MS = [30_000, 900_000] as const;

/** Changed memories that are remembered until they get another vector. */
const MAX_EDITED = 10_000;

/** Items that are near to a prompt. */
const NEAREST = 40;

/**
 * The vectors of items, made by a local model in the background where the user named one, one call at a time. Where it fails, it is left
 * alone for a while, and everything is found by words as before. Without a name in the settings nothing is ever called.
 */
export class Vectors {
  readonly #options: VectorsOptions;
  readonly #index = new VectorIndex();
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> | null = null;
  /** Memories that were changed, by their uids. */
  readonly #edited = new Set<string>();
  #hasMore = true;
  #pauseMs = 0;
  #pauseUntil = -Infinity;

  constructor(options: VectorsOptions) {
    this.#options = options;
  }

  /** Goes on where an earlier daemon stopped. */
  start(): void {
    this.#later(0);
  }

  /** Is told what changed in the store. */
  changed(changes: readonly Change[]): void {
    for (const { what, kind, address } of changes) {
      // What is stored anew has no vector yet, and what is deleted none any more; a memory that says something else needs another one.
      if (kind !== "memory" || what === "stored") continue;
      this.#edited.add(address.slice("memory:".length));
      if (this.#edited.size > MAX_EDITED) this.#edited.clear();
    }
    this.#hasMore = true;
    this.#later(this.#options.waitMs ?? WAIT_MS);
  }

  /**
   * Finds what is near to a prompt, within 100 ms or not at all.
   *
   * @param prompt The prompt, redacted.
   * @param project The project's identity.
   * @returns None where there is no model, or it does not answer.
   */
  async nearest(prompt: string, project: string): Promise<readonly Near[]> {
    const { recall, model: { url } } = await this.#options.config();
    const model = recall.embedModel;
    if (
      model === "" || prompt === "" || this.#index.size === 0 ||
      this.#index.model !== model || performance.now() < this.#pauseUntil
    ) return [];
    try {
      const signal = AbortSignal.any([
        this.#ending.signal,
        AbortSignal.timeout(QUERY_MS),
      ]);
      const [vector] = await embed([prompt], { url, model, signal });
      return vector === undefined
        ? []
        : this.#index.nearest(vector, project, NEAREST);
    } catch {
      // A model that is busy with another call is no broken one; one that is broken is found out in the background.
      return [];
    }
  }

  /** Ends the call that runs, if one does, and starts no other. */
  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#work;
  }

  #later(ms: number): void {
    if (
      this.#work !== null || this.#ending.signal.aborted ||
      this.#timer !== undefined
    ) return;
    const pause = this.#pauseUntil - performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work = this.#keep().finally(() => {
        this.#work = null;
        if (this.#hasMore) this.#later(0);
      });
    }, Math.max(ms, pause, 0));
  }

  async #keep(): Promise<void> {
    const { config, withStore, log } = this.#options;
    try {
      const { recall, model: { url } } = await config();
      const model = recall.embedModel;
      if (model === "") {
        this.#hasMore = false;
        return this.#index.begin("");
      }
      if (this.#index.model !== model) await this.#load(model);
      this.#forgetEdited();
      const due = withStore((store) =>
        store.read((db) => dueItems(db, model, BATCH))
      );
      if (due.length === 0) {
        this.#hasMore = false;
        return;
      }
      const began = performance.now();
      const signal = AbortSignal.any([
        this.#ending.signal,
        AbortSignal.timeout(CALL_MS),
      ]);
      const vectors = await embed(due.map(({ text }) => text), {
        url,
        model,
        signal,
      });
      const ms = performance.now() - began;
      this.#change((db) => {
        keepVectors(db, model, due.map(({ item }) => item), vectors);
        countEmbedCall(db, { failed: false, items: due.length, ms });
      });
      due.forEach(({ item, group }, at) => {
        const vector = vectors[at];
        if (vector !== undefined) this.#index.put(item, group, vector);
      });
      this.#pauseMs = 0;
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      const [first, most] = PAUSE_MS;
      const least = this.#options.pauseMs ?? first;
      const isBusy = error instanceof StoreBusy;
      if (!isBusy) {
        this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, least), most);
        log.warn(
          `Cannot make vectors, and tries again in ${
            Math.round(this.#pauseMs / 1000)
          } s: ${reason(error)}`,
        );
        this.#count();
      }
      this.#pauseUntil = performance.now() + (isBusy ? 500 : this.#pauseMs);
    }
  }

  /** Takes in what there is; vectors of another model go, a part at a time. */
  async #load(model: string): Promise<void> {
    this.#index.begin(model);
    while (!this.#ending.signal.aborted) {
      if (!this.#change((db) => forgetOthers(db, model))) break;
      await new Promise((go) => setTimeout(go, 0));
    }
    for (
      let before = Number.MAX_SAFE_INTEGER;
      !this.#ending.signal.aborted;
    ) {
      const part = this.#options.withStore((store) =>
        store.read((db) => vectorsOf(db, model, before))
      );
      const last = part.at(-1);
      if (last === undefined) return;
      for (const { item, group, vector } of part) {
        this.#index.put(item, group, vector);
      }
      before = last.item;
      await new Promise((go) => setTimeout(go, 0));
    }
  }

  #forgetEdited(): void {
    if (this.#edited.size === 0) return;
    const uids = [...this.#edited];
    this.#edited.clear();
    this.#change((db) => forgetMemories(db, uids));
  }

  #count(): void {
    try {
      this.#change((db) =>
        countEmbedCall(db, { failed: true, items: 0, ms: 0 })
      );
    } catch {
      // It is only a count.
    }
  }

  #change<T>(action: (db: DatabaseSync) => T): T {
    return this.#options.withStore((store) => store.change(action));
  }
}
