import type { DatabaseSync } from "node:sqlite";
import {
  askDaemon,
  type AskOptions,
  DaemonError,
} from "../daemon/ask_daemon.ts";
import type { Config } from "../config.ts";
import { readItem } from "../lifecycle/read_item.ts";
import { type Log, reason } from "../log.ts";
import { MemoryReader, type ReadMethod } from "../memory/memory_reader.ts";
import { Refused } from "../memory/refused.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import type { RedactOptions } from "../redact/redact.ts";
import { StoreBusy } from "../store/store_busy.ts";
import { CallFailed } from "./answer.ts";
import type { Memories } from "./call_tool.ts";
import type { Arguments } from "./check_arguments.ts";
import { VaultNotes } from "./vault_notes.ts";

/** Where the memories are, and how they are reached. */
export interface StoredOptions {
  /** Needs read permission on the store, the index and the vault. */
  readonly places: Places;
  readonly log: Log;
  readonly now: () => Date;
  /** The settings as they are at the moment. */
  readonly config: () => Promise<Config>;
  /** How the daemon is reached. */
  readonly daemon: AskOptions;
}

/** Milliseconds for which a store that somebody holds is asked again. SQLite itself may wait for five seconds, where it is held as a whole. */
const PATIENCE_MS = 2000;

/** Milliseconds between two tries; other calls go on meanwhile. */
const PAUSE_MS = 100;

/** The memories of the store: read from its file, changed by the daemon. */
export class StoredMemories implements Memories {
  readonly #options: StoredOptions;
  readonly #notes: VaultNotes;
  readonly #reader: MemoryReader;
  /** The settings as of the last call. */
  #config: Config | null = null;

  constructor(options: StoredOptions) {
    this.#options = options;
    const { places, now } = options;
    this.#notes = new VaultNotes(places, () => performance.now());
    this.#reader = new MemoryReader({
      folder: places.store,
      domainCase: () => this.#config?.memory.domainCase ?? "preserve",
      now,
      findNotes: (words, limit) => this.#findNotes(words, limit),
      readItem: (db, address) => hasSessions(db) ? readItem(db, address) : null,
    });
  }

  async read(method: string, params: Arguments): Promise<unknown> {
    this.#config = await this.#options.config();
    const end = performance.now() + PATIENCE_MS;
    while (true) {
      try {
        return this.#reader.read(method as ReadMethod, params);
      } catch (error) {
        if (!(error instanceof StoreBusy) || performance.now() > end) {
          throw this.#readFailed(method, error);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async write(method: string, params: Arguments): Promise<unknown> {
    try {
      return await askDaemon(this.#options.daemon, method, params);
    } catch (error) {
      if (!(error instanceof DaemonError)) throw error;
      throw this.#writeFailed(method, error);
    }
  }

  async redaction(): Promise<RedactOptions> {
    const { capture } = await this.#options.config();
    return { emailAllow: capture.emailAllow };
  }

  close(): void {
    this.#reader.close();
    this.#notes.close();
  }

  /** What is wrong with the index of the vault takes nothing from the memories. */
  #findNotes(words: readonly string[], limit: number) {
    const vault = this.#config?.vault.path;
    if (vault === undefined) return [];
    try {
      // Whoever is told of a note reads it as a file.
      return this.#notes.find(vault, words, limit)
        .map((note) => ({ ...note, path: join(vault, note.path) }));
    } catch (error) {
      this.#options.log.warn(`Cannot search the vault: ${reason(error)}`);
      return [];
    }
  }

  #readFailed(method: string, error: unknown): unknown {
    if (error instanceof Refused) {
      return new CallFailed(`Cannot do ${method}: ${error.message}`);
    }
    if (error instanceof StoreBusy) {
      return new CallFailed(
        `Cannot do ${method}: another process holds the store. Try again in a moment.`,
      );
    }
    this.#options.log.error(`Cannot do ${method}`, error);
    return new CallFailed(
      `Cannot do ${method}: the store in ${this.#options.places.store} cannot be read (${
        reason(error)
      }). Tell the user to run install.ts --check; until then, work without the memory.`,
    );
  }

  #writeFailed(method: string, { code, message }: DaemonError): CallFailed {
    switch (code) {
      case "invalid":
      case "not_found":
        return new CallFailed(`Cannot do ${method}: ${message}`);
      case "busy":
        return new CallFailed(
          `Cannot do ${method}: another process holds the store, and nothing was stored. Try again in a moment.`,
        );
      case "newer_schema":
        return new CallFailed(
          `Cannot do ${method}: a later version of memory-hooks made the store, and this one only reads it; nothing was stored. Tell the user to update memory-hooks and to run install.ts again.`,
        );
      case "failed":
        this.#options.log.error(`Cannot do ${method}: ${message}`);
        return new CallFailed(
          `Cannot do ${method}: ${message}. It may not be stored: look with list_recent before you try again, and tell the user that memory-hooks.log says more.`,
        );
    }
  }
}

/** A store from before sessions were kept has no tables for them. */
function hasSessions(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'summaries'")
    .get() !== undefined;
}
