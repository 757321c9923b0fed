import type { DatabaseSync } from "node:sqlite";
import { ensurePrivateFolder } from "../private_file.ts";
import { storeFile } from "./_chain.ts";
import { understood, Unreadable } from "./_errors.ts";
import { exclusively } from "./_exclusively.ts";
import { forgetAside } from "./_forget_aside.ts";
import { writeHeadWherePossible } from "./_head.ts";
import { moveAside } from "./_move_aside.ts";
import { openDatabase, PATIENCE_MS } from "./_open_database.ts";
import { prune, type PruneOptions, shrink } from "./_prune.ts";
import { scrub } from "./_scrub.ts";
import { reconcile } from "./_reconcile.ts";
import { rollBack } from "./_schema.ts";
import { Writer } from "./_writer.ts";
import { assertRow } from "./assert_row.ts";
import type { Row } from "./row.ts";

/** Where the store is. */
export interface StoreOptions {
  /** The store's folder, made private where it is missing. Needs read and write permission on it. */
  readonly folder: string;
  /** The file that keeps the head of the chain, in another folder. Needs read and write permission on that folder. */
  readonly headFile: string;
  /** The clock, for rows of the store's own. */
  readonly now: () => Date;
  /** Is told when a store was replaced, or does not agree with its head; nothing of its rows is said. */
  readonly warn?: (message: string) => void;
  /** Is told of each row that is stored and was not there, within its transaction: what it throws keeps the row out, too. */
  readonly stored?: (db: DatabaseSync, row: Row, seq: number) => void;
}

/** What became of rows. */
export interface Appended {
  readonly stored: number;
  /** Rows whose id was there already. */
  readonly duplicates: number;
}

/** The rows that were captured, each chained to the one before by its hash. */
export interface Store extends Disposable {
  /**
   * Stores rows as a whole or not at all; on the disk when it returns. What hooks leave out is filled in: `prompt_hash`, and the counts
   * and duration of a completed session.
   *
   * A store that breaks, or is removed, while it is open is replaced as it is by `openStore()`.
   *
   * @param rows In their order.
   * @throws {StoreBusy} when another process holds the lock for longer than 250 ms.
   * @throws {TypeError} when a row cannot be stored (`assertRow()`).
   * @throws {RangeError} when a payload is nested too deep.
   * @throws {Error} as it comes from SQLite, such as when the disk is full: later calls may do.
   */
  append(rows: readonly Row[]): Appended;
  /**
   * Removes the oldest rows by age and by size, and gives their room back. Stores that were moved aside go by age, too.
   *
   * @returns How many rows were removed.
   * @throws As `append()`.
   */
  prune(options: PruneOptions): number;
  /**
   * Changes what is kept beside the rows, as a whole or not at all; on the disk when it returns.
   *
   * @param action Is given the open database, within a transaction; it may be called again where the store had to be replaced.
   * @throws What the action throws, and as `append()`.
   */
  change<T>(action: (db: DatabaseSync) => T): T;
  /**
   * Reads what is kept, all of it as it is at one time.
   *
   * @param action As of `change()`, but that it must not write.
   * @throws What the action throws, and as `append()`.
   */
  read<T>(action: (db: DatabaseSync) => T): T;
  /**
   * Takes what was removed out of the store's files, a bounded step of that.
   *
   * @param from The page to begin with; 1 first.
   * @returns The page to go on with; `null` when all is done; `from` where a reader is in the way.
   * @throws As `append()`.
   */
  scrub(from: number): number | null;
  /** How often the file was opened: another one may have taken its place. */
  readonly openings: number;
  close(): void;
}

/**
 * Opens the store for writing, or a new one: where there is none, or in place of one that cannot be read, which moves aside to
 * `store.corrupt-<time>.sqlite`. The new one begins with a row `memory.store_replaced`. Where the store does not agree with its head, a
 * row says so (`memory.store_truncated`, `memory.store_head_lost`).
 *
 * @throws {StoreBusy} when another process holds the lock for longer than 250 ms.
 * @throws {NewerSchema} when a later version made the store; it stays as it is.
 * @throws {Error} as it comes from the file system or SQLite.
 */
export function openStore(options: StoreOptions): Store {
  return new SqliteStore(options);
}

const DAY_MS = 86_400_000;

/** The open file. */
interface Opened {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  /** What tells the file from another one at its path. */
  readonly identity: string;
  /** The same file, where it had to be scrubbed. */
  raw: Deno.FsFile | null;
}

