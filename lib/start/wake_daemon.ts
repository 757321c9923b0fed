import type { Context } from "../frame/run.ts";
import { isHeld } from "../lock.ts";
import { basename, join } from "../path.ts";
import { exists } from "../private_file.ts";
import type { Names } from "./state_names.ts";

/**
 * Starts the daemon where capture is in use, so that rows that an earlier session left are stored before the first prompt.
 *
 * @param context SessionStart's. Needs read and write permission on the state folder, and `--allow-run` on the daemon.
 * @param names What was in the state folder when the hook began.
 */
export async function wakeDaemon(
  context: Context,
  names: Names,
): Promise<void> {
  const { places, env, log, now } = context;
  // The first row makes the folder, and uninstalling capture removes it; without capture this is all that it costs.
  if (!names.has(basename(places.capture))) return;
  if (!exists(join(places.capture, "spool"))) return;
  // As a rule one runs.
  if (isHeld(places.daemonLock)) return;
  const { startDaemon } = await import("./rare.ts");
  startDaemon({ command: context.worker("memoryd"), places, env, log, now });
}
