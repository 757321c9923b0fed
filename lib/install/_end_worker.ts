import { HANDOVER_MS, type LockOwner } from "../lock.ts";
import type { Places } from "../place.ts";

/** Milliseconds in which a worker that is told to end does so (it gives up after 5 s by itself). */
const PATIENCE_MS = 7000;

/**
 * Tells a worker that runs to end, and waits for it, so that it does not write into what is removed. One that a hook has started
 * and that has not taken its lock over yet is waited for as well.
 *
 * @param places Where its lock is. Needs read and write permission on that, and permission to signal processes.
 * @param now The time.
 */
export async function endWorker(
  places: Places,
  now: () => Date,
): Promise<void> {
  let end = performance.now() + HANDOVER_MS;
  let told: number | null = null;
  while (performance.now() < end) {
    const pid = owner(places.rebuildLock, now().getTime());
    if (pid === null) return;
    if (pid !== "unknown" && pid !== told) {
      try {
        Deno.kill(pid, "SIGTERM");
      } catch {
        // It has just ended.
      }
      told = pid;
      end = performance.now() + PATIENCE_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * The worker's process, `null` where there is none, `unknown` where there is or will be one. Only the lock's flock says that a pid is
 * still the worker's; it is free between the end of the hook and the worker's taking over.
 */
function owner(path: string, now: number): number | "unknown" | null {
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    const free = file.tryLockSync(true);
    const lock = read(file);
    if (lock === null) return free ? null : "unknown";
    if (lock.phase === "running") {
      return !free && Number.isInteger(lock.pid) && lock.pid > 1
        ? lock.pid
        : null;
    }
    const age = now - (file.statSync().mtime?.getTime() ?? 0);
    return !free || lock.phase === "starting" && Math.abs(age) <= HANDOVER_MS
      ? "unknown"
      : null;
  } catch {
    return null;
  }
}

/** What the lock says, `null` where it is just being written, or (on Windows) may not be read while its owner lives. */
function read(file: Deno.FsFile): LockOwner | null {
  const bytes = new Uint8Array(512);
  try {
    const length = file.readSync(bytes) ?? 0;
    return JSON.parse(new TextDecoder().decode(bytes.subarray(0, length)));
  } catch {
    return null;
  }
}
