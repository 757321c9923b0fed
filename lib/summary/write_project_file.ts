import type { DatabaseSync } from "node:sqlite";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { isMissing, removeFile, writePrivateFile } from "../private_file.ts";
import { prepared } from "../store/prepared.ts";
import { fitLines } from "./_fit_lines.ts";
import {
  type LastSession,
  parseProjectFile,
  type ProjectFile,
  projectFile,
} from "./project_file.ts";

/** Sessions that a file tells of, and UTF-16 units of each part of one, so that it stays below 16 KiB in any script. */
const MOST_SESSIONS = 3;
const PART_UNITS = 400;

/**
 * Writes what the hooks are told of a project, or removes it where there is nothing any more. A file that says the same stays as it is.
 *
 * @param db The store.
 * @param places Where the file goes. Needs read and write permission on that folder.
 * @param project The project's identity.
 */
export function writeProjectFile(
  db: DatabaseSync,
  places: Pick<Places, "projects">,
  project: string,
): void {
  const path = projectFile(places, project);
  const made = projectFileOf(db, project);
  if (made === null) return removeFile(path);
  const there = parseProjectFile(path);
  if (JSON.stringify(there) === JSON.stringify(made)) return;
  writePrivateFile(path, `${JSON.stringify(made)}\n`);
}

/**
 * Removes the files of projects that there are no more.
 *
 * @param db The store.
 * @param places Where the files are. Needs read and write permission on that folder.
 * @returns The projects that there are.
 */
export function sweepProjectFiles(
  db: DatabaseSync,
  places: Pick<Places, "projects">,
): string[] {
  const projects = prepared(db, "SELECT DISTINCT project FROM sessions").all()
    .map((row) => String(row["project"]));
  const known = new Set(projects.map((it) => projectFile(places, it)));
  for (const name of names(places.projects)) {
    const path = join(places.projects, name);
    if (name.endsWith(".json") && !known.has(path)) removeFile(path);
  }
  return projects;
}

function projectFileOf(db: DatabaseSync, project: string): ProjectFile | null {
  const counts = prepared(
    db,
    `SELECT count(*) AS sessions, coalesce(sum(observations), 0) AS observations
     FROM sessions WHERE project = ?`,
  ).get(project);
  const sessions = Number(counts?.["sessions"] ?? 0);
  if (sessions === 0) return null;
  const [last = null, ...earlier] = lastSessions(db, project);
  return {
    version: 1,
    project,
    name: nameOf(db, project),
    sessions,
    observations: Number(counts?.["observations"]),
    last,
    earlier,
  };
}

/** What the latest session calls it. */
function nameOf(db: DatabaseSync, project: string): string {
  const row = prepared(
    db,
    "SELECT name FROM sessions WHERE project = ? ORDER BY last_at DESC LIMIT 1",
  ).get(project);
  return String(row?.["name"] ?? "").slice(0, 200);
}

/** Those in which something was done come first: one that was left after a question says nothing but the question. */
function lastSessions(db: DatabaseSync, project: string): LastSession[] {
  return prepared(
    db,
    `SELECT s.session, s.last_at AS at, m.id AS summary, m.request, m.changed, m.decided, m.open
     FROM sessions s JOIN summaries m ON m.session_id = s.id
     WHERE s.project = ?
     ORDER BY m.looked <> '' OR m.changed <> '' OR m.decided <> '' DESC, s.last_at DESC, s.id DESC
     LIMIT ${MOST_SESSIONS}`,
  ).all(project).map((row) => {
    const part = (name: string): string =>
      fitLines(String(row[name]).split("\n"), PART_UNITS);
    return {
      session: String(row["session"]),
      at: Number(row["at"]),
      summary: `summary:${row["summary"]}`,
      request: part("request"),
      changed: part("changed"),
      decided: part("decided"),
      open: part("open"),
    };
  });
}

function names(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
