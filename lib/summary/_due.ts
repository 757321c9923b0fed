import type { DatabaseSync } from "node:sqlite";
import { itemAddress } from "../lifecycle/item.ts";
import { readItem } from "../lifecycle/read_item.ts";
import type { SummaryView } from "../lifecycle/types.ts";
import { prepared } from "../store/prepared.ts";

/** What `meta` says of a session that has no summary on purpose: nothing is told of it up to that time. */
const UNTOLD = "untold:";

/** Sessions `s` that went on since they were summed up, or never were. A summary `m` has the time up to which it tells. */
const DUE =
  `SELECT s.session FROM sessions s LEFT JOIN summaries m ON m.session_id = s.id
   WHERE (m.id IS NULL OR m.at < s.last_at)
     AND coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${UNTOLD}' || s.session), -1) < s.last_at`;

/**
 * Sessions whose summary is behind, those of a daemon that was killed, too.
 *
 * @param db The store.
 * @param most How many at most, the latest first.
 * @returns The host's ids.
 */
export function dueSessions(db: DatabaseSync, most: number): string[] {
  return prepared(db, `${DUE} ORDER BY s.last_at DESC LIMIT ?`).all(most)
    .map((row) => String(row["session"]));
}

/**
 * Whether a session's summary is behind.
 *
 * @param db The store.
 * @param session The host's id of it.
 */
export function isDue(db: DatabaseSync, session: string): boolean {
  return prepared(db, `${DUE} AND s.session = ?`).get(session) !== undefined;
}

/**
 * The summary of a session as it is kept.
 *
 * @param db The store.
 * @param session The host's id of it.
 */
export function keptSummary(
  db: DatabaseSync,
  session: string,
): SummaryView | null {
  const row = prepared(
    db,
    "SELECT m.id FROM summaries m JOIN sessions s ON s.id = m.session_id WHERE s.session = ?",
  ).get(session);
  const item = row === undefined
    ? null
    : readItem(db, itemAddress("summary", Number(row["id"])));
  return item?.kind === "summary" ? item : null;
}

/**
 * Notes that nothing is to be told of a session up to a time: there is nothing to tell, or somebody removed what was.
 *
 * @param db The store, open for writing.
 * @param session The host's id of it.
 * @param upto Milliseconds since the epoch.
 */
export function leaveUntold(
  db: DatabaseSync,
  session: string,
  upto: number,
): void {
  prepared(
    db,
    "INSERT INTO meta(key, value) VALUES (?1, ?2) ON CONFLICT(key) DO UPDATE SET value = ?2",
  ).run(UNTOLD + session, String(upto));
}

/**
 * Forgets such notes of sessions that there are no more.
 *
 * @param db The store, open for writing.
 */
export function forgetUntold(db: DatabaseSync): void {
  prepared(
    db,
    `DELETE FROM meta WHERE key GLOB '${UNTOLD}*'
     AND substr(key, ${
      UNTOLD.length + 1
    }) NOT IN (SELECT session FROM sessions)`,
  ).run();
}
