import { DatabaseSync } from "node:sqlite";
import { NoteIndex } from "./note_index.ts";
import { isBusy } from "./is_busy.ts";
import { createSchema, SCHEMA_VERSION, schemaVersion } from "./_schema.ts";

/** How an index is opened. */
export interface OpenOptions {
  /** Absolute path of the vault: an index of another vault is refused. */
  vault: string;
  /** The journal's folder, relative to the vault. */
  journalDir: string;
  /**
   * Makes the file where there is none.
   *
   * @default {false}
   */
  create?: boolean;
  /**
   * How many milliseconds to wait for another process that writes.
   *
   * @default {100}
   */
  busyTimeoutMs?: number;
}

/** The name of an index that is held in memory only. */
export const IN_MEMORY = ":memory:";

/**
 * Opens the index of a vault. Needs `--allow-read` and `--allow-write` on the file and on its log, which SQLite names
 * `<file>-wal` and `<file>-shm`.
 *
 * Write-ahead logging lets a hook read while another process writes. Nothing waits for the disk: what a power cut may spoil can be
 * made anew from the notes.
 *
 * @param file Path of the SQLite file, or `IN_MEMORY`.
 * @throws {Deno.errors.NotFound} when there is no file, or nothing in it yet because another process is making it at this moment, and
 * `create` is not asked for.
 * @throws {Error} when the file is no index, is cut short, has another schema or is of another vault: it is as good as none, and
 * `discardIndex()` makes room for a new one.
 */
export function openIndex(file: string, options: OpenOptions): NoteIndex {
  const memory = file === IN_MEMORY;
  if (!memory) {
    if (options.create) createFile(file);
    assertWhole(file);
  }
  const db = new DatabaseSync(file, { timeout: options.busyTimeoutMs ?? 100 });
  try {
    if (options.create || memory) {
      if (!memory) startLogging(db, options.busyTimeoutMs ?? 100);
      if (schemaVersion(db) === 0) {
        createSchema(db, options.vault, options.journalDir);
      }
    }
    db.exec("PRAGMA synchronous = OFF");
    assertOurs(db, file, options.vault);
    return new NoteIndex(db, options.journalDir);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** An empty file only its owner can read; SQLite gives its log the same mode. */
function createFile(file: string): void {
  Deno.openSync(file, { create: true, write: true, mode: 0o600 }).close();
}

/** SQLite finds out that a file was cut short only when it comes to the missing pages, so its header's count is checked first. */
function assertWhole(file: string): void {
  const info = Deno.statSync(file);
  if (!info.isFile) {
    throw new TypeError(`Cannot open index "${file}": it is no regular file`);
  }
  if (info.size === 0) return;
  const header = new Uint8Array(100);
  const opened = Deno.openSync(file);
  let length: number;
  try {
    length = opened.readSync(header) ?? 0;
  } finally {
    opened.close();
  }
  const view = new DataView(header.buffer);
  const pageSize = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
  const magic = new TextDecoder().decode(header.subarray(0, 16));
  if (length < 100 || magic !== "SQLite format 3\0") {
    throw new TypeError(`Cannot open index "${file}": it is no SQLite file`);
  }
  if (info.size < view.getUint32(28) * pageSize && logSize(file) === 0) {
    throw new RangeError(`Cannot open index "${file}": it is cut short`);
  }
}

/** What the log still holds may be missing in the file. */
function logSize(file: string): number {
  try {
    return Deno.statSync(`${file}-wal`).size;
  } catch {
    return 0;
  }
}

/** The switch to a write-ahead log takes the file alone, and SQLite does not wait for that by itself. */
function startLogging(db: DatabaseSync, patienceMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0;; waited += 5) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= patienceMs) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function assertOurs(db: DatabaseSync, file: string, vault: string): void {
  const version = schemaVersion(db);
  if (version === 0) {
    throw new Deno.errors.NotFound(
      `Cannot open index "${file}": there is nothing in it yet`,
    );
  }
  if (version !== SCHEMA_VERSION) {
    throw new RangeError(
      `Cannot open index "${file}": schema is ${version}, not ${SCHEMA_VERSION}`,
    );
  }
  const of = db.prepare("SELECT value FROM meta WHERE name = 'vault'").get()
    ?.["value"];
  if (of !== vault) {
    throw new RangeError(`Cannot open index "${file}": it is of "${of}"`);
  }
}
