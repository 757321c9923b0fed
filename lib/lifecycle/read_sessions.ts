import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { asSession, SESSIONS } from "./_views.ts";
import type { SessionView } from "./types.ts";

/**
 * The sessions that were heard of last, the latest first.
 *
 * @param db The store.
 * @param options `project`: of that one only; `before`: heard of before that time, in milliseconds since the epoch, for the next page.
 */
export function readSessions(
  db: DatabaseSync,
  options: {
    readonly project?: string;
    readonly limit: number;
    readonly before?: number;
  },
): SessionView[] {
  const { project, limit, before } = options;
  const where: string[] = [];
  const values: (string | number)[] = [];
  if (project !== undefined) {
    where.push("s.project = ?");
    values.push(project);
  }
  if (before !== undefined) {
    where.push("s.last_at < ?");
    values.push(before);
  }
  return prepared(
    db,
    `${SESSIONS} ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
     ORDER BY s.last_at DESC, s.id DESC LIMIT ?`,
  ).all(...values, limit).map(asSession);
}
