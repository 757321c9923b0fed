import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { removeFromIndex } from "./_index.ts";
import type { Item } from "./item.ts";

const TABLES = {
  prompt: "prompts",
  observation: "observations",
  summary: "summaries",
} as const;

/** Removes an item from all tables. Of its session only the counts remain to tell of it. */
export function remove(db: DatabaseSync, { kind, id }: Item): void {
  const table = TABLES[kind];
  removeFromIndex(db, kind, id);
  if (kind !== "summary") {
    prepared(
      db,
      `UPDATE sessions SET ${table} = max(${table} - 1, 0) WHERE id = (SELECT session_id FROM ${table} WHERE id = ?)`,
    ).run(id);
  }
  if (kind === "observation") {
    prepared(
      db,
      `DELETE FROM observation_files WHERE observation_id = ?1 AND path IN (
         SELECT e.value FROM observations AS o, json_each(o.files) AS e WHERE o.id = ?1
       )`,
    ).run(id);
  }
  prepared(db, `DELETE FROM ${table} WHERE id = ?`).run(id);
}

/**
 * Removes a session's summary: it tells of what is not to be there any more. Whoever keeps summaries makes it anew of what is left.
 *
 * @returns Whether there was one.
 */
export function removeSummary(db: DatabaseSync, sessionId: number): boolean {
  const found = prepared(db, "SELECT id FROM summaries WHERE session_id = ?")
    .get(sessionId);
  if (found === undefined) return false;
  remove(db, { kind: "summary", id: Number(found["id"]) });
  return true;
}
