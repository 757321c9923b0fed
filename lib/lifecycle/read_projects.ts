import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import type { ProjectView } from "./types.ts";

/** The projects that had sessions, the one that was heard of last first. */
export function readProjects(db: DatabaseSync): ProjectView[] {
  return prepared(
    db,
    // The name is that of the session with the greatest last_at (source: SQLite's documentation of SELECT, "Bare columns").
    `SELECT project, name, count(*) AS sessions, sum(prompts) AS prompts, sum(observations) AS observations, max(last_at) AS last_at
     FROM sessions GROUP BY project ORDER BY last_at DESC, project`,
  ).all().map((row) => ({
    project: String(row["project"]),
    name: String(row["name"]),
    sessions: Number(row["sessions"]),
    prompts: Number(row["prompts"]),
    observations: Number(row["observations"]),
    lastAt: Number(row["last_at"]),
  }));
}
