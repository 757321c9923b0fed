import type { Payload } from "./payload.ts";
import type { PrivateTurn } from "./private_turn.ts";
import type { SessionFields } from "./read_session.ts";
import type { Redactor } from "./redactor.ts";

/** What is particular to a row; what all have in common is added to it. */
export interface Draft {
  readonly kind: string;
  /** What makes it the only one of its kind, where the host says something that does. */
  readonly id?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Makes a row of what was read, `null` where there is to be none. All that it throws counts as a failure to redact. */
export type MakeDraft = (
  redactor: Redactor,
  turn: PrivateTurn,
) => Draft | null;

/**
 * Reads all that one kind of event says beside what every event says. Nothing is done with it yet.
 *
 * @throws {TypeError} when something that is needed is missing or does not fit.
 */
export type Drafting = (
  payload: Payload,
  session: SessionFields,
) => MakeDraft;
