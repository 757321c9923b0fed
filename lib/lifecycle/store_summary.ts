import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { cut } from "./_cut.ts";
import { addToIndex, removeFromIndex } from "./_index.ts";
import { itemAddress } from "./item.ts";
import type { Change, SummaryText } from "./types.ts";

/** UTF-16 units of each text of a summary. */
const LENGTH = 4000;

/**
 * Keeps a session's summary, in place of the one before, within a transaction of the caller's.
 *
 * @param db The store, open for writing.
 * @param sessionId The session's number in the store.
 * @param text What it says, redacted.
 * @param at When it was made, in milliseconds since the epoch; when the session was last heard of by default.
 * @returns What changed; `null` where there is no such session.
 * @throws {IndexBroken} when the full-text index is damaged.
 */
export function storeSummary(
  db: DatabaseSync,
  sessionId: number,
  text: SummaryText,
  at?: number,
): Change | null {
  const row = prepared(
    db,
    "SELECT session, project, last_at FROM sessions WHERE id = ?",
  ).get(sessionId);
  if (row === undefined) return null;
  const before = prepared(
    db,
    "SELECT id FROM summaries WHERE session_id = ?",
  ).get(sessionId);
  const fit = (value: string): string =>
    cut(value.toWellFormed().replaceAll("\0", ""), LENGTH);
  const texts = [
    text.request,
    text.looked,
    text.changed,
    text.decided,
    text.open,
  ]
    .map(fit);
  const [request = "", ...rest] = texts;
  const id = Number(
    prepared(
      db,
      `INSERT INTO summaries(session_id, at, request, looked, changed, decided, open, source)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT(session_id) DO UPDATE SET at = excluded.at, request = excluded.request, looked = excluded.looked,
         changed = excluded.changed, decided = excluded.decided, open = excluded.open, source = excluded.source
       RETURNING id`,
    ).get(
      sessionId,
      at ?? Number(row["last_at"]),
      ...texts,
      fit(text.source),
    )?.["id"],
  );
  if (before !== undefined) removeFromIndex(db, "summary", id);
  const project = String(row["project"]);
  addToIndex(db, {
    kind: "summary",
    id,
    project,
    title: request,
    body: rest.filter((part) => part !== "").join("\n"),
    files: [],
  });
  return {
    what: before === undefined ? "stored" : "changed",
    kind: "summary",
    address: itemAddress("summary", id),
    session: String(row["session"]),
    project,
  };
}
