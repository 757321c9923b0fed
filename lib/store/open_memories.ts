import { DatabaseSync } from "node:sqlite";
import { understood } from "./_errors.ts";
import { MEMORY_TABLES } from "./_memory_tables.ts";
import { openReadOnly } from "./_open_read_only.ts";

/**
 * Opens the store for reading its memories, also one that a later version made: what is known of its tables may do.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @returns `null` where there is no store, or one from before there were memories.
 * @throws {StoreBusy} when another process has it for itself.
 * @throws {Error} when it is no store, or a broken one.
 */
export function openMemories(folder: string): DatabaseSync | null {
  const db = openReadOnly(folder, Infinity);
  if (db === null) return null;
  try {
    const has = db.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'memories'",
    ).get() !== undefined;
    if (has) return db;
  } catch (error) {
    db.close();
    throw understood(error);
  }
  db.close();
  return null;
}

/** The memories where there is no store, held in memory: none. */
export function noMemories(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(MEMORY_TABLES);
  return db;
}

/**
 * Says what an error of SQLite's is, thrown by a database that `openMemories()` gave.
 *
 * @returns `StoreBusy`, or the error in words of the store's.
 */
export function explained(error: unknown): unknown {
  return understood(error);
}
