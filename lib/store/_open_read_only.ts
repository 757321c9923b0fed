import { DatabaseSync } from "node:sqlite";
import { isFile } from "../private_file.ts";
import { storeFile } from "./_chain.ts";
import { understood } from "./_errors.ts";
import { PATIENCE_MS } from "./_open_database.ts";
import { assertSchema } from "./_schema.ts";

/**
 * Opens the store for reading, also while the daemon writes.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param newest The newest schema that will do; this version's by default.
 * @returns `null` where there is no store, or none with its table yet.
 * @throws {Unreadable} when it is no store, or a broken one.
 * @throws {StoreBusy} when another process has it for itself.
 * @throws {NewerSchema} when a later version made it.
 */
export function openReadOnly(
  folder: string,
  newest?: number,
): DatabaseSync | null {
  const file = storeFile(folder);
  if (!isFile(file) || Deno.statSync(file).size === 0) return null;
  const db = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE_MS });
  try {
    const isBeingMade = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
      .get() === undefined;
    if (!isBeingMade) {
      assertSchema(db, file, newest);
      return db;
    }
  } catch (error) {
    db.close();
    throw understood(error);
  }
  db.close();
  return null;
}
