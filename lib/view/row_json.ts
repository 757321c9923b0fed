import type { StoredRow } from "../store/row.ts";
import { plainJson } from "./plain_text.ts";
import { rowTime } from "./row_time.ts";

/**
 * A row in one line of JSON, with all that the store has of it.
 *
 * @param row The row.
 */
export function rowJson(row: StoredRow): string {
  return plainJson({
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    session: row.session,
    at: row.at,
    time: rowTime(row),
    payload: row.payload,
    prev_hash: row.prevHash,
    hash: row.hash,
  });
}
