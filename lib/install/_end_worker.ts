import type { Places } from "../place.ts";

/** Milliseconds in which a worker that is told to end does so (it gives up after 5 s by itself). */
const PATIENCE_MS = 7000;

/**
 * Tells a worker that runs to end, and waits for it, so that it does not write into what is removed.
 *
 * @param places Where its lock is. Needs read and write permission on that, and permission to signal processes.
 */
export async function endWorker(places: Places): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let told = false;
  while (performance.now() < end) {
    const pid = owner(places.rebuildLock);
    if (pid === null) return;
    if (!told) {
      try {
        Deno.kill(pid, "SIGTERM");
      } catch {
        // It has just ended.
      }
    }
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The worker's process, `null` where none holds the lock: only its flock says that a pid is still the worker's. */
function owner(path: string): number | null {
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    if (file.tryLockSync(true)) return null;
    const bytes = new Uint8Array(512);
    const length = file.readSync(bytes) ?? 0;
    const { phase, pid } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(0, length)),
    );
    return phase === "running" && Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
