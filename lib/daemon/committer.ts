import type { Log } from "../log.ts";
import type { RedactOptions } from "../redact/redact.ts";
import type { Row } from "../store/row.ts";
import type { Store } from "../store/open_store.ts";
import { rebuildIndex } from "../lifecycle/rebuild_index.ts";
import { IndexBroken } from "../store/on_index.ts";
import { StoreBusy } from "../store/store_busy.ts";
import type { Changes } from "./changes.ts";
import { completeRow } from "./complete_row.ts";
import { rarely } from "./rarely.ts";
import { gapRow, unusableRow } from "./gap_row.ts";
import type { CapturedRow } from "./parse_row.ts";
import type { SpooledRows } from "./spooled_rows.ts";

/** What is on its way into the store. */
interface Item {
  readonly row: Row;
  readonly bytes: number;
  /** Forgets it where it waited: it is stored, or nobody can store it. */
  settle(isStored: boolean): void;
}

/** A row that waits in memory: its hook could not write it anywhere. */
interface Held {
  readonly row: CapturedRow;
  readonly turn: number;
  readonly bytes: number;
  /** Is told when it is stored, or that nobody can store it. */
  readonly settled: (isStored: boolean) => void;
}

/** Where the rows come from and go to. */
export interface CommitterOptions {
  readonly spool: SpooledRows;
  /** Opens the store; asked again after it failed. */
  readonly openStore: () => Store;
  /** Rows of this turn and of earlier ones are complete (see `Reception`). */
  readonly completeTurn: () => number;
  /** What the store notes as rows are stored. */
  readonly changes: Changes;
  /** What may stay where rows are completed, and redacted for that. */
  readonly redacting: () => Promise<RedactOptions>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Rows, and bytes of rows, that are stored at once. */
const BATCH_ROWS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Bytes that may wait in memory; then nothing more is read from connections. */
const HELD_BYTES = 64 * 1024 * 1024;

/** Names of files that are remembered after they were stored: their frame may still come. */
const REMEMBERED = 10_000;

/**
 * Brings rows into the store: those that wait in the spool, and those that came with no file. Each round looks at the spool anew, so that
 * no row overtakes one that waited before it. A row leaves its place only when it is stored, and the store knows it by its id.
 */
export class Committer {
  readonly #options: CommitterOptions;
  #store: Store | null = null;
  readonly #held = new Set<Held>();
  #heldBytes = 0;
  #roomWanted: (() => void)[] = [];
  readonly #stored = new Set<string>();
  #isCounted = false;
  #redacting: RedactOptions = {};
  readonly #warn: (message: string) => void;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#warn = rarely((message) => options.log.warn(message));
  }

