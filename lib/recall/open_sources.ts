import type { DatabaseSync } from "node:sqlite";
import { type Log, reason } from "../log.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { openMemories } from "../store/open_memories.ts";
import { NoteTexts } from "./note_texts.ts";
import type { RecallSources } from "./recall.ts";

/** Store and index, open for reading: on a connection of their own, so that no answer waits for a row to be stored. */
export class OpenSources {
  readonly #places: Places;
  readonly #log: Log;
  #db: DatabaseSync | null = null;
  #identity = "";
  #texts: NoteTexts | null = null;

  /**
   * @param places Where they are. Needs read permission on the store and the index.
   * @param log Where is said that the notes cannot be read: that takes nothing from the rest.
   */
  constructor(places: Places, log: Log) {
    this.#places = places;
    this.#log = log;
  }

  /**
   * What there is at the moment.
   *
   * @param vault The configured vault.
   * @throws {StoreBusy} when another process has the store for itself.
   * @throws {Error} when the store is broken.
   */
  now(vault: string): RecallSources {
    return { db: this.#opened(), notes: this.#notes(vault) };
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
    this.#identity = "";
    this.#texts?.close();
    this.#texts = null;
  }

  #opened(): DatabaseSync | null {
    const { store } = this.#places;
    const identity = identityOf(join(store, "store.sqlite"));
    if (this.#db !== null && identity === this.#identity) return this.#db;
    this.#db?.close();
    this.#db = null;
    // One from before there were memories gets them in the same file.
    this.#db = openMemories(store);
    this.#identity = this.#db === null ? "" : identity;
    return this.#db;
  }

  #notes(vault: string): RecallSources["notes"] {
    const texts = this.#texts ??= new NoteTexts(this.#places);
    try {
      return texts.pool(vault) === null ? null : { texts, vault };
    } catch (error) {
      this.#log.warn(`Cannot search the vault: ${reason(error)}`);
      return null;
    }
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
