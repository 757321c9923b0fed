import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { addToIndex } from "./_index.ts";

/** An observation that has just got its row. */
export interface NewObservation {
  readonly id: number;
  /** The number of its session's row. */
  readonly session: number;
  readonly project: string;
  readonly title: string;
  readonly detail: string;
  /** Each once. */
  readonly files: readonly string[];
}

/** Has a new observation found by its files and its words, and counted in its session. Within the caller's transaction. */
export function enterObservation(
  db: DatabaseSync,
  { id, session, project, title, detail, files }: NewObservation,
): void {
  for (const path of files) {
    prepared(
      db,
      "INSERT INTO observation_files(path, observation_id) VALUES (?, ?)",
    ).run(path, id);
  }
  addToIndex(db, {
    kind: "observation",
    id,
    project,
    title,
    body: detail,
    files,
  });
  prepared(
    db,
    "UPDATE sessions SET observations = observations + 1 WHERE id = ?",
  ).run(session);
}
