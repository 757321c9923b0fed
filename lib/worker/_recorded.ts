import type { DatabaseSync } from "node:sqlite";
import { observationHash } from "../lifecycle/observation_hash.ts";
import type { Row } from "../store/row.ts";

/** Milliseconds within which the same prompt is one that was sent twice. */
const TWICE_MS = 10_000;

/** A session's number in the store, and that of its last prompt within it. */
export interface PromptPlace {
  readonly sessionDbId: number | null;
  readonly promptNumber: number;
}

/** Whether a row is stored. */
export function hasRow(db: DatabaseSync, id: string): boolean {
  return db.prepare("SELECT 1 FROM rows WHERE id = ?").get(id) !== undefined;
}

/**
 * Whether the last prompt of a session is the same, and was a moment ago.
 *
 * @param text The prompt, redacted.
 * @param ms When it is sent again, in ms since the epoch.
 */
export function isTwice(
  db: DatabaseSync,
  session: string,
  text: string,
  ms: number,
): boolean {
  const last = db.prepare(
    `SELECT p.at, p.text FROM prompts AS p JOIN sessions AS s ON s.id = p.session_id
     WHERE s.session = ? ORDER BY p.number DESC LIMIT 1`,
  ).get(session);
  if (last === undefined || Math.abs(ms - Number(last["at"])) > TWICE_MS) {
    return false;
  }
  const kept = String(last["text"]);
  return kept === text ||
    // A long one is kept in part.
    kept.endsWith("…") && text.startsWith(kept.slice(0, -1));
}

/**
 * Where a prompt is.
 *
 * @param row The id of its row; the session's last prompt by default.
 */
export function findPrompt(
  db: DatabaseSync,
  session: string,
  row?: string,
): PromptPlace {
  const found = db.prepare(
    `SELECT s.id, (SELECT max(number) FROM prompts WHERE session_id = s.id AND (?2 IS NULL OR row_id = ?2)) AS number
     FROM sessions AS s WHERE s.session = ?1`,
  ).get(session, row ?? null);
  return {
    sessionDbId: found === undefined ? null : Number(found["id"]),
    promptNumber: Number(found?.["number"] ?? 0),
  };
}

/** The number of the observation that a row brought, `null` where it brought none. */
export function findObservation(
  db: DatabaseSync,
  session: string,
  { beside }: Row,
): number | null {
  const observation = beside?.observation;
  if (observation === undefined) return null;
  const files = [...new Set(observation.files)];
  const found = db.prepare(
    `SELECT o.id FROM observations AS o JOIN sessions AS s ON s.id = o.session_id
     WHERE s.session = ? AND o.hash = ?`,
  ).get(session, observationHash({ ...observation, files }));
  return found === undefined ? null : Number(found["id"]);
}
