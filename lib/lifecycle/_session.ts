import type { DatabaseSync } from "node:sqlite";
import { basename } from "../path.ts";
import type { Row } from "../store/row.ts";
import { prepared } from "../store/prepared.ts";
import { reindexSession } from "./rebuild_index.ts";

/** A session as those who write into it know it. */
export interface OpenSession {
  readonly id: number;
  readonly project: string;
  readonly isNew: boolean;
}

/** The host where a hook did not say. */
const USUAL_HOST = "claude";

/**
 * Finds the session of a row, or makes it.
 *
 * @param ms When the row happened, in milliseconds since the epoch.
 */
export function sessionOf(
  db: DatabaseSync,
  session: string,
  row: Row,
  ms: number,
): OpenSession {
  const known = prepared(
    db,
    "SELECT id, project FROM sessions WHERE session = ?",
  ).get(session);
  if (known !== undefined) {
    const id = Number(known["id"]);
    const project = String(known["project"]);
    if (project !== "") return { id, project, isNew: false };
    return { id, project: learn(db, id, row), isNew: false };
  }
  const { project, name, host, cwd } = placeOf(row);
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO sessions(session, project, name, cwd, host, began_at, last_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  ).run(session, project, name, cwd, host, ms);
  return { id: Number(lastInsertRowid), project, isNew: true };
}

/** Where a session was of which only rows were known that do not say that. */
function learn(db: DatabaseSync, id: number, row: Row): string {
  const { project, name, cwd } = placeOf(row);
  if (project === "") return "";
  prepared(
    db,
    "UPDATE sessions SET project = ?, name = ?, cwd = ? WHERE id = ?",
  ).run(project, name, cwd, id);
  reindexSession(db, id);
  return project;
}

/** A row of an older hook says its folder at most. */
function placeOf(
  { beside, payload }: Row,
): { project: string; name: string; host: string; cwd: string } {
  const given = payload["cwd"];
  const cwd = typeof given === "string" ? given.toWellFormed() : "";
  return {
    project: beside?.project ?? cwd,
    name: beside?.name ?? basename(cwd),
    host: beside?.host ?? USUAL_HOST,
    cwd,
  };
}