class SqliteStore implements Store {
  readonly #options: StoreOptions;
  readonly #file: string;
  /** `null` after an opening that failed: the next call tries again. */
  #open: Opened | null = null;
  #closed = false;
  #openings = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#file = storeFile(options.folder);
    this.#reopen(null);
  }

  append(rows: readonly Row[]): Appended {
    for (const row of rows) assertRow(row);
    if (rows.length === 0) return { stored: 0, duplicates: 0 };
    const stored = this.#write((_db, writer) => writer.add(rows));
    return { stored, duplicates: rows.length - stored };
  }

  prune(options: PruneOptions): number {
    const now = options.now ?? this.#options.now();
    const rows = this.#write((db, writer) => prune(db, writer, options, now));
    if (rows > 0 && this.#open !== null) shrinkWherePossible(this.#open.db);
    const { days } = options;
    if (days > 0) {
      forgetAside(this.#options.folder, now.getTime() - days * DAY_MS);
    }
    return rows;
  }

  change<T>(action: (db: DatabaseSync) => T): T {
    return this.#write((db) => action(db));
  }

  read<T>(action: (db: DatabaseSync) => T): T {
    return this.#patiently(({ db }) => {
      db.exec("BEGIN");
      try {
        return action(db);
      } finally {
        rollBack(db);
      }
    }, false);
  }

  scrub(from: number): number | null {
    return this.#patiently((opened) => {
      const file = opened.raw ??= Deno.openSync(this.#file, {
        read: true,
        write: true,
      });
      if (identityOf(this.#file) !== opened.identity) {
        throw new Unreadable("its file was replaced");
      }
      return scrub(opened.db, this.#file, file, from);
    }, false);
  }

  get openings(): number {
    return this.#openings;
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Does something in a transaction. */
  #write<T>(action: (db: DatabaseSync, writer: Writer) => T): T {
    return this.#patiently((opened) => this.#attempt(opened, action));
  }

  /**
   * Does something; where the store turns out to be broken, once more in one that is not.
   *
   * @param mayReplace Whether a store that passes every check at opening and still cannot be used makes room for a new one.
   */
  #patiently<T>(action: (opened: Opened) => T, mayReplace = true): T {
    if (this.#closed) {
      throw new Deno.errors.BadResource("Cannot use the store: it is closed");
    }
    for (let attempt = 0;; attempt++) {
      try {
        return action(this.#open ?? this.#reopen(null));
      } catch (error) {
        const what = understood(error);
        const last = mayReplace ? 2 : 1;
        if (!(what instanceof Unreadable) || attempt === last) throw what;
        // What passes every check at opening and still cannot be used must make room all the same.
        this.#reopen(attempt === 0 ? null : what.message);
      }
    }
  }

  #attempt<T>(
    { db, writer, identity }: Opened,
    action: (db: DatabaseSync, writer: Writer) => T,
  ): T {
    // Rows must not go into a file that nobody will find again.
    const assertInPlace = (): void => {
      if (identityOf(this.#file) !== identity) {
        throw new Unreadable("its file was replaced");
      }
    };
    assertInPlace();
    const { result, last } = writer.transaction(() => {
      const done = { result: action(db, writer), last: writer.last() };
      assertInPlace();
      return done;
    });
    writeHeadWherePossible(this.#options.headFile, last);
    return result;
  }

  /** Opens the file; one that cannot be read makes room first, as does one that was given up for a reason. */
  #reopen(givenUp: string | null): Opened {
    const { folder, headFile, now } = this.#options;
    this.#drop();
    ensurePrivateFolder(folder);
    if (
      Deno.build.os !== "windows" &&
      ((Deno.statSync(folder).mode ?? 0) & 0o077) !== 0
    ) Deno.chmodSync(folder, 0o700);
    return exclusively(folder, PATIENCE_MS, () => {
      let reason = givenUp;
      let movedTo = reason === null ? null : moveAside(this.#file, now());
      let opened: { db: DatabaseSync; isNew: boolean };
      try {
        opened = openDatabase(this.#file);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        reason = error.message;
        movedTo = moveAside(this.#file, now());
        opened = openDatabase(this.#file);
      }
      const { db, isNew } = opened;
      try {
        const writer = new Writer(db, this.#options.stored);
        const opening = { isNew, reason, movedTo };
        this.#openings++;
        const found = reconcile(db, writer, headFile, opening, now());
        if (found !== null) this.#options.warn?.(found);
        const identity = identityOf(this.#file);
        return this.#open = { db, writer, identity, raw: null };
      } catch (error) {
        db.close();
        throw understood(error);
      }
    });
  }

  #drop(): void {
    const { db, raw } = this.#open ?? { db: null, raw: null };
    this.#open = null;
    db?.close();
    raw?.close();
  }
}

/** The room comes back with a later pruning where something is in the way now, such as a reader. */
function shrinkWherePossible(db: DatabaseSync): void {
  try {
    shrink(db);
  } catch {
    // The rows are gone, which is what was asked for.
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
