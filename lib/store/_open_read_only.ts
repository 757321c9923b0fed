import { DatabaseSync } from "node:sqlite";
import { exists, isMissing } from "../private_file.ts";
import { storeFile } from "./_chain.ts";
import { understood } from "./_errors.ts";
import { PATIENCE_MS } from "./_open_database.ts";
import { assertSchema, isBlank } from "./_schema.ts";

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
  if (!hasBytes(file)) return null;
  // Only while the file is made there is no write-ahead log yet but a journal, which a reader could not roll back.
  if (exists(`${file}-journal`)) return null;
  const db = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE_MS });
  try {
    if (!isBlank(db)) {
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

/** Whether it is a file that is not empty. It may be moved aside at any moment. */
function hasBytes(path: string): boolean {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
