import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../../store/prepared.ts";

/** What the calls to the model that makes vectors came to, since the store is there. Those for prompts are not counted. */
export interface EmbedMeter {
  readonly calls: number;
  /** Calls that nothing came of. */
  readonly failures: number;
  /** Items that got a vector. */
  readonly items: number;
  /** Milliseconds of all calls. */
  readonly ms: number;
}

/**
 * Reads the meter.
 *
 * @param db The store.
 */
export function readEmbedMeter(db: DatabaseSync): EmbedMeter {
  const of = (name: string): number =>
    Number(
      prepared(db, "SELECT value FROM meta WHERE key = ?").get(keyOf(name))
        ?.["value"],
    ) || 0;
  return {
    calls: of("calls"),
    failures: of("failures"),
    items: of("items"),
    ms: of("ms"),
  };
}

/**
 * Counts one call.
 *
 * @param db The store, open for writing.
 * @param call What it came to.
 */
export function countEmbedCall(
  db: DatabaseSync,
  { failed, items, ms }: {
    readonly failed: boolean;
    readonly items: number;
    readonly ms: number;
  },
): void {
  const more = { calls: 1, failures: Number(failed), items, ms };
  for (const [name, count] of Object.entries(more)) {
    prepared(
      db,
      `INSERT INTO meta(key, value) VALUES (?1, CAST(?2 AS TEXT))
       ON CONFLICT(key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + ?2 AS TEXT)`,
    ).run(keyOf(name), Math.round(count));
  }
}

function keyOf(name: string): string {
  return `embed_model_${name}`;
}
