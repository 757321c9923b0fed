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
  /** `{seqs, rows, checks}`: the content of so many rows, at places such as `3-7,9`, was emptied on purpose. */
  purged: "memory.rows_purged",
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
  /** What came with it and is no part of the chain: it can be deleted. */
  readonly beside?: Beside;
}

/** Where something happened, and what it was. Redacted. */
export interface Beside {
  /** The project's identity, as `projectOf()` gives it. */
  readonly project: string;
  /** The project's name for people. */
  readonly name: string;
  /** The host's name: `claude`, `cursor`, … */
  readonly host: string;
  /** What a use of a tool changed or taught. */
  readonly observation?: ObservationDraft;
  /** What the daemon has to make that and the arguments' hash of; it is stored nowhere. */
  readonly use?: SentUse;
}

/** UTF-16 units that a use has as JSON at most: a frame has room for it and all the rest. */
export const MAX_USE = 64 * 1024;

/** A use of a tool as a hook sends it, beside what the row itself says of it. Redacted. */
export interface SentUse {
  /** What the tool was asked. */
  readonly input: unknown;
  /** Absent where there is to be no observation. */
  readonly seen?: SeenUse;
}

/** What an observation is made of, beside what the tool was asked. Redacted. */
export interface SeenUse {
  /** The pieces of its answer that may be told, shortened; `null` where it answered nothing. */
  readonly answer: unknown;
  /** The session's folder, absolute, "" where it is not known. */
  readonly cwd: string;
}

/** What a use of a tool changed or taught, as it is derived from the use. */
export interface ObservationDraft {
  readonly kind: "read" | "write" | "command" | "search" | "web" | "other";
  readonly tool: string;
  readonly outcome: "success" | "error";
  /** One line: what was done to what. 200 UTF-16 units at most. */
  readonly title: string;
  /** What came of it, 2,000 UTF-16 units at most. */
  readonly detail: string;
  /** Absolute paths, 20 at most. */
  readonly files: readonly string[];
  readonly agent?: string;
  readonly useId?: string;
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