  /**
   * Takes a row that came on a connection. One that waits in the spool is read from there, in its order.
   *
   * @param turn The place of its connection in the order of acceptance.
   * @param settled Is told when a row without a file is stored, or that nobody can store it.
   */
  take(
    row: CapturedRow,
    turn: number,
    settled: (isStored: boolean) => void = () => {},
  ): void {
    const { spooled } = row;
    if (
      spooled !== null &&
      (this.#stored.has(spooled) || this.#options.spool.has(spooled))
    ) return;
    const { payload, beside } = row;
    const bytes = JSON.stringify([payload, beside]).length + 256;
    this.#held.add({ row, turn, bytes, settled });
    this.#heldBytes += bytes;
  }

  /** Resolves when less waits in memory than may. */
  room(): Promise<void> {
    if (this.#heldBytes < HELD_BYTES) return Promise.resolve();
    return new Promise((resolve) => void this.#roomWanted.push(resolve));
  }

  /**
   * Stores all that waits now.
   *
   * @param goesOn Is asked between batches; what is left goes on waiting.
   * @returns How many rows that were.
   * @throws {StoreBusy} when another process holds the store's lock.
   * @throws {Error} as it comes from the store, such as when the disk is full. What was not stored still waits.
   */
  async commit(goesOn: () => boolean): Promise<number> {
    this.#redacting = await this.#options.redacting();
    const queue = this.#queue();
    let stored = 0;
    let at = 0;
    while (at < queue.length && (at === 0 || goesOn())) {
      const items: Item[] = [];
      let bytes = 0;
      while (
        at < queue.length && items.length < BATCH_ROWS && bytes < BATCH_BYTES
      ) {
        const item = queue[at++]?.() ?? null;
        if (item === null) continue;
        items.push(item);
        bytes += item.bytes;
      }
      this.#append(items);
      stored += items.length;
      // Connections must not wait for the whole of a long queue.
      if (at < queue.length) await new Promise((go) => setTimeout(go, 0));
    }
    // The count of a daemon that was killed is wrong, too.
    if (stored > 0 || !this.#isCounted) this.#options.spool.recount();
    this.#isCounted = true;
    return stored;
  }

  /** Whether anything waits. */
  hasMore(): boolean {
    return this.#held.size > 0 || this.#options.spool.list().length > 0;
  }

  /** Puts rows that wait in memory into the spool: the store is out of reach, and this process ends. Returns how many found no room. */
  saveHeld(): number {
    let lost = 0;
    for (const { row } of this.#held) {
      if (!this.#options.spool.keep(row)) lost++;
    }
    this.#held.clear();
    return lost;
  }

  /**
   * Does something with the store, between rows.
   *
   * @throws As `commit()`.
   */
  withStore<T>(action: (store: Store) => T): T {
    try {
      return action(this.#opened());
    } catch (error) {
      throw this.#afterError(error);
    }
  }

  /** Closes the store. */
  close(): void {
    this.#store?.close();
    this.#store = null;
  }

  #opened(): Store {
    return this.#store ??= this.#options.openStore();
  }

  /** All that waits, in order; each is read when its time has come, so that a long spool is never in memory. */
  #queue(): (() => Item | null)[] {
    const { spool, completeTurn, now } = this.#options;
    const queue = spool.list().map((name) => ({
      key: name,
      item: () => this.#spooled(name),
    }));
    const complete = completeTurn();
    let last = -1;
    const held = [...this.#held].filter(({ turn }) => turn <= complete)
      .sort((a, b) => a.turn - b.turn);
    for (const one of held) {
      // What came later is later, whatever its clock says.
      last = Math.max(last, Math.floor(one.row.at / 1000));
      const key = String(last).padStart(16, "0");
      queue.push({ key, item: () => this.#heldItem(one) });
    }
    queue.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    const all = queue.map(({ item }) => item);
    const gap = spool.takeGap();
    if (gap !== null) {
      all.push(() => ({
        row: gapRow(gap, now()),
        bytes: 0,
        settle: () => spool.remove(gap.name),
      }));
    }
    return all;
  }

  #heldItem(held: Held): Item {
    return {
      row: this.#completed(held.row),
      bytes: held.bytes,
      settle: (isStored) => {
        this.#held.delete(held);
        this.#heldBytes -= held.bytes;
        held.settled(isStored);
        if (this.#heldBytes >= HELD_BYTES) return;
        for (const resolve of this.#roomWanted.splice(0)) resolve();
      },
    };
  }

  #spooled(name: string): Item | null {
    const { spool, log, now } = this.#options;
    const reading = spool.read(name);
    if ("none" in reading) return null;
    if ("unusable" in reading) {
      return {
        row: unusableRow(name, now()),
        bytes: 0,
        settle: () => {
          log.warn(`Set a spooled row aside: ${reading.unusable}`);
          spool.setAside(name);
        },
      };
    }
    return {
      row: this.#completed(reading.row),
      bytes: reading.bytes,
      settle: (isStored) => {
        if (isStored) {
          spool.remove(name);
          this.#remember(name);
        } else spool.setAside(name);
      },
    };
  }

  #completed(row: CapturedRow): CapturedRow {
    const whole = completeRow(row, this.#redacting);
    if (whole.dropped !== undefined) {
      this.#warn(`Dropped what came beside a row: ${whole.dropped}`);
    }
    return whole;
  }

  #remember(name: string): void {
    this.#stored.add(name);
    if (this.#stored.size <= REMEMBERED) return;
    for (const first of this.#stored) {
      this.#stored.delete(first);
      break;
    }
  }

  /** Stores a batch; a row that cannot be stored, which `parseRow()` should have seen, keeps no other out. */
  #append(items: readonly Item[], hasRebuilt = false): void {
    if (items.length === 0) return;
    const { changes, log } = this.#options;
    try {
      this.#opened().append(items.map(({ row }) => row));
    } catch (error) {
      changes.drop();
      if (error instanceof IndexBroken && !hasRebuilt) {
        log.warn(`Made the index of sessions anew: ${error.message}`);
        this.withStore((store) => store.change(rebuildIndex));
        return this.#append(items, true);
      }
      const isRow = error instanceof TypeError || error instanceof RangeError;
      if (!isRow || this.#store === null) throw this.#afterError(error);
      const [item] = items;
      if (items.length > 1) {
        const half = items.length >> 1;
        this.#append(items.slice(0, half));
        this.#append(items.slice(half));
      } else if (item !== undefined) {
        log.warn(`Cannot store a row: ${error.name}`);
        item.settle(false);
      }
      return;
    }
    for (const item of items) item.settle(true);
    changes.tell();
  }

  /** A store that failed for whatever reason is opened anew, which mends what can be mended. */
  #afterError(error: unknown): unknown {
    if (error instanceof StoreBusy) return error;
    try {
      this.close();
    } catch {
      this.#store = null;
    }
    return error;
  }
}
