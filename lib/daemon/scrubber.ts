import { mergeIndex } from "../lifecycle/merge_index.ts";
import { isScrubDue, noteScrubbed } from "../lifecycle/scrub_state.ts";
import { type Log, reason } from "../log.ts";
import type { Store } from "../store/open_store.ts";
import { rarely } from "./rarely.ts";

/** What the scrubber works with. */
export interface ScrubberOptions {
  /** Does something with the store. */
  readonly withStore: <T>(action: (store: Store) => T) => T;
  readonly log: Log;
}

/** Milliseconds after a removal until its words go: more may be removed. */
const WAIT_MS = 500;

/** Milliseconds for which a reader that is in the way is waited for, and between tries. */
const BUSY_MS = 2000;
const RETRY_MS = 50;

/** Sees to it that what was removed is gone from the store's files, too, while rows are stored. */
export class Scrubber {
  readonly #options: ScrubberOptions;
  readonly #warn: (message: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  /** Whether something was removed that is not known to be gone; the store is asked once. */
  #isDue: boolean | null = null;
  #isClosed = false;

  constructor(options: ScrubberOptions) {
    this.#options = options;
    this.#warn = rarely((message) => options.log.warn(message));
  }

  /** Something was removed. */
  removed(): void {
    this.#isDue = true;
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.scrub(), WAIT_MS);
  }

  /** Does what is left of it: of a daemon before, or what something was in the way of. */
  async keep(): Promise<void> {
    this.#isDue ??= this.#ask();
    if (this.#isDue) await this.scrub();
  }

  /**
   * Scrubs now.
   *
   * @returns Whether all that was removed before is gone.
   */
  async scrub(): Promise<boolean> {
    // What was removed since it began may not be what it takes away.
    while (this.#running !== null) await this.#running;
    clearTimeout(this.#timer);
    this.#running = this.#work();
    try {
      return await this.#running;
    } finally {
      this.#running = null;
    }
  }

  /** Ends it; what is left is done by the next daemon. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #ask(): boolean | null {
    try {
      return this.#options.withStore((store) => store.read(isScrubDue));
    } catch {
      // Rows are what tells of a store that cannot be used.
      return null;
    }
  }

  async #work(): Promise<boolean> {
    const { withStore } = this.#options;
    try {
      while (withStore((store) => store.change(mergeIndex))) {
        if (this.#isClosed) return false;
        // Rows and requests must not wait for all of it.
        await pause(0);
      }
      this.#isDue = false;
      let waited = 0;
      for (let page: number | null = 1; page !== null;) {
        const from: number = page;
        page = withStore((store) => store.scrub(from));
        if (page === from) waited += RETRY_MS;
        if (this.#isClosed || waited > BUSY_MS) {
          this.#isDue = true;
          return false;
        }
        await pause(page === from ? RETRY_MS : 0);
      }
      withStore((store) => store.change(noteScrubbed));
      return true;
    } catch (error) {
      this.#isDue = true;
      this.#warn(`Cannot scrub the store: ${reason(error)}`);
      return false;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
