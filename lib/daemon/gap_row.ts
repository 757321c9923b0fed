import { CAPTURE_GAP, CAPTURED, type Row } from "../store/row.ts";
import type { Gap } from "./spooled_rows.ts";

/** The kinds of rows by the letters that the spool counts them by. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["p", CAPTURED.prompt],
  ["t", CAPTURED.toolUse],
  ["s", CAPTURED.sessionCompleted],
  ["f", CAPTURED.redactionFailed],
]);

/**
 * The row that says how many rows found no room in the spool. However often it is made of one gap, it is one row.
 *
 * @param gap What was counted.
 * @param now The time.
 */
export function gapRow(gap: Gap, now: Date): Row {
  const kinds: Record<string, number> = {};
  let lost = 0;
  for (const [letter, count] of gap.lost) {
    kinds[KINDS.get(letter) ?? "unknown"] = count;
    lost += count;
  }
  return {
    id: `gap:${gap.name}`,
    kind: CAPTURE_GAP,
    at: now.getTime() * 1e6,
    payload: {
      lost,
      kinds,
      ...(gap.first === null ? {} : { first_at: gap.first * 1e6 }),
      last_at: gap.last * 1e6,
      reason: "spool_full",
    },
  };
}

/**
 * The row that says that a file of the spool held no row that could be stored.
 *
 * @param name The file.
 * @param now The time.
 */
export function unusableRow(name: string, now: Date): Row {
  return {
    id: `gap:${name}`,
    kind: CAPTURE_GAP,
    at: now.getTime() * 1e6,
    payload: {
      lost: 1,
      kinds: {},
      last_at: Math.floor(Number(name.slice(0, 16)) / 1000) * 1e6,
      reason: "spool_unreadable",
    },
  };
}
