import { DatabaseSync } from "node:sqlite";
import { isMissing } from "../private_file.ts";
import { understood, Unreadable } from "./_errors.ts";
import { assertSchema, createSchema, isBlank, migrate } from "./_schema.ts";
import { StoreBusy } from "./store_busy.ts";

/** Milliseconds that anything waits for another process's lock. */
export const PATIENCE_MS = 250;

/**
 * Opens the store's file for writing, makes it where it is missing, looks at its pages, and brings its schema up to date.
 *
 * @param file The file; its folder must be there. Needs read and write permission on the folder.
 * @returns The database, and whether its table was made by this call.
 * @throws {Unreadable} when it is no store, or a broken one.
 * @throws {StoreBusy} when another process holds the lock.
 * @throws {RangeError} when a later version made it.
 */
export function openDatabase(
  file: string,
): { db: DatabaseSync; isNew: boolean } {
  prepareFile(file);
  const db = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    // Nothing is changed in a file before it is known to be ours. One with nothing in it is, too: a process that was killed leaves it.
    const isEmpty = isBlank(db);
    if (!isEmpty) assertSchema(db, file);
    // It shapes the file, so it comes first; it lets a file shrink after rows were removed.
    db.exec("PRAGMA auto_vacuum = INCREMENTAL");
    startLogging(db);
    // What was removed is overwritten: prompts are private.
    db.exec(
      "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 4194304",
    );
    const isNew = isEmpty && createSchema(db);
    if (isEmpty) assertSchema(db, file);
    assertWhole(db);
    migrate(db);
    return { db, isNew };
  } catch (error) {
    db.close();
    throw understood(error);
  }
}

/**
 * Looks at every page but those of the full-text indexes: a hundred thousand memories would take 15 s (measured), and an index
 * can be made anew.
 */
function assertWhole(db: DatabaseSync): void {
  const tables = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table'
     AND name NOT GLOB 'memories_fts*' AND name NOT GLOB 'memories_trigram*'
     AND name NOT GLOB 'lifecycle_fts*' AND name NOT GLOB 'sqlite_*'`,
  ).all();
  for (const { name } of tables) {
    const found = db.prepare(`PRAGMA quick_check(${name})`).get()
      ?.["quick_check"];
    if (found !== "ok") throw new Unreadable(`a page is damaged: ${found}`);
  }
}

/** Makes the file where it is missing, private; SQLite gives its log the same mode. */
function prepareFile(file: string): void {
  const info = statOf(file);
  if (info !== null && !info.isFile) {
    throw new Unreadable("it is no regular file");
  }
  const size = info?.size ?? 0;
  const log = statOf(`${file}-wal`)?.size ?? 0;
  // SQLite takes a file that is shorter than a page for an empty one and throws its log away, and the last rows are in that.
  if (size < 512 && (size > 0 || log > 0)) {
    throw new Unreadable("it is cut short");
  }
  if (info === null) {
    Deno.openSync(file, { create: true, write: true, mode: 0o600 }).close();
  }
  if (Deno.build.os !== "windows") {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      if (((statOf(path)?.mode ?? 0) & 0o077) !== 0) {
        Deno.chmodSync(path, 0o600);
      }
    }
  }
}

function statOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The switch to a write-ahead log takes the file alone, and SQLite does not wait for that by itself. */
function startLogging(db: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0;; waited += 5) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const what = understood(error);
      if (!(what instanceof StoreBusy) || waited >= PATIENCE_MS) throw what;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}
