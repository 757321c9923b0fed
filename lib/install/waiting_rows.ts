import { join } from "@std/path";
import { GAP_FILE, KEY_DIGITS } from "../capture/row_spool.ts";
import { SpooledRows } from "../daemon/spooled_rows.ts";
import type { Places } from "../place.ts";
import { isFolder } from "../private_file.ts";
import type { RunningDaemon } from "./running_daemon.ts";

/** What waits for the daemon. */
export interface WaitingRows {
  readonly rows: number;
  readonly bytes: number;
  /** Rows that found no room, and are still to be told of in the store. */
  readonly lost: number;
  /** Since when the oldest row waits; `null` where none does. */
  readonly oldest: Date | null;
}

/**
 * Looks what waits for the daemon.
 *
 * @param places Where the spool is. Needs read permission on it.
 * @param now The clock.
 */
export function waitingRows(
  places: Pick<Places, "capture">,
  now: () => Date,
): WaitingRows {
  const folder = join(places.capture, "spool");
  if (!isFolder(folder)) return { rows: 0, bytes: 0, lost: 0, oldest: null };
  const spool = new SpooledRows(folder, now);
  const rows = spool.list();
  const gaps = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name === GAP_FILE || /^\d{16}\.gap$/.test(name));
  const sizeOf = (name: string): number => {
    try {
      return Deno.statSync(join(folder, name)).size;
    } catch {
      // The daemon has just taken it.
      return 0;
    }
  };
  const sum = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + sizeOf(name), 0);
  // One whose hook was killed is not the daemon's fault: it waits until nobody can still be writing it.
  const oldest = rows.find((name) => !("none" in spool.read(name)));
  return {
    rows: rows.length,
    bytes: sum(rows),
    lost: sum(gaps),
    oldest: oldest === undefined
      ? null
      : new Date(Math.floor(Number(oldest.slice(0, KEY_DIGITS)) / 1000)),
  };
}

/**
 * For how long the daemon could have taken the oldest row, in milliseconds.
 *
 * @param waiting What waits.
 * @param daemon The daemon that runs, if one does: before it started, nobody could take anything.
 * @param now The time.
 */
export function waitMs(
  { oldest }: WaitingRows,
  daemon: RunningDaemon | null,
  now: Date,
): number {
  if (oldest === null) return 0;
  const from = Math.max(oldest.getTime(), daemon?.since?.getTime() ?? 0);
  return Math.max(0, now.getTime() - from);
}
