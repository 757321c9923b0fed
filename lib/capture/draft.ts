import type { PassOver } from "../observe/is_passed_over.ts";
import type { ObservationDraft, SentUse } from "../store/row.ts";
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
  /** What it changed or taught; no part of the row. */
  readonly observation?: ObservationDraft | null;
  /** What that and a hash in the row are still to be made of. */
  readonly use?: SentUse;
}

/** What it takes to make an observation. */
export interface Observing extends PassOver {
  /** Redacts what is no part of the row, and whose matches the row does not count. */
  readonly redactor: Redactor;
  /** Told what went wrong where that is no matter of redacting: the row is kept without an observation. */
  failed(error: unknown): void;
}

/** Makes a row of what was read, `null` where there is to be none; what an observation is made of only where it is told how. All that it throws counts as a failure to redact. */
export type MakeDraft = (
  redactor: Redactor,
  turn: PrivateTurn,
  observing?: Observing,
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
