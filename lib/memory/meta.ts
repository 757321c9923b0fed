import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";

/** What holds for the whole store. */
export interface Meta {
  /** How often memories or settings were changed. */
  readonly revision: number;
  /** When a memory was last written or edited, ISO 8601, UTC. */
  readonly lastWriteAt: string | null;
  readonly wardenEnabled: boolean;
  /** Minutes after which the warden is asked for again, 1 to 480. */
  readonly wardenMinutes: number;
}

export const WARDEN_MINUTES = { least: 1, most: 480, default: 20 } as const;

/** Reads it; what is missing, or no value at all, is the default. */
export function readMeta(db: DatabaseSync): Meta {
  const values = new Map(
    prepared(db, "SELECT key, value FROM meta").all()
      .map((row) => [String(row["key"]), String(row["value"])]),
  );
  const minutes = Number(values.get("warden_minutes") ?? NaN);
  const { least, most, default: usual } = WARDEN_MINUTES;
  return {
    revision: Number(values.get("revision") ?? 0) || 0,
    lastWriteAt: values.get("last_write_at") ?? null,
    wardenEnabled: !/^(?:0|off|false|no|)$/i.test(
      (values.get("warden_enabled") ?? "1").trim(),
    ),
    wardenMinutes:
      Number.isInteger(minutes) && minutes >= least && minutes <= most
        ? minutes
        : usual,
  };
}

/** Sets one value. */
export function writeMeta(db: DatabaseSync, key: string, value: string): void {
  prepared(
    db,
    `INSERT INTO meta(key, value) VALUES (?1, ?2)
     ON CONFLICT(key) DO UPDATE SET value = ?2`,
  ).run(key, value);
}

/** Counts a change, so that whoever keeps a copy knows that it is old. */
export function countChange(db: DatabaseSync): void {
  prepared(
    db,
    `INSERT INTO meta(key, value) VALUES ('revision', '1')
     ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
  ).run();
}
