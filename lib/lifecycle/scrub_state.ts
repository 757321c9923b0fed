import type { DatabaseSync } from "node:sqlite";
import { noteStaleWords, staleWords } from "./_stale_words.ts";

/** Whether something was removed that may still be in the store's files. */
export function isScrubDue(db: DatabaseSync): boolean {
  return staleWords(db) !== "no";
}

/** Notes that index and pages have nothing any more of what was removed; where more was removed meanwhile, that is still to be done. */
export function noteScrubbed(db: DatabaseSync): void {
  if (staleWords(db) === "pages") noteStaleWords(db, "no");
}
