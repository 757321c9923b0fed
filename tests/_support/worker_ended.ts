import type { Places } from "../../lib/place.ts";
import { isMissing } from "../../lib/private_file.ts";

/** Milliseconds after which a worker hangs, however slow the machine is. */
const HANGS_MS = 120_000;

/**
 * Waits until no worker runs. A worker holds the lock's flock while it runs; between the hook's spawn and that moment the file says
 * `starting`.
 *
 * @param places Where the lock is.
 * @param hurry Whether a worker that runs is told to end.
 * @throws {Error} when it does not end.
 */
export async function workerEnded(
  places: Pick<Places, "rebuildLock">,
  hurry = false,
): Promise<void> {
  const lock = places.rebuildLock;
  let told = false;
  const end = Date.now() + HANGS_MS;
  while (Date.now() < end) {
    try {
      using file = await Deno.open(lock, { read: true, write: true });
      const owner = await Deno.readTextFile(lock);
      if (!owner.includes('"starting"') && file.tryLockSync(true)) return;
      if (hurry && !told && owner.includes('"running"')) {
        told = true;
        terminate(JSON.parse(owner).pid);
      }
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Cannot wait longer for the worker: ${lock}`);
}

function terminate(pid: number): void {
  try {
    if (pid !== Deno.pid) Deno.kill(pid, "SIGTERM");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
