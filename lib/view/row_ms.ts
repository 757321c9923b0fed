import type { StoredRow } from "../store/row.ts";

/**
 * When a row happened, in milliseconds since the epoch. Its nanoseconds are more than a number holds to the last digit, and the one that
 * is nearest may be just below a millisecond: they are brought to whole microseconds first, which are exact.
 *
 * @param row The row.
 */
export function rowMs({ at }: Pick<StoredRow, "at">): number {
  return Math.floor(Math.round(at / 1000) / 1000);
}
