/**
 * Waits for a file's exclusive flock, but not for ever: some other tool may hold it, or a process that was stopped. Closing the
 * file lets go of it.
 *
 * @param file An open file.
 * @param waitMs How long to wait, in milliseconds.
 * @returns Whether the file may be written: the lock was got, or the file system has none.
 */
export function lockWithin(file: Deno.FsFile, waitMs: number): boolean {
  const end = performance.now() + waitMs;
  try {
    while (!file.tryLockSync(true)) {
      if (performance.now() > end) return false;
      pause(1 + Math.random() * 4);
    }
  } catch {
    // A file system without flock: O_APPEND alone keeps entries apart.
  }
  return true;
}

/** Nothing else is to be done in the meantime, so the thread may stand still. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
