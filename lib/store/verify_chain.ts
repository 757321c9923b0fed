import { type Verdict, walkChain } from "./_chain_walk.ts";

export type { Finding, Verdict } from "./_chain_walk.ts";

/**
 * Checks the chain from its first row to its last and against the head, in constant memory, also while the daemon writes.
 *
 * It finds a column that was changed, rows that were removed, put in or moved, an end that was cut off, and a beginning that was cut off
 * without the store's own row about it. Of a row that was emptied on purpose it knows all but the content. The chain has no key: who may
 * write both the store and the head can make another one.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param headFile The file that keeps the head. Needs read permission on it.
 * @throws {StoreBusy} when another process has the store for itself.
 * @throws {RangeError} when a later version made the store.
 * @throws {Error} as it comes from the file system.
 */
export function verifyChain(folder: string, headFile: string): Verdict {
  const walk = walkChain(folder, headFile);
  while (true) {
    const step = walk.next();
    if (step.done) return step.value;
  }
}
