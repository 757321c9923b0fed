import type { DatabaseSync } from "node:sqlite";
import { understood } from "./_errors.ts";
import { openReadOnly } from "./_open_read_only.ts";

/**
 * Opens the store for reading what happened in sessions, also while the daemon writes, and also one that a later version made.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @returns `null` where there is no store, or one from before sessions were kept.
 * @throws {StoreBusy} when another process has it for itself.
 * @throws {Error} when it is no store, or a broken one.
 */
export function openLifecycle(folder: string): DatabaseSync | null {
  const db = openReadOnly(folder, Infinity);
  if (db === null) return null;
  try {
    const has = db.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sessions'",
    ).get() !== undefined;
    if (has) return db;
  } catch (error) {
    db.close();
    throw understood(error);
  }
  db.close();
  return null;
}
