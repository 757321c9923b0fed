import type { DatabaseSync } from "node:sqlite";
import { itemOfNumber } from "../lifecycle/item.ts";
import type { ItemKind } from "../lifecycle/types.ts";
import { prepared } from "../store/prepared.ts";
import { COLUMNS } from "./_hits.ts";
import type { Pool } from "./_pool.ts";

/**
 * What happened in a project's sessions, but for one; `null` where the store is from before that was kept.
 *
 * @param session The host's id of the session that is left out.
 */
export function lifecyclePool(
  db: DatabaseSync,
  project: string,
  session: string,
): Pool | null {
  const table = prepared(
    db,
    "SELECT 1 FROM sqlite_schema WHERE name = 'lifecycle_fts'",
  ).get();
  if (table === undefined) return null;
  const row = prepared(
    db,
    `SELECT coalesce((SELECT max(id) FROM observations), 0) + coalesce((SELECT max(id) FROM prompts), 0)
       + coalesce((SELECT max(id) FROM summaries), 0) AS n`,
  ).get();
  return {
    db,
    table: "lifecycle_fts",
    columns: COLUMNS,
    size: Number(row?.["n"]),
    inScope: (items) =>
      numbersIn(
        prepared(db, IN_PROJECT)
          .get(JSON.stringify(items), project, session)?.["items"],
      ),
    text(number) {
      const item = itemOfNumber(number);
      if (item === null) return "";
      return String(
        prepared(db, TEXTS[item.kind]).get(item.id)?.["text"] ?? "",
      );
    },
  };
}

/**
 * Each kind has its own table; the number of an item says which. A session that came to nothing has only questions to tell: whoever asks
 * again would be told that it was asked, instead of what came of it elsewhere.
 */
const IN_PROJECT = `
SELECT json_group_array(value) AS items FROM json_each(?1) WHERE EXISTS(
  SELECT 1 FROM sessions AS s WHERE s.project = ?2 AND s.session <> ?3 AND s.id = CASE value & 3
    WHEN 0 THEN (SELECT session_id FROM prompts WHERE id = value >> 2)
    WHEN 1 THEN (SELECT session_id FROM observations WHERE id = value >> 2)
    WHEN 2 THEN (SELECT session_id FROM summaries WHERE id = value >> 2)
  END AND (s.observations > 0 OR s.answer <> '' OR EXISTS(
    SELECT 1 FROM summaries WHERE session_id = s.id AND (looked <> '' OR changed <> '' OR decided <> '')
  ))
)`;

const TEXTS: Readonly<Record<ItemKind, string>> = {
  prompt: "SELECT text FROM prompts WHERE id = ?",
  observation:
    "SELECT concat_ws(char(10), title, detail, files) AS text FROM observations WHERE id = ?",
  summary:
    "SELECT concat_ws(char(10), request, looked, changed, decided, open) AS text FROM summaries WHERE id = ?",
};

/** UTF-16 units of a memory that are looked at. */
const MAX_TEXT = 8000;

/** Active memories: no others are in the index. */
export function memoryPool(db: DatabaseSync): Pool {
  const row = prepared(db, "SELECT sum(count) AS n FROM tallies").get();
  return {
    db,
    table: "memories_fts",
    columns: "title tags content",
    size: Number(row?.["n"] ?? 0),
    inScope: (items) => [...items],
    text(id) {
      const text = prepared(
        db,
        `SELECT concat_ws(char(10), title, tags, substr(content, 1, ${MAX_TEXT})) AS text FROM memories WHERE id = ?`,
      ).get(id)?.["text"];
      return String(text ?? "");
    },
  };
}

function numbersIn(json: unknown): number[] {
  const value: unknown = typeof json === "string" ? JSON.parse(json) : [];
  return Array.isArray(value) ? value.map(Number) : [];
}
