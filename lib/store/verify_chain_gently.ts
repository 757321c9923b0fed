import { type Verdict, walkChain } from "./_chain_walk.ts";

/**
 * The same as `verifyChain()`, for whoever has other things to do meanwhile. All of it sees the store as it was at the beginning.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param headFile The file that keeps the head. Needs read permission on it.
 * @param signal Ends it.
 * @returns `null` where it was ended.
 * @throws As `verifyChain()`.
 */
export async function verifyChainGently(
  folder: string,
  headFile: string,
  signal: AbortSignal,
): Promise<Verdict | null> {
  const walk = walkChain(folder, headFile);
  try {
    while (true) {
      if (signal.aborted) return null;
      const step = walk.next();
      if (step.done) return step.value;
      await new Promise((go) => setTimeout(go, 0));
    }
  } finally {
    walk.return({} as Verdict);
  }
}
