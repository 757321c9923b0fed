import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import {
  asObservation,
  asPrompt,
  asSession,
  asSummary,
  OBSERVATIONS,
  PROMPTS,
  SESSIONS,
  SUMMARIES,
} from "./_views.ts";
import type { SessionStory } from "./types.ts";

/** Observations of one session that are read; a session that goes on for days has as many as a store of others. */
const MOST = 20_000;

/**
 * A session with all that happened in it.
 *
 * @param db The store.
 * @param session The host's id of it, or its number in the store.
 * @param most How many observations at most, the last ones.
 * @returns `null` where there is none.
 */
export function readSession(
  db: DatabaseSync,
  session: string | number,
  most: number = MOST,
): SessionStory | null {
  const column = typeof session === "number" ? "id" : "session";
  const row = prepared(db, `${SESSIONS} WHERE s.${column} = ?`).get(session);
  if (row === undefined) return null;
  const view = asSession(row);
  const summary = prepared(db, `${SUMMARIES} WHERE s.id = ?`).get(view.id);
  return {
    session: view,
    prompts: prepared(
      db,
      `${PROMPTS} WHERE p.session_id = ? ORDER BY p.number LIMIT ${MOST}`,
    ).all(view.id).map(asPrompt),
    // The last ones, where there are too many; they are sorted by their numbers alone, not with all that they hold.
    observations: prepared(
      db,
      `${OBSERVATIONS} WHERE o.id IN (
         SELECT id FROM observations WHERE session_id = ? ORDER BY id DESC LIMIT ?
       ) ORDER BY o.id`,
    ).all(view.id, most).map(asObservation),
    summary: summary === undefined ? null : asSummary(summary),
  };
}
