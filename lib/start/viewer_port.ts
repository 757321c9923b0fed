import { isHeld } from "../lock.ts";
import type { Places } from "../place.ts";
import { exists, readRegularFile } from "../private_file.ts";

/**
 * The port on which the daemon serves the viewer at this moment.
 *
 * @param places Needs read and write permission on the state folder.
 * @returns `null` where it does not, or no daemon runs: one that was killed leaves its file.
 */
export function viewerPort(
  places: Pick<Places, "workerPort" | "daemonLock">,
): number | null {
  if (!exists(places.workerPort) || !isHeld(places.daemonLock)) return null;
  const port = Number(readRegularFile(places.workerPort, 16) ?? "");
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}
