import type { DatabaseSync } from "node:sqlite";
import { textOf } from "./_query.ts";

/**
 * The project that a query names, by its identity or by the name that people call it.
 *
 * @param query The query; `project` may be missing.
 * @returns `undefined` where it names none; the text itself where no project is known by it.
 * @throws {Problem} when it is too long.
 */
export function projectOfQuery(
  db: DatabaseSync,
  query: URLSearchParams,
): string | undefined {
  const given = textOf(query, "project");
  return given === undefined ? undefined : knownProject(db, given) ?? given;
}

/**
 * The identity of a project that there is, by that or by its name; of two with the same name the one of the latest session.
 *
 * @returns `null` where there is none.
 */
export function knownProject(db: DatabaseSync, given: string): string | null {
  const row = db.prepare(
    `SELECT project FROM sessions WHERE project = ?1 OR name = ?1
     ORDER BY project = ?1 DESC, last_at DESC LIMIT 1`,
  ).get(given);
  return row === undefined ? null : String(row["project"]);
}
