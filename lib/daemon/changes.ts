import type { Change } from "../lifecycle/types.ts";
import { type Log, reason } from "../log.ts";

/** Is told what changed in the store. */
export type ChangeListener = (changes: readonly Change[]) => void;

/** Tells whoever wants to know what changed in the store, once it is stored. */
export class Changes {
  readonly #log: Log;
  readonly #listeners = new Set<ChangeListener>();
  /** Of the transaction that is going on, by what they concern. */
  #noted = new Map<string, Change>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Has a listener told from now on; what it throws is logged. */
  listen(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /** Notes what a transaction changes. */
  note(changes: readonly Change[]): void {
    if (this.#listeners.size === 0) return;
    for (const change of changes) {
      const { what, address } = change;
      const before = this.#noted.get(address);
      // What was stored a moment ago and changed since is new to everybody else.
      if (before?.what === "stored" && what === "changed") continue;
      this.#noted.set(address, change);
    }
  }

  /** The transaction came to nothing. */
  drop(): void {
    this.#noted.clear();
  }

  /** The transaction is on the disk. */
  tell(): void {
    if (this.#noted.size === 0) return;
    const changes = [...this.#noted.values()];
    this.#noted = new Map();
    for (const listener of this.#listeners) {
      try {
        listener(changes);
      } catch (error) {
        this.#log.warn(`Cannot tell of a change: ${reason(error)}`);
      }
    }
  }
}
