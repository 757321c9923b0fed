import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import type { ObservationKind, Statistics } from "./types.ts";

const DAY_MS = 86_400_000;

/** Days that are told of. */
const DAYS = 366;

/**
 * How much there is, and when it came.
 *
 * @param db The store.
 */
export function readStatistics(db: DatabaseSync): Statistics {
  const one = (sql: string): number =>
    Number(prepared(db, sql).get()?.["n"] ?? 0);
  return {
    sessions: one("SELECT count(*) AS n FROM sessions"),
    prompts: one("SELECT count(*) AS n FROM prompts"),
    observations: one("SELECT count(*) AS n FROM observations"),
    summaries: one("SELECT count(*) AS n FROM summaries"),
    memories: one("SELECT count(*) AS n FROM memories WHERE status = 'active'"),
    projects: one("SELECT count(DISTINCT project) AS n FROM sessions"),
    rows: one("SELECT count(*) AS n FROM rows"),
    redactions: one("SELECT sum(count) AS n FROM redactions"),
    bytes: one(
      "SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size",
    ),
    days: days(db),
    kinds: prepared(
      db,
      "SELECT kind, count(*) AS n FROM observations GROUP BY kind ORDER BY n DESC, kind",
    ).all().map(({ kind, n }) => ({
      kind: kind as ObservationKind,
      count: Number(n),
    })),
  };
}

function days(db: DatabaseSync): Statistics["days"] {
  const found = new Map<number, Record<string, number>>();
  const count = (name: string, sql: string): void => {
    for (const { day, n } of prepared(db, sql).all()) {
      const of = found.get(Number(day)) ?? {};
      of[name] = Number(n);
      found.set(Number(day), of);
    }
  };
  const byDay = (table: string, column: string): string =>
    `SELECT ${column} / ${DAY_MS} AS day, count(*) AS n FROM ${table}
     GROUP BY day ORDER BY day DESC LIMIT ${DAYS}`;
  count("sessions", byDay("sessions", "began_at"));
  count("prompts", byDay("prompts", "at"));
  count("observations", byDay("observations", "at"));
  count(
    "redactions",
    `SELECT day, count AS n FROM redactions ORDER BY day DESC LIMIT ${DAYS}`,
  );
  return [...found].sort(([a], [b]) => b - a).slice(0, DAYS).map((
    [day, of],
  ) => ({
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    sessions: of["sessions"] ?? 0,
    prompts: of["prompts"] ?? 0,
    observations: of["observations"] ?? 0,
    redactions: of["redactions"] ?? 0,
  }));
}
