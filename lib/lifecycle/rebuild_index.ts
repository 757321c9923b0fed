import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { addToIndex, type Indexed, removeFromIndex } from "./_index.ts";
import { listOf } from "./_views.ts";
import type { ItemKind } from "./types.ts";

const ITEMS: readonly (readonly [ItemKind, string])[] = [
  [
    "prompt",
    `SELECT p.id, s.project, '' AS title, p.text AS body, '[]' AS files
     FROM prompts AS p JOIN sessions AS s ON s.id = p.session_id`,
  ],
  [
    "observation",
    `SELECT o.id, s.project, o.title, o.detail AS body, o.files
     FROM observations AS o JOIN sessions AS s ON s.id = o.session_id`,
  ],
  [
    "summary",
    `SELECT m.id, s.project, m.request AS title,
       concat_ws(char(10), m.looked, m.changed, m.decided, m.open) AS body, '[]' AS files
     FROM summaries AS m JOIN sessions AS s ON s.id = m.session_id`,
  ],
];

/** Makes the full-text index anew from the tables, within a transaction of the caller's. */
export function rebuildIndex(db: DatabaseSync): void {
  db.exec("INSERT INTO lifecycle_fts(lifecycle_fts) VALUES ('delete-all')");
  for (const [kind, sql] of ITEMS) {
    for (const row of db.prepare(sql).iterate()) {
      addToIndex(db, asIndexed(kind, row));
    }
  }
}

/** Makes what the index knows of a session's items anew. */
export function reindexSession(db: DatabaseSync, sessionId: number): void {
  for (const [kind, sql] of ITEMS) {
    for (const row of prepared(db, `${sql} WHERE s.id = ?`).all(sessionId)) {
      const item = asIndexed(kind, row);
      removeFromIndex(db, kind, item.id);
      addToIndex(db, item);
    }
  }
}

function asIndexed(kind: ItemKind, row: Record<string, unknown>): Indexed {
  const { id, project, title, body, files } = row;
  return {
    kind,
    id: Number(id),
    project: String(project),
    title: String(title),
    body: String(body),
    files: listOf(files),
  };
}
