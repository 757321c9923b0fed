import type { StoredRow } from "../store/row.ts";
import { rowMs } from "./row_ms.ts";

/**
 * When a row happened: ISO 8601 in UTC.
 *
 * @param row The row.
 * @returns `null` where there is none, or a clock was out of its mind.
 */
export function rowTime(row: Pick<StoredRow, "at"> | null): string | null {
  if (row === null) return null;
  const time = new Date(rowMs(row));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
