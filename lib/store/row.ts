/** The kinds of rows that capture hooks send. */
export const CAPTURED = {
  prompt: "memory.claude_prompt",
  toolUse: "memory.claude_tool_use",
  sessionCompleted: "memory.claude_session_completed",
  redactionFailed: "memory.claude_capture_redaction_failed",
} as const;

/** Says that rows did not reach the daemon; the daemon appends it. */
export const CAPTURE_GAP = "memory.capture_gap";

/** The kinds of rows that the store itself appends; nobody else may, since `verifyChain()` goes by them. */
export const OWN = {
  /** `{upto_seq, upto_hash, rows, reason: "age" | "size"}`: rows up to there were removed on purpose. */
  pruned: "memory.store_pruned",
  /** `{moved_to, reason, previous_seq, previous_hash}`: this store began in place of another one. */
  replaced: "memory.store_replaced",
  /** `{missing_from, missing_upto, head_hash}`: the store's end was found cut off. */
  truncated: "memory.store_truncated",
  /** `{reason, head_seq, head_hash}`: the head was found missing, unreadable, or of another chain. */
  headLost: "memory.store_head_lost",
} as const;

/** What happened once, as it is given to the store. */
export interface Row {
  /** Unique in the store: a row that is given twice is stored once. */
  readonly id: string;
  readonly kind: string;
  /** When it happened, in nanoseconds since the epoch, as whole as a number of this size can be. */
  readonly at: number;
  /** What JSON can hold. Its `session_id` is the row's session. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A row of the store. */
export interface StoredRow extends Row {
  /** Its place in the chain, from 1. */
  readonly seq: number;
  /** `session_id` of the payload, or `""`. */
  readonly session: string;
  /** The hash of the row before it, 64 hex digits. */
  readonly prevHash: string;
  readonly hash: string;
}
