import { dirname } from "@std/path";
import type { Places } from "../../lib/place.ts";

/**
 * Holds the daemon's lock, as one does that hangs: it runs, and takes no row.
 *
 * @param places Where the lock is.
 * @param startedAt Since when.
 */
export async function hangingDaemon(
  places: Places,
  startedAt: Date,
): Promise<Disposable> {
  await Deno.mkdir(dirname(places.daemonLock), {
    recursive: true,
    mode: 0o700,
  });
  await Deno.writeTextFile(
    places.daemonLock,
    JSON.stringify({ pid: 4711, startedAt, version: "1.2.3" }),
    { mode: 0o600 },
  );
  const lock = await Deno.open(places.daemonLock, { read: true, write: true });
  await lock.lock(true);
  return lock;
}

/**
 * The name of a row's file in the spool.
 *
 * @param time When the row was made.
 */
export function rowFile(time: number): string {
  return `${String(time * 1000).padStart(16, "0")}-2-abc.row`;
}
