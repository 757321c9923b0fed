import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { CAPTURED } from "../store/row.ts";
import type { Answer } from "./_said.ts";

/** Turns whose last message is looked at, the latest. */
const MOST_TURNS = 8;

/**
 * The last messages of a session's turns, in their order, as the rows of the chain hold them: the session itself keeps only one.
 *
 * @param db The store.
 * @param session The host's id of the session.
 */
export function answersOf(db: DatabaseSync, session: string): Answer[] {
  return prepared(
    db,
    `SELECT at / 1000000 AS ms, json_extract(payload, '$.last_assistant_message_redacted') AS text
     FROM rows WHERE session = ? AND kind = '${CAPTURED.sessionCompleted}'
     ORDER BY seq DESC LIMIT ${MOST_TURNS}`,
  ).all(session).map((row) => ({
    at: Number(row["ms"]),
    // What was purged has no text.
    text: typeof row["text"] === "string" ? row["text"] : "",
  })).reverse();
}
