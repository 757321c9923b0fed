import { startDaemon } from "../daemon/start_daemon.ts";
import type { Context } from "../frame/run.ts";
import { join } from "../path.ts";
import { exists } from "../private_file.ts";

/**
 * Starts the daemon where capture is in use, so that rows that an earlier session left are stored before the first prompt.
 *
 * @param context SessionStart's. Needs read and write permission on the state folder, and `--allow-run` on the daemon.
 */
export function wakeDaemon(context: Context): void {
  const { places, env, log, now } = context;
  // The first row makes the folder, and uninstalling capture removes it; without capture this is all that it costs.
  if (!exists(join(places.capture, "spool"))) return;
  startDaemon({ command: context.worker("memoryd"), places, env, log, now });
}
