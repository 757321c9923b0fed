import type { DatabaseSync } from "node:sqlite";
import { itemNumber, itemOfNumber } from "../lifecycle/item.ts";
import { prepared } from "../store/prepared.ts";
import type { Match } from "./_pool.ts";

/** Files that the session read last, and observations of each, that are looked at. */
const MAX_FILES = 5;
const MAX_OBSERVATIONS = 20;

/** What a file that was just read adds to an item's coverage. */
const BONUS = 0.25;

/** The coverage of what has nothing of the prompt, but changed a file that was just read, or failed with it. */
const BY_FILE = 0.55;

/** How many of those at most. */
const MAX_BY_FILE = 2;

/**
 * Adds what is known of the files that the session has read since its last prompt: whoever reads a file works with it.
 *
 * @param matches What has the prompt's words.
 * @param session The host's id of the session.
 */
export function byFiles(
  db: DatabaseSync,
  matches: readonly Match[],
  session: string,
  project: string,
): Match[] {
  const files = filesJustRead(db, session);
  if (files.length === 0) return [...matches];
  const about = new Map<number, boolean>();
  for (const path of files) {
    const rows = prepared(
      db,
      `SELECT o.id, o.kind = 'write' OR o.outcome = 'error' AS tells
       FROM observation_files AS f JOIN observations AS o ON o.id = f.observation_id
         JOIN sessions AS s ON s.id = o.session_id
       WHERE f.path = ? AND s.project = ? AND s.session <> ? ORDER BY f.observation_id DESC LIMIT ${MAX_OBSERVATIONS}`,
    ).all(path, project, session);
    for (const row of rows) {
      about.set(
        itemNumber("observation", Number(row["id"])),
        row["tells"] === 1,
      );
    }
  }
  const known = new Set(matches.map(({ id }) => id));
  return [
    ...matches.map((match) =>
      about.has(match.id)
        ? {
          ...match,
          coverage: Math.min(1, match.coverage + BONUS),
          concepts: match.concepts + 1,
        }
        : match
    ),
    ...Array.from(about).filter(([id, tells]) => tells && !known.has(id))
      .map(([id]) => id).sort((a, b) => b - a).slice(0, MAX_BY_FILE)
      .filter((id) => itemOfNumber(id) !== null)
      .map((id) => ({ id, coverage: BY_FILE, concepts: 2, hasName: false })),
  ];
}

function filesJustRead(db: DatabaseSync, session: string): string[] {
  const rows = prepared(
    db,
    `SELECT DISTINCT f.path FROM sessions AS s
       JOIN observations AS o ON o.session_id = s.id
       JOIN observation_files AS f ON f.observation_id = o.id
     WHERE s.session = ? AND o.kind = 'read'
       AND o.prompt_number >= (SELECT coalesce(max(number), 0) FROM prompts WHERE session_id = s.id) - 1
     ORDER BY o.id DESC LIMIT ${MAX_FILES}`,
  ).all(session);
  return rows.map((row) => String(row["path"]));
}
