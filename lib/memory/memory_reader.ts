import type { DatabaseSync } from "node:sqlite";
import { explained, noMemories, openMemories } from "../store/open_memories.ts";
import { join } from "../path.ts";
import type { DomainCase } from "./memory.ts";
import type { Params } from "./_params.ts";
import { pulse } from "./pulse.ts";
import {
  getDiagram,
  getMemory,
  listDomains,
  listRecent,
  timeline,
} from "./read_memories.ts";
import { Refused } from "./refused.ts";
import { type ReadContext, recall, search } from "./search.ts";
import type { FindNotes } from "./vault_note.ts";

/** Where and how is read. */
export interface ReaderOptions {
  /** The store's folder. Needs read permission on it. */
  readonly folder: string;
  /** How the names of domains are written; asked each time. */
  readonly domainCase: () => DomainCase;
  readonly now: () => Date;
  /** Finds notes of the vault; none by default. */
  readonly findNotes?: FindNotes;
  /** Reads what `get_memory` is asked for by an address instead of a uid, such as `summary:12`; nothing by default. */
  readonly readItem?: (db: DatabaseSync, address: string) => unknown;
}

const READERS = {
  pulse,
  search,
  recall,
  get_memory: getMemory,
  get_diagram: getDiagram,
  list_domains: listDomains,
  list_recent: listRecent,
  timeline,
} as const;

/** What can be read. */
export type ReadMethod = keyof typeof READERS;

export const READ_METHODS = Object.keys(READERS) as readonly ReadMethod[];

/** What each reader gives. */
export type Reading<M extends ReadMethod> = ReturnType<typeof READERS[M]>;

/**
 * Reads memories, also while the daemon writes. It keeps the store open, and opens it anew where another file has taken its place.
 */
export class MemoryReader implements Disposable {
  readonly #options: ReaderOptions;
  #db: DatabaseSync | null = null;
  #identity = "";

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads what a tool asks for.
   *
   * @param method The reader: `search`, `pulse`, …
   * @param params What it needs, named as the tool's parameters; nothing in it is trusted.
   * @returns What JSON can hold.
   * @throws {Refused} when a parameter is not as it has to be, or there is no such memory.
   * @throws {StoreBusy} when another process has the store for itself.
   * @throws {Error} when the store is broken.
   */
  read<M extends ReadMethod>(method: M, params: Params): Reading<M> {
    const context: ReadContext = {
      domainCase: this.#options.domainCase(),
      now: this.#options.now(),
      findNotes: this.#options.findNotes ?? null,
    };
    const reader = READERS[method] as (
      db: DatabaseSync,
      params: Params,
      context: ReadContext,
    ) => Reading<M>;
    try {
      return method === "get_memory"
        ? this.#item(params) ?? reader(this.#opened(), params, context)
        : reader(this.#opened(), params, context);
    } catch (error) {
      if (error instanceof Refused) throw error;
      this.close();
      throw explained(error);
    }
  }

  /** What an address names; `undefined` where a memory is asked for by its uid. */
  #item<M extends ReadMethod>({ uid }: Params): Reading<M> | undefined {
    const { readItem } = this.#options;
    if (
      readItem === undefined || typeof uid !== "string" || !uid.includes(":")
    ) return undefined;
    const item = readItem(this.#opened(), uid.trim());
    if (item !== null) return item as Reading<M>;
    throw new Refused("not_found", `there is no ${uid.slice(0, 60)}`);
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The store; where there is none yet, one without memories. */
  #opened(): DatabaseSync {
    const identity = identityOf(join(this.#options.folder, "store.sqlite"));
    if (this.#db !== null && identity === this.#identity) return this.#db;
    this.close();
    const db = openMemories(this.#options.folder);
    // A store from before there were memories gets them in the same file.
    this.#identity = db === null ? "" : identity;
    return this.#db = db ?? noMemories();
  }
}

function identityOf(file: string): string {
  try {
    const { dev, ino } = Deno.statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return "none";
  }
}
