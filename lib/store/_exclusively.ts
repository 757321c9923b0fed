import { StoreBusy } from "./store_busy.ts";

/**
 * Does something while no other process does the same, as far as it asks, too: two that find the same broken store must not both move it
 * aside. The folder's flock ends with the process, however it ends.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param patienceMs How long to wait, in milliseconds.
 * @throws {StoreBusy} when another process is at it for longer.
 */
export function exclusively<T>(
  folder: string,
  patienceMs: number,
  action: () => T,
): T {
  using opened = openFolder(folder);
  if (opened !== null) {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; isLocked(opened); waited += 5) {
      if (waited >= patienceMs) {
        throw new StoreBusy(
          "Cannot open the store: another process is opening it",
        );
      }
      Atomics.wait(pause, 0, 0, 5);
    }
  }
  return action();
}

/** `null` where a folder cannot be opened (Windows): the daemon's own lock is then all there is. */
function openFolder(folder: string): Deno.FsFile | null {
  try {
    return Deno.openSync(folder, { read: true });
  } catch {
    return null;
  }
}

function isLocked(file: Deno.FsFile): boolean {
  try {
    return !file.tryLockSync(true);
  } catch {
    // A file system without flock.
    return false;
  }
}
