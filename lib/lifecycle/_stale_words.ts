import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";

/**
 * Whether the file still has something of what was removed. `begin`: the index's words, and a merge has to begin; `go on`: one is under
 * way; `pages`: the index has none any more, but pages may.
 */
export type StaleWords = "no" | "begin" | "go on" | "pages";

const STATES: readonly unknown[] = ["begin", "go on", "pages"];

const KEY = "lifecycle_stale_words";

/** Notes what the file has of what was removed. A merge that is under way may be past them, so another one has to begin. */
export function noteStaleWords(
  db: DatabaseSync,
  state: StaleWords = "begin",
): void {
  if (state === "no") {
    prepared(db, "DELETE FROM meta WHERE key = ?").run(KEY);
  } else {
    prepared(db, "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)")
      .run(KEY, state);
  }
}

export function staleWords(db: DatabaseSync): StaleWords {
  const value = prepared(db, "SELECT value FROM meta WHERE key = ?")
    .get(KEY)?.["value"];
  if (value === undefined) return "no";
  return STATES.includes(value) ? value as StaleWords : "begin";
}
