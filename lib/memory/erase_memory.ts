import type { DatabaseSync } from "node:sqlite";
import { countDomain, countType } from "./_domain_counts.ts";
import { removeFromIndex } from "./_indexed.ts";
import { countChange } from "./meta.ts";
import { prepared } from "../store/prepared.ts";
import { Refused } from "./refused.ts";
import { type Stored, stored } from "./_stored.ts";

/**
 * Removes a memory with its history, its relations, and what was answered about it, within a transaction of the caller's. Nothing of it
 * is left, other than of one that was forgotten.
 *
 * @param db The store, open for writing.
 * @param uid Its 16 hex digits.
 * @returns Whether there was one.
 * @throws {IndexBroken} when a full-text index is damaged.
 */
export function eraseMemory(db: DatabaseSync, uid: string): boolean {
  let memory: Stored;
  try {
    memory = stored(db, uid);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  const { id, type, domain, also, status, confidence } = memory;
  if (status === "active") {
    removeFromIndex(db, id);
    countDomain(db, domain, "count", -1, null);
    for (const path of also) countDomain(db, path, "also", -1, null);
    if (confidence !== "contradicted") countType(db, type, -1);
  }
  for (
    const sql of [
      "DELETE FROM memory_domains WHERE memory_id = ?",
      "DELETE FROM memory_edits WHERE memory_id = ?",
      "DELETE FROM relations WHERE from_id = ?1 OR to_id = ?1",
      "DELETE FROM memories WHERE id = ?",
    ]
  ) prepared(db, sql).run(id);
  prepared(
    db,
    "UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?",
  ).run(uid);
  // What was said of memories that are much the same quotes them.
  prepared(db, "DELETE FROM answers WHERE instr(answer, ?) > 0").run(uid);
  countChange(db);
  return true;
}
