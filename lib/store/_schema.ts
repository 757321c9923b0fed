import type { DatabaseSync } from "node:sqlite";
import { Unreadable } from "./_errors.ts";
import { LIFECYCLE_TABLES } from "./_lifecycle_tables.ts";
import { FORGETTING_INDEXES, MEMORY_TABLES } from "./_memory_tables.ts";
import { NewerSchema } from "./newer_schema.ts";

/** The schema's number, kept as the file's `user_version`. 1 had rows only; 2 has memories, too; 3 sessions and what happened in them. */
export const SCHEMA_VERSION = 3;

/** The oldest schema that is read, and brought up to date by whoever writes. */
const OLDEST_VERSION = 1;

/** "MHst", kept as the file's `application_id`: a database of something else is not taken for a store. */
const APPLICATION = 0x4d487374;

/** STRICT: a column holds nothing but its type, so that what is read is what was hashed. */
const TABLES = `
CREATE TABLE rows(
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  session TEXT NOT NULL,
  payload TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX rows_session ON rows(session, kind);
CREATE INDEX rows_kind ON rows(kind);
`;

/**
 * Makes the table in an empty file, unless another process has made it meanwhile.
 *
 * @returns Whether this call made it.
 */
export function createSchema(db: DatabaseSync): boolean {
  db.exec("BEGIN IMMEDIATE");
  try {
    const isNew = isBlank(db);
    if (isNew) {
      db.exec(TABLES);
      db.exec(MEMORY_TABLES);
      db.exec(FORGETTING_INDEXES);
      db.exec(LIFECYCLE_TABLES);
      db.exec(`PRAGMA application_id = ${APPLICATION}`);
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    db.exec("COMMIT");
    return isNew;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Adds the tables that a store of an earlier version lacks, as a whole or not at all. No row of the chain is touched. */
export function migrate(db: DatabaseSync): void {
  if (pragma(db, "user_version") === SCHEMA_VERSION) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it meanwhile.
    const version = pragma(db, "user_version");
    if (version < SCHEMA_VERSION) {
      if (version < 2) db.exec(MEMORY_TABLES);
      db.exec(FORGETTING_INDEXES);
      db.exec(LIFECYCLE_TABLES);
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/**
 * Makes sure that a file is a store, of this schema or an earlier one.
 *
 * @param newest The newest schema that will do; this version's by default.
 * @throws {Unreadable} when it is something else.
 * @throws {NewerSchema} when a later version made it.
 */
export function assertSchema(
  db: DatabaseSync,
  file: string,
  newest = SCHEMA_VERSION,
): void {
  if (pragma(db, "application_id") !== APPLICATION) {
    throw new Unreadable("it is no store of memory-hooks");
  }
  const version = pragma(db, "user_version");
  if (version > newest) {
    throw new NewerSchema(
      `Cannot open the store "${file}": its schema is ${version}, from a later version; this one knows ${SCHEMA_VERSION}`,
    );
  }
  const table = db.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'rows'",
  ).get();
  if (version < OLDEST_VERSION || table === undefined) {
    throw new Unreadable("its table is missing");
  }
}

/** A pragma's number. */
export function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

/** Ends a transaction that failed; SQLite may have ended it by itself, as it does when the disk is full. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // No transaction any more.
  }
}

/** Whether nothing was put into a file yet. */
export function isBlank(db: DatabaseSync): boolean {
  return pragma(db, "application_id") === 0 &&
    pragma(db, "user_version") === 0 &&
    db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}
