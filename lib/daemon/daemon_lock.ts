import { isStillAt } from "../lock.ts";

/** What the lock file says of the daemon that holds it. */
export interface DaemonOwner {
  readonly pid: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly version: string;
}

/** The daemon's lock, held. */
export interface DaemonLock extends Disposable {
  /** Whether the lock file is still this one. Where it is not, another daemon may have begun. */
  isWhole(): boolean;
}

/** How often a lock is tried for: a hook that looks whether the daemon runs holds it for some microseconds. */
const TRIES = 5;
const PAUSE_MS = 4;

/**
 * Takes the daemon's lock, for its whole life. It is a flock, so it ends with the process however that ends; the file stays.
 *
 * @param path The lock file; its folder must exist. Needs read and write permission on it.
 * @param owner What is written into it.
 * @returns The lock, or `null` where another daemon has it.
 * @throws {Error} when the file cannot be opened, or the file system knows no flock.
 */
export async function holdDaemonLock(
  path: string,
  owner: DaemonOwner,
): Promise<DaemonLock | null> {
  for (let attempt = 1;; attempt++) {
    const file = open(path);
    let keep = false;
    try {
      if (file.tryLockSync(true) && isStillAt(file, path)) {
        file.truncateSync(0);
        file.writeSync(
          new TextEncoder().encode(`${JSON.stringify(owner)}\n`),
        );
        keep = true;
        let isOpen = true;
        const close = (): void => {
          if (isOpen) file.close();
          isOpen = false;
        };
        return {
          isWhole: () => isStillAt(file, path),
          [Symbol.dispose]: close,
        };
      }
    } finally {
      if (!keep) file.close();
    }
    if (attempt === TRIES) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function open(path: string): Deno.FsFile {
  return Deno.openSync(path, {
    read: true,
    write: true,
    create: true,
    mode: 0o600,
  });
}
