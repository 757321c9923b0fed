import type { Places } from "../place.ts";
import { runningDaemon } from "./running_daemon.ts";

/** Milliseconds in which a daemon that is told to end does so: it stores what it has before. */
const PATIENCE_MS = 7000;

/** What became of the daemon. */
export type EndedDaemon = "none" | "ended" | "stays";

/**
 * Tells the daemon that runs to end, and waits for it.
 *
 * @param places Where its lock is. Needs read and write permission on that, and permission to signal processes.
 * @param patienceMs Milliseconds to wait.
 * @returns `stays` where it did not end in time.
 */
export async function endDaemon(
  places: Pick<Places, "daemonLock">,
  patienceMs: number = PATIENCE_MS,
): Promise<EndedDaemon> {
  const end = performance.now() + patienceMs;
  const told = new Set<number>();
  while (true) {
    const owner = runningDaemon(places);
    if (owner === null) return told.size === 0 ? "none" : "ended";
    if (owner.pid !== null && !told.has(owner.pid)) {
      try {
        Deno.kill(owner.pid, "SIGTERM");
      } catch {
        // It has just ended.
      }
      told.add(owner.pid);
    }
    if (performance.now() > end) return "stays";
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
