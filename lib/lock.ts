import { dirname } from "./path.ts";
import { ensurePrivateFolder, isMissing } from "./private_file.ts";

/** What a lock file of ours says. */
export interface LockOwner {
  /** `starting` from the hook's spawn until the worker has taken over, `running` from then on. */
  readonly phase: "starting" | "running";
  /** The process: the hook while `starting`, the worker afterwards. */
  readonly pid: number;
  /** When that process took the lock, in ms since the epoch. */
  readonly since: number;
}

/** A lock that this process has. Closing it leaves the lock file for the worker; releasing it removes the file. */
export interface HeldLock extends Disposable {
  /** Why a lock that was there before was taken over, `null` where there was none. */
  readonly reclaimed: string | null;
  /** Writes who has the lock into it. */
  own(owner: LockOwner): void;
  /** Removes the lock file, if it is still this one. */
  release(): void;
}

/** The answer to an attempt: the lock, or why it cannot be had. */
export type Attempt = { readonly lock: HeldLock } | { readonly busy: string };

/** Milliseconds within which a spawned worker has taken the lock over; a `starting` lock that is older has no owner. */
export const HANDOVER_MS = 30_000;

/**
 * Takes a lock file, atomically, or says who has it.
 *
 * An owner of ours is known to live by its flock, which ends with the process however it ends: neither a pid in use by
 * something else nor a stopped clock can fake it. Only between the hook's end and the worker's start does nobody hold the flock,
 * so a `starting` lock counts for `HANDOVER_MS`. A lock that some other tool made holds nothing that this product understands:
 * it is respected until it is older than the timeout. Whatever is older than the timeout is taken over.
 *
 * @param path The lock file. Needs read and write permission on its folder.
 * @param options `now` in ms since the epoch, `timeoutMs` in milliseconds, and the `owner` to write into the file.
 * @returns The lock, its file locked by flock until it is closed, or `busy` with the reason.
 */
export function acquireLock(
  path: string,
  options: { now: number; timeoutMs: number; owner: LockOwner },
): Attempt {
  let reclaimed: string | null = null;
  for (let attempt = 0; attempt < 5; attempt++) {
    const created = create(path);
    const file = created ?? open(path);
    if (file === null) continue;
    let keep = false;
    try {
      // Whoever else looks at a file that was made this moment lets go of it at once, so waiting is safe.
      if (created !== null) lockBriefly(created);
      const flocked = created !== null || tryLock(file);
      if (!isStillAt(file, path)) continue;
      if (created === null) {
        const verdict = judge(file, flocked, options.now, options.timeoutMs);
        if ("busy" in verdict) return verdict;
        reclaimed = verdict.why;
      }
      if (flocked === false) {
        // Over its time, yet alive: the file makes room for a new one, and the old owner will find that it lost the lock.
        Deno.removeSync(path);
        continue;
      }
      keep = true;
      const lock = heldLock(path, file, reclaimed);
      lock.own(options.owner);
      return { lock };
    } finally {
      if (!keep) file.close();
    }
  }
  return { busy: "others are taking it at this moment" };
}

/**
 * Takes over, in the worker, the lock that the hook made for it. The hook may still hold its flock for a moment.
 *
 * @param path The lock file. Needs read and write permission on it.
 * @param owner What to write into it.
 * @param deadlineMs How long to wait for the hook to let go, in milliseconds.
 * @returns The lock, or `null` where the file is gone or somebody else holds it.
 */
export async function takeOverLock(
  path: string,
  owner: LockOwner,
  deadlineMs = 5000,
): Promise<HeldLock | null> {
  const end = performance.now() + deadlineMs;
  while (true) {
    const file = open(path);
    if (file === null) return null;
    if (tryLock(file) !== false && isStillAt(file, path)) {
      const lock = heldLock(path, file, null);
      lock.own(owner);
      return lock;
    }
    file.close();
    if (performance.now() > end) return null;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Runs a task while holding a file's exclusive flock, waiting for it.
 *
 * @param file An open file.
 * @param task The work; the lock is let go when it ends or throws.
 */
export function whileLocked<T>(file: Deno.FsFile, task: () => T): T {
  file.lockSync(true);
  try {
    return task();
  } finally {
    file.unlockSync();
  }
}

/**
 * Whether an open file is still the one at a path, and not one that was removed or replaced while its lock was awaited.
 *
 * @param file The open file.
 * @param path The path it was opened at. Needs read permission on it.
 */
export function isStillAt(file: Deno.FsFile, path: string): boolean {
  try {
    const there = Deno.statSync(path);
    const here = file.statSync();
    return there.ino === here.ino && there.dev === here.dev;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function create(path: string): Deno.FsFile | null {
  const options = { read: true, write: true, createNew: true, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return null;
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(dirname(path));
    return create(path);
  }
}

function open(path: string): Deno.FsFile | null {
  try {
    return Deno.openSync(path, { read: true, write: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function lockBriefly(file: Deno.FsFile): void {
  try {
    file.lockSync(true);
  } catch {
    // A file system without flock: the file's name alone is the lock.
  }
}

/** Whether the flock was got, `null` where the file system has none. */
function tryLock(file: Deno.FsFile): boolean | null {
  try {
    return file.tryLockSync(true);
  } catch {
    return null;
  }
}

function judge(
  file: Deno.FsFile,
  flocked: boolean | null,
  now: number,
  timeoutMs: number,
): { readonly busy: string } | { readonly why: string } {
  const age = now - (file.statSync().mtime?.getTime() ?? now);
  // A time far in the future comes from a clock that was set back: no less outdated than one far in the past.
  const tooOld = Math.abs(age) > timeoutMs;
  if (flocked === false) {
    return tooOld
      ? { why: "its owner is over the rebuild timeout" }
      : { busy: "a rebuild is in progress" };
  }
  const owner = readOwner(file);
  if (owner?.phase === "starting" && Math.abs(age) <= HANDOVER_MS) {
    return { busy: "a rebuild is starting" };
  }
  if (owner !== null && flocked) {
    return { why: `its owner, process ${owner.pid}, is gone` };
  }
  return tooOld
    ? { why: "it is older than the rebuild timeout" }
    : { busy: "another tool holds it" };
}

function readOwner(file: Deno.FsFile): LockOwner | null {
  const bytes = new Uint8Array(512);
  file.seekSync(0, Deno.SeekMode.Start);
  const length = file.readSync(bytes) ?? 0;
  try {
    const value = JSON.parse(
      new TextDecoder().decode(bytes.subarray(0, length)),
    ) as LockOwner | null;
    return (value?.phase === "starting" || value?.phase === "running") &&
        Number.isInteger(value.pid)
      ? value
      : null;
  } catch {
    return null;
  }
}

function heldLock(
  path: string,
  file: Deno.FsFile,
  reclaimed: string | null,
): HeldLock {
  let open = true;
  const close = (): void => {
    if (open) file.close();
    open = false;
  };
  return {
    reclaimed,
    own(owner) {
      const bytes = new TextEncoder().encode(`${JSON.stringify(owner)}\n`);
      file.truncateSync(0);
      file.seekSync(0, Deno.SeekMode.Start);
      file.writeSync(bytes);
    },
    release() {
      if (open && isStillAt(file, path)) Deno.removeSync(path);
      close();
    },
    [Symbol.dispose]: close,
  };
}
