import type { DatabaseSync } from "node:sqlite";
import { itemNumber } from "../../lifecycle/item.ts";
import { prepared } from "../../store/prepared.ts";
import { memoryNumber } from "./memory_number.ts";
import { EVERYWHERE } from "./vector_index.ts";

/** An item that has no vector of the model yet. */
export interface DueItem {
  readonly item: number;
  /** Its project, or `EVERYWHERE`. */
  readonly group: string;
  readonly text: string;
}

/** Observations, the latest ones, that get vectors. */
const MAX_OBSERVATIONS = 25_000;

/** UTF-16 units of an item that the model is given. */
const MAX_TEXT = 2000;

/** Each finds items of one kind, the latest first. What was only read or looked for says little, and there is much of it. */
const QUERIES: readonly {
  readonly sql: string;
  readonly number: (id: number) => number;
}[] = [
  {
    number: (id) => itemNumber("summary", id),
    sql:
      `SELECT m.id, s.project AS project, concat_ws(char(10), m.request, m.decided, m.changed, m.open) AS text
       FROM summaries AS m JOIN sessions AS s ON s.id = m.session_id
       WHERE NOT EXISTS(SELECT 1 FROM vectors WHERE item = m.id * 4 + 2 AND model = ?1)
       ORDER BY m.id DESC LIMIT ?2`,
  },
  {
    number: memoryNumber,
    sql:
      `SELECT id, '${EVERYWHERE}' AS project, concat_ws(char(10), title, content) AS text FROM memories
       WHERE status = 'active' AND NOT EXISTS(SELECT 1 FROM vectors WHERE item = memories.id * 4 + 3 AND model = ?1)
       ORDER BY id DESC LIMIT ?2`,
  },
  {
    number: (id) => itemNumber("observation", id),
    sql:
      `SELECT o.id, s.project AS project, concat_ws(char(10), o.title, o.detail) AS text
       FROM observations AS o JOIN sessions AS s ON s.id = o.session_id
       WHERE o.id > (SELECT max(id) FROM observations) - ${MAX_OBSERVATIONS}
         AND (o.kind IN ('write', 'web') OR o.outcome = 'error')
         AND NOT EXISTS(SELECT 1 FROM vectors WHERE item = o.id * 4 + 1 AND model = ?1)
       ORDER BY o.id DESC LIMIT ?2`,
  },
];

/** Finds items that have no vector of a model: summaries, then memories, then observations. */
export function dueItems(
  db: DatabaseSync,
  model: string,
  limit: number,
): DueItem[] {
  const found: DueItem[] = [];
  for (const { sql, number } of QUERIES) {
    const left = limit - found.length;
    if (left === 0) break;
    for (const row of prepared(db, sql).all(model, left)) {
      const text = String(row["text"]).slice(0, MAX_TEXT).toWellFormed();
      found.push({
        item: number(Number(row["id"])),
        group: String(row["project"]),
        // A model makes nothing of nothing.
        text: text.trim() === "" ? "-" : text,
      });
    }
  }
  return found;
}
