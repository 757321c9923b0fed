import type { DatabaseSync } from "node:sqlite";
import { exists } from "../private_file.ts";
import { shrink } from "./_prune.ts";
import { rollBack } from "./_schema.ts";
import { zeroGaps } from "./_zero_gaps.ts";

/** Pages of one step: 16 MB, some 20 ms. */
const PAGES = 4096;

/**
 * Takes what was removed out of the store's files, a bounded step of that: it gives its room back, empties the log, and overwrites what
 * is left of it in pages.
 *
 * @param db The store, open for writing, outside a transaction.
 * @param path Its file.
 * @param file The same, open for reading and writing. It must stay open as long as the database is: closing it would take away the locks
 * that SQLite has on it (source: SQLite's documentation, "How To Corrupt An SQLite Database File", 2.2).
 * @param from The page to begin with; 1 first.
 * @returns The page to go on with; `null` when all is done; `from` where a reader is in the way.
 */
export function scrub(
  db: DatabaseSync,
  path: string,
  file: Deno.FsFile,
  from: number,
): number | null {
  if (!shrink(db)) return from;
  // Pages that SQLite remembers would bring back what they had.
  db.exec("PRAGMA shrink_memory");
  db.exec("BEGIN IMMEDIATE");
  try {
    const log = `${path}-wal`;
    if (exists(log) && Deno.statSync(log).size > 0) return from;
    return zeroGaps(file, from, PAGES);
  } finally {
    rollBack(db);
  }
}
