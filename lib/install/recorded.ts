import { resolve } from "@std/path";
import { openMemories } from "../store/open_memories.ts";
import { projectOf } from "../project/project_of.ts";
import { projectReader } from "../project/project_reader.ts";
import type { Machine } from "./machine.ts";
import { wholeSession } from "./whole_session.ts";

/** Which part of what was recorded is meant. */
export interface Selection {
  /** What the daemon is asked with. */
  readonly query: Readonly<
    { project?: string; session?: string; before?: number }
  >;
  /** The same in words. */
  readonly words: string;
}

/** What a command line says of it. */
export interface SelectionArguments {
  readonly project: string | null;
  readonly session: string | null;
  readonly before: Date | null;
}

/**
 * Finds out which part is meant.
 *
 * @param machine The machine. Needs read permission on the project and the store.
 * @param given What the command line says.
 * @throws {Failure} when it may mean several sessions.
 */
export function selectRecorded(
  machine: Machine,
  { project, session, before }: SelectionArguments,
): Selection {
  if (session !== null) {
    const whole = wholeSession(machine.places.store, session);
    return { query: { session: whole }, words: `the session ${whole}` };
  }
  if (project !== null) {
    const folder = resolve(machine.cwd, project);
    const found = projectOf(folder, projectReader, {
      home: machine.places.home,
    });
    return {
      query: { project: found.project },
      words: `the project ${found.name} (${found.root})`,
    };
  }
  if (before !== null) {
    return {
      query: { before: before.getTime() },
      words: `all sessions, before ${before.toLocaleString()}`,
    };
  }
  return { query: {}, words: "all sessions" };
}

/**
 * How many sessions a selection has something of.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param selection The selection.
 * @throws {Error} when the store cannot be read.
 */
export function countSessions(
  folder: string,
  { query }: Selection,
): number {
  const db = openMemories(folder);
  if (db === null) return 0;
  try {
    const has = db.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sessions'",
    ).get();
    if (has === undefined) return 0;
    const { count } = db.prepare(
      `SELECT count(*) AS count FROM sessions
       WHERE (?1 IS NULL OR project = ?1) AND (?2 IS NULL OR session = ?2)
         AND (?3 IS NULL OR began_at < ?3)`,
    ).get(
      query.project ?? null,
      query.session ?? null,
      query.before ?? null,
    ) as { count: number };
    return count;
  } finally {
    db.close();
  }
}
