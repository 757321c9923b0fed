import type { Places } from "../place.ts";

/** The daemon that runs. */
export interface RunningDaemon {
  /** Its process, `null` where it is just starting and has not said so yet. */
  readonly pid: number | null;
  /** When it started, as it says itself. */
  readonly since: Date | null;
  /** Its version, as it says itself. */
  readonly version: string | null;
}

/**
 * Finds the daemon that runs: only the flock on its lock file says that the pid in it is still the daemon's.
 *
 * @param places Where the lock is. Needs read and write permission on it.
 * @returns `null` where none runs.
 */
export function runningDaemon(
  places: Pick<Places, "daemonLock">,
): RunningDaemon | null {
  try {
    if (!Deno.lstatSync(places.daemonLock).isFile) return null;
    using file = Deno.openSync(places.daemonLock, { read: true, write: true });
    // Shared: two that only ask do not take each other for the daemon.
    return file.tryLockSync(false) ? null : read(file);
  } catch {
    return null;
  }
}

function read(file: Deno.FsFile): RunningDaemon {
  const bytes = new Uint8Array(512);
  let said: Record<string, unknown> = {};
  try {
    const length = file.readSync(bytes) ?? 0;
    said = JSON.parse(new TextDecoder().decode(bytes.subarray(0, length)));
  } catch {
    // It is just being written.
  }
  const { pid, startedAt, version } = said;
  const since = new Date(
    typeof startedAt === "number" || typeof startedAt === "string"
      ? startedAt
      : NaN,
  );
  return {
    pid: Number.isInteger(pid) && Number(pid) > 1 ? Number(pid) : null,
    since: Number.isNaN(since.getTime()) ? null : since,
    version: typeof version === "string" ? version : null,
  };
}
