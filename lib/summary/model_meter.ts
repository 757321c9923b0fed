import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";

/** What the calls to the model that writes summaries came to, since the store is there. */
export interface ModelMeter {
  readonly calls: number;
  /** Calls that no summary came of. */
  readonly failures: number;
  /** Tokens read and written, as the model counts them. */
  readonly tokens: number;
  /** Milliseconds of all calls. */
  readonly ms: number;
}

const COUNTS = ["calls", "failures", "tokens", "ms"] as const;

/**
 * Reads the meter.
 *
 * @param db The store.
 */
export function readModelMeter(db: DatabaseSync): ModelMeter {
  const values = new Map(
    prepared(db, "SELECT key, value FROM meta WHERE key GLOB 'summary_model_*'")
      .all().map((row) => [String(row["key"]), Number(row["value"])]),
  );
  const of = (name: string): number => values.get(keyOf(name)) || 0;
  return {
    calls: of("calls"),
    failures: of("failures"),
    tokens: of("tokens"),
    ms: of("ms"),
  };
}

/**
 * Counts one call.
 *
 * @param db The store, open for writing.
 * @param call What it came to.
 */
export function countModelCall(
  db: DatabaseSync,
  call: {
    readonly failed: boolean;
    readonly tokens: number;
    readonly ms: number;
  },
): void {
  const { failed, tokens, ms } = call;
  const more = { calls: 1, failures: Number(failed), tokens, ms };
  for (const name of COUNTS) {
    prepared(
      db,
      `INSERT INTO meta(key, value) VALUES (?1, CAST(?2 AS TEXT))
       ON CONFLICT(key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + ?2 AS TEXT)`,
    ).run(keyOf(name), Math.round(more[name]));
  }
}

function keyOf(name: string): string {
  return `summary_model_${name}`;
}
