import type { Memory } from "../memory/memory.ts";

/** A session in an export. Times are milliseconds since the epoch. */
export interface SessionRecord {
  readonly kind: "session";
  readonly session: string;
  readonly project: string;
  readonly name: string;
  readonly cwd: string;
  readonly host: string;
  readonly began_at: number;
  readonly last_at: number;
  readonly ended_at: number | null;
  readonly redactions: number;
  readonly answer: string;
}

/** A prompt in an export; `session` is the host's id of its session, here as in all others. */
export interface PromptRecord {
  readonly kind: "prompt";
  readonly session: string;
  readonly number: number;
  readonly at: number;
  /** The id of its row in the chain, by which it is known again. */
  readonly row_id: string;
  readonly text: string;
}

/** An observation in an export. */
export interface ObservationRecord {
  readonly kind: "observation";
  readonly session: string;
  readonly prompt_number: number;
  readonly at: number;
  readonly what: string;
  readonly tool: string;
  readonly outcome: string;
  readonly title: string;
  readonly detail: string;
  readonly files: readonly string[];
  readonly agent: string | null;
  readonly use_id: string | null;
  readonly times: number;
}

/** A summary in an export. */
export interface SummaryRecord {
  readonly kind: "summary";
  readonly session: string;
  readonly at: number;
  readonly request: string;
  readonly looked: string;
  readonly changed: string;
  readonly decided: string;
  readonly open: string;
  readonly source: string;
}

/** A memory in an export. */
export interface MemoryRecord extends Memory {
  readonly kind: "memory";
}

/** One line of an export. */
export type LifecycleRecord =
  | SessionRecord
  | PromptRecord
  | ObservationRecord
  | SummaryRecord
  | MemoryRecord;
