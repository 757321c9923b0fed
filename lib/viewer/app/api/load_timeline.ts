import { TimelinePage } from "../state/timeline_page.ts";
import type { Timeline } from "./types.ts";
import { callJson } from "./call.ts";
import { query } from "./query.ts";

/** How many items are loaded at once. */
const PAGE_SIZE = 60;

/** As many as the worker gives at most. */
const MOST = 500;

/** Which part of the timeline. */
export interface TimelineScope {
  /** The project, `""` for all. */
  readonly project: string;
  /** The kind of items, `""` for all. */
  readonly kind: string;
}

/**
 * The latest of the timeline.
 *
 * @param shown How many items are on the page already: that many are loaded again.
 */
export async function loadTimeline(
  { project, kind }: TimelineScope,
  shown: number,
  signal: AbortSignal,
): Promise<TimelinePage> {
  const count = Math.min(Math.max(shown, PAGE_SIZE), MOST - 1);
  const { items } = await callJson<Timeline>(
    query("/api/timeline", { project, kind, limit: count + 1 }),
    { signal },
  );
  return pageOf(items, count);
}

/**
 * A page with what is older behind it.
 *
 * @param page What is shown.
 */
export async function loadOlder(
  { project, kind }: TimelineScope,
  page: TimelinePage,
): Promise<TimelinePage> {
  const { items } = await callJson<Timeline>(
    query("/api/timeline", {
      project,
      kind,
      anchor: page.oldest?.address,
      before: PAGE_SIZE + 1,
      after: 0,
      limit: PAGE_SIZE + 1,
    }),
  );
  return pageOf(items, PAGE_SIZE);
}

/** The latest of some items, of which one more was asked for, to know whether there is one. */
function pageOf(items: Timeline["items"], count: number): TimelinePage {
  const latest = [...items].reverse();
  return new TimelinePage(latest.slice(0, count), latest.length > count);
}
