import { dirname } from "./path.ts";
import { ensurePrivateFolder, isMissing, removeFile } from "./private_file.ts";

/** What a lock file of ours says. */
export interface LockOwner {
  /** `taken` until the hook has spawned the worker, `starting` until that has taken over, `running` from then on. */
  readonly phase: "taken" | "starting" | "running";
  /** The process: the worker while `running`, the hook before. */
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
 * so a `starting` lock counts for `HANDOVER_MS`. A lock that some other tool made, be it a file, a folder or a link, holds nothing
 * that this product understands: it is respected until it is older than the timeout. Whatever is older than the timeout is taken
 * over.
 *
 * @param path The lock file. Needs read and write permission on its folder.
 * @param options `now` in ms since the epoch, `timeoutMs` in milliseconds, and the `owner` to write into the file.
 * @returns The lock, its file locked by flock until it is closed, or `busy` with the reason.
 */
export function acquireLock(
  path: string,
  options: { now: number; timeoutMs: number; owner: LockOwner },
): Attempt {
  const { now, timeoutMs, owner } = options;
  ensurePrivateFolder(dirname(path));
  using guard = openGuard(path);
  if (guard !== null && tryLock(guard) === false) {
    return { busy: "others are taking it at this moment" };
  }
  let reclaimed: string | null = null;
  for (let attempt = 0; attempt < 5; attempt++) {
    const created = create(path);
    if (created !== null) {
      // Whoever else looks at a file that was made this moment lets go of it at once, so waiting is safe.
      lockBriefly(created);
      if (isStillAt(created, path)) {
        return { lock: taken(path, created, reclaimed, owner) };
      }
      created.close();
      continue;
    }
    const info = lstat(path);
    if (info === null) continue;
    const age = now - (info.mtime?.getTime() ?? now);
    const file = info.isFile ? open(path) : null;
    let keep = false;
    try {
      const flocked = file === null ? null : tryLock(file);
      if (file !== null && !isStillAt(file, path)) continue;
      const verdict = judge(file, flocked, age, timeoutMs);
      if ("busy" in verdict) return verdict;
      reclaimed = verdict.why;
      if (file !== null && flocked !== false) {
        keep = true;
        return { lock: taken(path, file, reclaimed, owner) };
      }
      // No file of ours, or its owner lives although its time is over: the path makes room for a new lock, and the old owner
      // will find that it lost its own.
      removeFile(path);
    } finally {
      if (!keep) file?.close();
    }
  }
  return { busy: "others are taking it at this moment" };
}

/**
 * Takes over, in the worker, the lock that the hook made for it. The hook may still hold its flock for a moment.
 *
 * @param path The lock file. Needs read and write permission on its folder.
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
    const answer = takeOverNow(path, owner);
    if (answer !== "later") return answer;
    if (performance.now() > end) return null;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function takeOverNow(
  path: string,
  owner: LockOwner,
): HeldLock | "later" | null {
  using guard = openGuard(path);
  if (guard !== null && tryLock(guard) === false) return "later";
  const file = lstat(path)?.isFile ? open(path) : null;
  if (file === null) return null;
  let keep = false;
  try {
    if (tryLock(file) === false) {
      return readOwner(file)?.phase === "running" ? null : "later";
    }
    if (!isStillAt(file, path)) return "later";
    if (readOwner(file) === null) return null;
    keep = true;
    return taken(path, file, null, owner);
  } finally {
    if (!keep) file.close();
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

/** Milliseconds that releasing waits for others to be done with their look at the lock. */
const GUARD_MS = 1000;

/**
 * Opens the folder of a lock file. Whoever holds its flock is alone in looking at the lock file and acting on what it saw: without
 * that, two could find the same outdated lock, and the slower one would remove the lock that the faster one has just made.
 *
 * @returns `null` where a folder cannot be opened (Windows): creating the file is then all that is atomic.
 */
function openGuard(path: string): Deno.FsFile | null {
  try {
    return Deno.openSync(dirname(path), { read: true });
  } catch {
    return null;
  }
}

function lockGuard(guard: Deno.FsFile): void {
  const end = performance.now() + GUARD_MS;
  while (tryLock(guard) === false && performance.now() < end) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function create(path: string): Deno.FsFile | null {
  const options = { read: true, write: true, createNew: true, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return null;
    throw error;
  }
}

/** Opens a lock file; `null` where it is gone, or where its owner lets nobody else open it. */
function open(path: string): Deno.FsFile | null {
  try {
    return Deno.openSync(path, { read: true, write: true });
  } catch (error) {
    if (isMissing(error) || error instanceof Deno.errors.PermissionDenied) {
      return null;
    }
    throw error;
  }
}

function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
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

/** Milliseconds within which a worker whose time is over has ended. */
const ENDING_MS = 15_000;

/** What a lock that is there means; `file` is `null` where it cannot be a lock of ours. */
function judge(
  file: Deno.FsFile | null,
  flocked: boolean | null,
  age: number,
  timeoutMs: number,
): { readonly busy: string } | { readonly why: string } {
  // A time far in the future comes from a clock that was set back: no less outdated than one far in the past.
  const tooOld = Math.abs(age) > timeoutMs;
  if (flocked === false) {
    // A worker ends itself when its time is over, and needs a moment for that: two at once must not be.
    return Math.abs(age) > timeoutMs + ENDING_MS
      ? { why: "its owner is over the rebuild timeout" }
      : { busy: "a rebuild is in progress" };
  }
  const owner = file === null ? null : readOwner(file);
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

const PHASES: ReadonlySet<unknown> = new Set(["taken", "starting", "running"]);

function readOwner(file: Deno.FsFile): LockOwner | null {
  const bytes = new Uint8Array(512);
  file.seekSync(0, Deno.SeekMode.Start);
  const length = file.readSync(bytes) ?? 0;
  try {
    const value = JSON.parse(
      new TextDecoder().decode(bytes.subarray(0, length)),
    ) as LockOwner | null;
    return value !== null && PHASES.has(value.phase) &&
        Number.isInteger(value.pid)
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Makes a lock of an open file, with its owner in it; where that cannot be written, no lock is left behind. */
function taken(
  path: string,
  file: Deno.FsFile,
  reclaimed: string | null,
  owner: LockOwner,
): HeldLock {
  const lock = heldLock(path, file, reclaimed);
  try {
    lock.own(owner);
    return lock;
  } catch (error) {
    removeFile(path);
    lock[Symbol.dispose]();
    throw error;
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
      if (!open) return;
      try {
        using guard = openGuard(path);
        if (guard !== null) lockGuard(guard);
        if (isStillAt(file, path)) Deno.removeSync(path);
      } finally {
        close();
      }
    },
    [Symbol.dispose]: close,
  };
}

/**
 * Whether a process holds a lock file's flock: the quick look, without an error on the way, where one is likely.
 *
 * @param path The file. Needs read and write permission on it.
 */
export function isHeld(path: string): boolean {
  try {
    const file = Deno.openSync(path, { read: true, write: true });
    try {
      return !file.tryLockSync(true);
    } finally {
      file.close();
    }
  } catch {
    return false;
  }
}
