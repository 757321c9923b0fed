import type { DatabaseSync } from "node:sqlite";
import { onIndex } from "../store/on_index.ts";
import { prepared } from "../store/prepared.ts";
import { noteStaleWords, staleWords } from "./_stale_words.ts";

/** Of 4 KiB: a step takes some 20 ms. */
const PAGES = 128;

/**
 * Lets the full-text index forget the words of what was removed, a bounded step of that: until it is done they are still in the file.
 * Within a transaction of the caller's. What was begun goes on with the next daemon. The store's pages come next (`Store.scrub()`).
 *
 * @param db The store, open for writing.
 * @returns Whether there is more to do.
 * @throws {IndexBroken} when the index is damaged.
 */
export function mergeIndex(db: DatabaseSync): boolean {
  const stale = staleWords(db);
  if (stale === "no" || stale === "pages") return false;
  const hasMore = onIndex(() => {
    const before = changes(db);
    // Below zero a merge of all begins (source: SQLite's documentation of FTS5, "The 'merge' Command").
    prepared(
      db,
      "INSERT INTO lifecycle_fts(lifecycle_fts, rank) VALUES ('merge', ?)",
    ).run(stale === "begin" ? -PAGES : PAGES);
    return changes(db) - before >= 2;
  });
  noteStaleWords(db, hasMore ? "go on" : "pages");
  return hasMore;
}

function changes(db: DatabaseSync): number {
  return Number(prepared(db, "SELECT total_changes() AS n").get()?.["n"]);
}
