import type { DatabaseSync } from "node:sqlite";
import { join } from "../path.ts";
import { explained, openMemories } from "../store/open_memories.ts";
import { Problem } from "./_problem.ts";

/** Reads the store on a connection of its own, so that no answer waits for a row to be stored, and no row for an answer. */
export class StoreReader {
  readonly #folder: string;
  #db: DatabaseSync | null = null;
  #identity: string | null = null;

  /**
   * @param folder The store's folder. Needs read permission on it.
   */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reads something, as one state of the store.
   *
   * @param action Is given the open database; what it reads later is another state.
   * @throws {Problem} when there is no store that can be read.
   * @throws What the action throws.
   */
  read<T>(action: (db: DatabaseSync) => T): T {
    try {
      return action(this.#opened());
    } catch (error) {
      if (error instanceof Problem) throw error;
      this.close();
      throw explained(error);
    }
  }

  /**
   * Opens a connection that stays for longer than a moment.
   *
   * @returns To be closed by the caller.
   * @throws {Problem} when there is no store.
   */
  open(): DatabaseSync {
    const db = openMemories(this.#folder);
    if (db === null) throw new Problem(503, "busy", "there is no store yet");
    return db;
  }

  /** Closes the connection. */
  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  #opened(): DatabaseSync {
    const identity = this.#identityNow();
    // A store that broke moves aside, and another one takes its place.
    if (identity !== this.#identity) this.close();
    this.#identity = identity;
    return this.#db ??= this.open();
  }

  #identityNow(): string | null {
    try {
      const { dev, ino } = Deno.statSync(join(this.#folder, "store.sqlite"));
      return `${dev}:${ino}`;
    } catch {
      return null;
    }
  }
}
