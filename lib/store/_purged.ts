import { blake3 } from "../hash/blake3.ts";
import { type Hashed, rowHash } from "./_chain.ts";

/** The payload of a row whose content was emptied on purpose. */
export const PURGED = '{"purged":true}';

/** Hex digits of what a row of the store's own says of each row that was emptied. */
const CHECK = 16;

/**
 * What tells whether anything but the content of an emptied row was changed since: its own hash cannot, for that is over the content.
 *
 * @param row The row; its payload does not count.
 * @param hash Its hash.
 */
export function checkOf(row: Omit<Hashed, "payload">, hash: string): string {
  return blake3(rowHash({ ...row, payload: PURGED }) + hash).slice(0, CHECK);
}

/** What the row about a purge says. */
export interface PurgedPayload {
  /** The rows, such as `3-7,9`. */
  readonly seqs: string;
  readonly rows: number;
  /** Of each row its check, one after the other. */
  readonly checks: string;
}

/** Makes it of rows in their order. */
export function purgedPayload(
  rows: readonly { readonly seq: number; readonly check: string }[],
): PurgedPayload {
  const ranges: [number, number][] = [];
  for (const { seq } of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return {
    seqs: ranges.map(([from, upto]) =>
      from === upto ? `${from}` : `${from}-${upto}`
    ).join(),
    rows: rows.length,
    checks: rows.map(({ check }) => check).join(""),
  };
}

/**
 * The rows that such a payload names, each with its check.
 *
 * @param limit No row from here on: a row can only name those before it.
 */
export function* purgedRows(
  payload: Readonly<Record<string, unknown>>,
  limit: number,
): Generator<[seq: number, check: string]> {
  const { seqs, checks } = payload;
  if (typeof seqs !== "string" || typeof checks !== "string") return;
  let at = 0;
  for (const part of seqs.split(",")) {
    const [, from, upto = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ??
      [];
    for (let seq = Number(from); seq <= Number(upto) && seq < limit; seq++) {
      const check = checks.slice(at, at += CHECK);
      if (check.length < CHECK) return;
      yield [seq, check];
    }
  }
}
