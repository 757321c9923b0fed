import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { purgeRows } from "../store/purge_rows.ts";
import { CAPTURED } from "../store/row.ts";
import { itemAddress } from "./item.ts";
import { remove, removeSummary } from "./_remove.ts";
import { noteStaleWords } from "./_stale_words.ts";
import type { Change, ItemKind, PurgeCounts } from "./types.ts";

/** What is to go; one of them. */
export interface PurgeQuery {
  /** All of a project's sessions. */
  readonly project?: string;
  /** One session, by the host's id. */
  readonly session?: string;
  /** All that happened before a time, in milliseconds since the epoch. */
  readonly before?: number;
}

/** How a purge is done. */
export interface PurgeOptions {
  readonly now: Date;
  /**
   * Whether the rows of the chain are emptied, too.
   *
   * @default {true}
   */
  readonly withRows?: boolean;
  /**
   * How many items go in this step; rows of the chain are ten times as many.
   *
   * @default {1000}
   */
  readonly limit?: number;
}

/** What one step of a purge came to. */
export interface Purged {
  readonly counts: PurgeCounts;
  readonly changes: readonly Change[];
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
}

const KINDS = ["observation", "prompt", "summary"] as const;

const TABLES = {
  prompt: "prompts",
  observation: "observations",
  summary: "summaries",
} as const;

/** Rows are emptied so many times as quickly as items are removed. */
const ROWS_A_ITEM = 10;

/**
 * Removes what happened in sessions for good, a bounded step of that, within a transaction of the caller's: sessions, prompts,
 * observations, summaries, and the content of their rows in the chain. Memories stay. Words of the index are gone once it was merged.
 *
 * @param db The store, open for writing.
 * @param query What is to go; nothing where it says nothing.
 * @param options How it is done.
 * @throws {IndexBroken} when the full-text index is damaged.
 */
export function purge(
  db: DatabaseSync,
  query: PurgeQuery,
  options: PurgeOptions,
): Purged {
  const { now, withRows = true, limit = 1000 } = options;
  const counts = { sessions: 0, prompts: 0, observations: 0, summaries: 0 };
  const choice = choose(query);
  if (choice === null) {
    return { counts: { ...counts, rows: 0 }, changes: [], isDone: true };
  }
  let room = limit;
  const poorer = new Map<number, Change>();
  for (const kind of KINDS) {
    const table = TABLES[kind];
    for (const item of itemsOf(db, choice, kind, room)) {
      remove(db, { kind, id: item.id });
      counts[table]++;
      room--;
      poorer.set(item.sessionId, {
        what: "deleted",
        kind,
        address: itemAddress(kind, item.id),
        session: item.session,
        project: item.project,
      });
    }
  }
  for (const id of poorer.keys()) {
    if (removeSummary(db, id)) counts.summaries++;
  }
  if (poorer.size > 0) noteStaleWords(db);
  const seqs = withRows ? rowsOf(db, query, choice, limit * ROWS_A_ITEM) : [];
  const rows = purgeRows(db, seqs, now);
  const isDone = room > 0 && seqs.length < limit * ROWS_A_ITEM;
  const changes: Change[] = [];
  if (isDone) {
    for (const row of endedSessions(db, choice)) {
      poorer.delete(row.id);
      counts.sessions++;
      changes.push({
        what: "deleted",
        kind: "session",
        address: `session:${row.session}`,
        session: row.session,
        project: row.project,
      });
    }
  }
  return {
    counts: { ...counts, rows },
    changes: [...poorer.values(), ...changes],
    isDone,
  };
}

/** What is chosen, in SQL: `s` is the session, `i` the item. Both have the one value `?1`. */
interface Choice {
  readonly session: string;
  readonly item: string;
  readonly value: string | number;
}

function choose({ project, session, before }: PurgeQuery): Choice | null {
  if (session !== undefined) {
    return {
      session: "s.session = ?1",
      item: "s.session = ?1",
      value: session,
    };
  }
  if (project !== undefined) {
    return {
      session: "s.project = ?1",
      item: "s.project = ?1",
      value: project,
    };
  }
  if (before !== undefined) {
    return { session: "s.last_at < ?1", item: "i.at < ?1", value: before };
  }
  return null;
}

function itemsOf(
  db: DatabaseSync,
  choice: Choice,
  kind: ItemKind,
  limit: number,
): { id: number; sessionId: number; session: string; project: string }[] {
  return prepared(
    db,
    `SELECT i.id, i.session_id, s.session, s.project FROM ${
      TABLES[kind]
    } AS i JOIN sessions AS s ON s.id = i.session_id
     WHERE ${choice.item} LIMIT ?2`,
  ).all(choice.value, limit).map((row) => ({
    id: Number(row["id"]),
    sessionId: Number(row["session_id"]),
    session: String(row["session"]),
    project: String(row["project"]),
  }));
}

/** Rows of the chain that hold something of it. Rows may be there of sessions that are not: a version before did not keep them. */
function rowsOf(
  db: DatabaseSync,
  { session, project }: PurgeQuery,
  { value }: Choice,
  limit: number,
): number[] {
  const [where, given] = session !== undefined
    ? ["session = ?1", value]
    : project !== undefined
    ? ["session IN (SELECT session FROM sessions WHERE project = ?1)", value]
    : ["at < ?1", BigInt(Math.floor(Number(value))) * 1_000_000n];
  const kinds = Object.values(CAPTURED).map((kind) => `'${kind}'`).join();
  return prepared(
    db,
    `SELECT seq FROM rows WHERE ${where} AND kind IN (${kinds}) AND octet_length(payload) > 15 LIMIT ?2`,
  ).all(given as string | bigint, limit).map(({ seq }) => Number(seq));
}

/** Removes the sessions of which nothing is left. */
function endedSessions(
  db: DatabaseSync,
  { session, value }: Choice,
): { id: number; session: string; project: string }[] {
  return prepared(
    db,
    `DELETE FROM sessions AS s WHERE ${session}
       AND NOT EXISTS (SELECT 1 FROM prompts WHERE session_id = s.id)
       AND NOT EXISTS (SELECT 1 FROM observations WHERE session_id = s.id)
       AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = s.id)
     RETURNING id, session, project`,
  ).all(value).map((row) => ({
    id: Number(row["id"]),
    session: String(row["session"]),
    project: String(row["project"]),
  }));
}
