import { verifyChain } from "../store/verify_chain.ts";
import { reportVerdict } from "./report_verdict.ts";

/** What a verification came to. */
export interface Verified {
  /** 1 where the chain is not whole. */
  readonly code: 0 | 1;
  /** For people. */
  readonly text: string;
  /** For programs. */
  readonly json: Record<string, unknown>;
}

/**
 * Checks the chain of the captured rows.
 *
 * @param store The store's folder. Needs read permission on it.
 * @param headFile The file that keeps the head. Needs read permission on it.
 * @throws {Error} when another process has the store for itself, or a later version made it.
 */
export function verifyStore(store: string, headFile: string): Verified {
  const verdict = verifyChain(store, headFile);
  return {
    code: verdict.ok ? 0 : 1,
    text: reportVerdict(verdict, store),
    json: { ...verdict, store },
  };
}
