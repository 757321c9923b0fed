import type { Places } from "../../lib/place.ts";
import { isMissing } from "../../lib/private_file.ts";
import { until } from "./until.ts";

/**
 * Tells the daemon of a home to end, where one runs, and waits until it has. It holds the flock of its lock as long as it lives.
 *
 * @param places Where the lock is.
 */
export async function daemonEnded(
  places: Pick<Places, "daemonLock">,
): Promise<void> {
  const path = places.daemonLock;
  let told = false;
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
