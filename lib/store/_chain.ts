import { blake3 } from "../hash/blake3.ts";
import { join } from "../path.ts";

/** The hash before the first row. */
export const GENESIS = "0".repeat(64);

/** The columns that the hash is over: all but the hash itself. */
export interface Hashed {
  readonly seq: number;
  readonly id: string;
  /** Decimal digits: a number would hide changes that are smaller than its precision. */
  readonly at: string;
  readonly kind: string;
  readonly session: string;
  /** Canonical JSON. */
  readonly payload: string;
  readonly prevHash: string;
}

/**
 * The hash of a row: BLAKE3 of the canonical JSON of `{at, id, kind, payload, prev_hash, seq, session}`, with `at` as decimal text.
 *
 * The payload goes in as it is stored, so a change of its white space shows as well. No other row gives the same text: the members
 * before the payload end where their strings end, and of those after it, none can hold a bare quote.
 */
export function rowHash(row: Hashed): string {
  return blake3(
    `{"at":"${row.at}","id":${JSON.stringify(row.id)},"kind":${
      JSON.stringify(row.kind)
    },"payload":${row.payload},"prev_hash":"${row.prevHash}","seq":${row.seq},"session":${
      JSON.stringify(row.session)
    }}`,
  );
}

/** The store's file in its folder. */
export function storeFile(folder: string): string {
  return join(folder, "store.sqlite");
}
