import type { DatabaseSync } from "node:sqlite";
import { readSession } from "../lifecycle/read_session.ts";
import { storeSummary } from "../lifecycle/store_summary.ts";
import type {
  Change,
  SessionStory,
  SummaryText,
  SummaryView,
} from "../lifecycle/types.ts";
import { answersOf } from "./_answers.ts";
import { leaveUntold } from "./_due.ts";
import { type Answer, EXTRACT, isEmpty, summarise } from "./summarise.ts";

/** Observations that are looked at, the last ones. A session that goes on for days has as many as a store of others. */
const MOST_OBSERVATIONS = 1000;

/** A session, as far as a summary needs it. */
export interface Told {
  readonly story: SessionStory;
  readonly answers: readonly Answer[];
}

/**
 * Reads what a session's summary is made of.
 *
 * @param db The store.
 * @param session The host's id of it.
 * @returns `null` where there is no such session.
 */
export function readTold(db: DatabaseSync, session: string): Told | null {
  const story = readSession(db, session, MOST_OBSERVATIONS);
  return story === null ? null : { story, answers: answersOf(db, session) };
}

/**
 * Sums a session up as it is now, and keeps that; a summary that says the same stays, and so does a model's until the session goes on.
 * (Whoever deletes something of a session removes its summary, too: `deleteItem()`.)
 *
 * @param db The store, open for writing.
 * @param told The session.
 * @returns What changed, `null` where nothing is shown otherwise than before.
 */
export function sumUp(db: DatabaseSync, told: Told): Change | null {
  const { session, summary } = told.story;
  const isModels = summary !== null && summary.source !== EXTRACT;
  // Of an imported session there are no rows: what came with it says more than what can be made of the rest.
  const isAll = isModels || told.answers.length === 0;
  if (summary !== null && isAll && summary.at >= session.lastAt) return null;
  const answers = told.answers.length === 0 ? undefined : told.answers;
  return keepSummary(db, told.story, summarise(told.story, answers));
}

/**
 * Keeps a summary that tells of a session up to the time at which it was last heard of.
 *
 * @param db The store, open for writing.
 * @param story The session.
 * @param text The summary.
 * @returns What changed, `null` where nothing is shown otherwise than before.
 */
export function keepSummary(
  db: DatabaseSync,
  { session, summary }: SessionStory,
  text: SummaryText,
): Change | null {
  if (isEmpty(text) && summary === null) {
    leaveUntold(db, session.session, session.lastAt);
    return null;
  }
  const isSame = summary !== null && saysTheSame(summary, text);
  if (isSame && summary.at >= session.lastAt) return null;
  const change = storeSummary(db, session.id, text, session.lastAt);
  return isSame ? null : change;
}

function saysTheSame(summary: SummaryView, text: SummaryText): boolean {
  return ([
    "request",
    "looked",
    "changed",
    "decided",
    "open",
    "source",
  ] as const)
    .every((part) => summary[part] === text[part]);
}
