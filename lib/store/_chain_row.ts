import type { DatabaseSync } from "node:sqlite";
import { GENESIS, rowHash } from "./_chain.ts";
import type { Head } from "./_head.ts";
import { parsePayload } from "./_payload.ts";
import { checkOf, purgedRows } from "./_purged.ts";
import { OWN } from "./row.ts";

/** Text columns in place of numbers that might not be exact; the length shows what a text hides behind a NUL. */
export const COLUMNS =
  `CAST(seq AS TEXT) AS seq, id, CAST(at AS TEXT) AS at, kind,
  session, payload, prev_hash, hash, octet_length(id) + octet_length(kind) +
  octet_length(session) + octet_length(payload) AS length`;

/** A row as it is read; what was spoiled may be of other types. */
export interface Columns {
  readonly seq: string;
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly session: string;
  readonly payload: string;
  readonly prev_hash: string;
  readonly hash: string;
  readonly length: number;
}

/**
 * The row before which the chain begins: the last one that was pruned.
 *
 * @returns `null` where the row about that was changed: the walk will come to it.
 */
export function startOf(db: DatabaseSync): Head | null {
  const row = db.prepare(
    `SELECT ${COLUMNS} FROM rows WHERE kind = ? ORDER BY rows.seq DESC LIMIT 1`,
  ).get(OWN.pruned) as Columns | undefined;
  if (row === undefined) return { seq: 0, hash: GENESIS };
  if (!isSelf(row)) return null;
  const { upto_seq, upto_hash } = parsePayload(row.payload);
  return { seq: Number(upto_seq), hash: String(upto_hash) };
}

/** The rows that the store's own rows name as emptied; what a changed one names does not count. */
export function namedAsPurged(db: DatabaseSync): Map<number, string> {
  const rows = db.prepare(
    `SELECT ${COLUMNS} FROM rows WHERE kind = ? ORDER BY rows.seq`,
  ).iterate(OWN.purged);
  const named = new Map<number, string>();
  for (const row of rows) {
    const columns = row as unknown as Columns;
    if (!isSelf(columns)) continue;
    const payload = parsePayload(columns.payload);
    for (const [seq, check] of purgedRows(payload, Number(columns.seq))) {
      named.set(seq, check);
    }
  }
  return named;
}

/** What is wrong with an emptied row, by what the store's own row says of it. */
export function whyNotPurged(
  row: Columns,
  check: string | undefined,
): string | null {
  if (check === undefined) return "it was emptied, and no row says so";
  const { seq, prev_hash, hash, ...columns } = row;
  const hashed = { ...columns, seq: Number(seq), prevHash: prev_hash };
  return isText(row) && checkOf(hashed, hash) === check
    ? null
    : "it was changed after it was emptied";
}

/** Whether a row's hash is that of its columns. */
export function isSelf(row: Columns): boolean {
  const { prev_hash, hash } = row;
  return isText(row) &&
    hash === rowHash({ ...row, seq: Number(row.seq), prevHash: prev_hash });
}

/** Whether a row's texts are texts, with nothing behind a NUL. */
function isText({ id, kind, session, payload, length }: Columns): boolean {
  const texts = [id, kind, session, payload];
  return texts.every((text) => typeof text === "string") &&
    ENCODER.encode(texts.join("")).length === length;
}

const ENCODER = new TextEncoder();
