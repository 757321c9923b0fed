import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";

/** What is kept. */
export interface Retention {
  /** What is older than so many days goes; 0 keeps it for ever. */
  readonly days: number;
  /** The oldest goes until rows and sessions together need no more than so many bytes; 0 sets no bound. */
  readonly maxBytes: number;
}

/** What has to go for that. */
export interface Excess {
  /** What happened in sessions before then, in milliseconds since the epoch; 0 for nothing. */
  readonly before: number;
  /** Bytes that the chain may need, 0 for any number. */
  readonly rowBytes: number;
}

const DAY_MS = 86_400_000;

/** Of the bound, what is left after a pruning by size: the next row must not bring the next pruning. */
const ROOM_LEFT = 0.95;

/** Tables and indexes of what happened in sessions. */
const LIFECYCLE =
  `tbl_name IN ('sessions', 'prompts', 'observations', 'observation_files', 'summaries', 'vectors')
  OR tbl_name GLOB 'lifecycle_fts*'`;

/**
 * Finds what is over its time, or more than there may be. Rows and sessions have one bound, and each gives of its own.
 *
 * @param db The store.
 * @param retention What is kept.
 * @param now The time.
 */
export function findExcess(
  db: DatabaseSync,
  { days, maxBytes }: Retention,
  now: Date,
): Excess {
  const old = days > 0 ? now.getTime() - Math.round(days * DAY_MS) : 0;
  // To ask each table for its size is to read all of it.
  if (maxBytes <= 0 || fileBytes(db) <= maxBytes) {
    return { before: Math.max(old, 0), rowBytes: 0 };
  }
  const rows = bytesOf(db, "tbl_name = 'rows'");
  const lifecycle = bytesOf(db, LIFECYCLE);
  const share = maxBytes / (rows + lifecycle);
  if (share >= 1) return { before: Math.max(old, 0), rowBytes: 0 };
  return {
    before: Math.max(old, oldestOf(db, 1 - share * ROOM_LEFT), 0),
    rowBytes: Math.max(1, Math.floor(rows * share)),
  };
}

/** Bytes of the store's file. */
function fileBytes(db: DatabaseSync): number {
  return Number(
    prepared(
      db,
      "SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size",
    ).get()?.["n"],
  );
}

function bytesOf(db: DatabaseSync, which: string): number {
  const pages = db.prepare(
    "SELECT pgsize AS size FROM dbstat WHERE name = ? AND aggregate = 1",
  );
  return db.prepare(`SELECT name FROM sqlite_schema WHERE ${which}`).all()
    .reduce(
      (sum, { name }) => sum + Number(pages.get(String(name))?.["size"] ?? 0),
      0,
    );
}

/** The time before which such a part of all prompts and observations happened. */
function oldestOf(db: DatabaseSync, part: number): number {
  const count = Number(
    db.prepare(
      "SELECT (SELECT count(*) FROM prompts) + (SELECT count(*) FROM observations) AS n",
    ).get()?.["n"],
  );
  const row = db.prepare(
    `SELECT at FROM (SELECT at FROM prompts UNION ALL SELECT at FROM observations)
     ORDER BY at LIMIT 1 OFFSET ?`,
  ).get(Math.floor(count * part));
  return row === undefined ? 0 : Number(row["at"]) + 1;
}
