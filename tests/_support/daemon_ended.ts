import type { Places } from "../../lib/place.ts";
import { attemptFile } from "../../lib/daemon/just_started.ts";
import { exists, isMissing } from "../../lib/private_file.ts";
import { until } from "./until.ts";

/** Milliseconds after which a daemon that was started and does not run will not come, however slow the machine is. */
const STARTS_MS = 30_000;

/**
 * Tells the daemon of a home to end, where one runs, and waits until it has. It holds the flock of its lock as long as it lives.
 *
 * @param places Where the lock is.
 */
export async function daemonEnded(places: Places): Promise<void> {
  const path = places.daemonLock;
  let told = false;
  // A hook has started it, and it has not got so far as to remove the file; where it cannot start, nobody does.
  const begun = performance.now();
  await until(
    "the start of the daemon",
    () => !exists(attemptFile(places)) || performance.now() - begun > STARTS_MS,
  );
  await until(`the end of the daemon of ${path}`, async () => {
    try {
      using file = await Deno.open(path, { read: true, write: true });
      if (file.tryLockSync(true)) return true;
      const { pid } = JSON.parse(await Deno.readTextFile(path));
      if (!told && Number.isInteger(pid) && pid > 1 && pid !== Deno.pid) {
        Deno.kill(pid, "SIGTERM");
        told = true;
      }
    } catch (error) {
      if (isMissing(error)) return true;
      // It is just writing its pid, or has just ended.
      if (
        !(error instanceof SyntaxError || error instanceof Deno.errors.NotFound)
      ) throw error;
    }
    return false;
  });
}
