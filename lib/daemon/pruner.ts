import { purge } from "../lifecycle/purge.ts";
import { findExcess, type Retention } from "../lifecycle/retention.ts";
import type { Store } from "../store/open_store.ts";
import type { Changes } from "./changes.ts";
import type { Scrubber } from "./scrubber.ts";

/** What pruning works with. */
export interface PrunerOptions {
  /** Does something with the store. */
  readonly withStore: <T>(action: (store: Store) => T) => T;
  readonly changes: Changes;
  readonly scrubber: Scrubber;
  readonly now: () => Date;
}

/** What was pruned. */
export interface Pruned {
  /** Rows of the chain. */
  readonly rows: number;
  /** Sessions, prompts, observations and summaries. */
  readonly items: number;
}

/**
 * Removes rows and what happened in sessions, the oldest first, that are over their time or more than there may be; in bounded steps,
 * between which rows are stored.
 *
 * @throws As the store does.
 */
export async function pruneStore(
  { withStore, changes, scrubber, now }: PrunerOptions,
  retention: Retention,
): Promise<Pruned> {
  const { before, rowBytes } = withStore((store) =>
    store.read((db) => findExcess(db, retention, now()))
  );
  let items = 0;
  for (let isDone = before <= 0; !isDone;) {
    const step = withStore((store) =>
      store.change((db) =>
        purge(db, { before }, { now: now(), withRows: false })
      )
    );
    changes.note(step.changes);
    changes.tell();
    const { sessions, prompts, observations, summaries } = step.counts;
    items += sessions + prompts + observations + summaries;
    isDone = step.isDone;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  if (items > 0) scrubber.removed();
  const rows = withStore((store) =>
    store.prune({ days: retention.days, maxBytes: rowBytes })
  );
  return { rows, items };
}
