import { type Log, reason } from "../log.ts";
import { openRebuildLog } from "./rebuild_log.ts";

/**
 * A log whose warnings and errors also stand in the rebuild's own log, where the seed has a rebuild say why it failed.
 *
 * @param log The one log.
 * @param path The rebuild's log. Needs read and write permission on its folder.
 * @param now The clock.
 */
export function bothLogs(log: Log, path: string, now: () => Date): Log {
  // Opened at the first line: most rebuilds have nothing to say.
  const note = (message: string): void =>
    openRebuildLog(path, now).note(message);
  return {
    info: (message) => log.info(message),
    warn(message) {
      log.warn(message);
      note(message);
    },
    error(message, cause) {
      log.error(message, cause);
      note(cause === undefined ? message : `${message}: ${reason(cause)}`);
    },
  };
}
