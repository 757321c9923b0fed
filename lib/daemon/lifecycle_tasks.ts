import type { DatabaseSync } from "node:sqlite";
import deno from "../../deno.json" with { type: "json" };
import { deleteItem } from "../lifecycle/delete_item.ts";
import { exportPage } from "../lifecycle/export_lifecycle.ts";
import { importRecords } from "../lifecycle/import_lifecycle.ts";
import { purge, type PurgeQuery } from "../lifecycle/purge.ts";
import { readStatistics } from "../lifecycle/read_statistics.ts";
import type { PurgeCounts } from "../lifecycle/types.ts";
import { invalid, Refused } from "../memory/refused.ts";
import type { Store } from "../store/open_store.ts";
import type { Changes } from "./changes.ts";
import type { Scrubber } from "./scrubber.ts";

/** What a request brings: nothing in it is trusted. */
export type Params = Readonly<Record<string, unknown>>;

/** Does what a request asks for. Refuses with `Refused`; the store's errors are the desk's. */
export type Task = (params: Params) => unknown | Promise<unknown>;

/** What the tasks work with. */
export interface TaskOptions {
  /** Does something with the store. */
  readonly withStore: <T>(action: (store: Store) => T) => T;
  /** Stores what waits in the spool: it may be of what is asked about. */
  readonly settle: () => Promise<void>;
  readonly changes: Changes;
  readonly scrubber: Scrubber;
  /** Has all that is kept beside the store tell no more of what was removed. */
  readonly forget: () => void;
  /** What else is known of the daemon, for its status. */
  readonly status: (db: DatabaseSync) => Readonly<Record<string, unknown>>;
  readonly now: () => Date;
}

/** Records that are taken in at once. */
const IMPORTED_AT_ONCE = 500;

/**
 * What can be asked for about sessions and what happened in them:
 *
 * - `delete_item {address}` → `{deleted: true}`
 * - `purge {project | session | before}`, `before` in milliseconds since the epoch → {@linkcode PurgeCounts}, once all is gone
 * - `export {project?, session?, from?}` → `{records, next}`, `next` being the `from` of the next part, `null` at the end
 * - `import {records}` → `ImportCounts`; the texts are redacted by who asks
 * - `status {}`
 */
export function lifecycleTasks(
  options: TaskOptions,
): Readonly<Record<string, Task>> {
  const { withStore, settle, changes, scrubber, forget, status, now } = options;
  const began = performance.now();
  const tell = <T extends { readonly changes: Parameters<Changes["note"]>[0] }>(
    done: T,
  ): T => {
    changes.note(done.changes);
    changes.tell();
    return done;
  };
  return {
    async delete_item(params) {
      const address = textOf(params, "address");
      if (address === null) throw invalid("address is missing");
      await settle();
      const change = withStore((store) =>
        store.change((db) => deleteItem(db, address, now()))
      );
      if (change === null) {
        throw new Refused("not_found", `there is no ${address}`);
      }
      tell({ changes: [change] });
      forget();
      scrubber.removed();
      return { deleted: true };
    },
    async purge(params) {
      const query = purgeQuery(params);
      await settle();
      let sum: PurgeCounts | null = null;
      for (let isDone = false; !isDone; await nextTurn()) {
        const step = tell(
          withStore((store) =>
            store.change((db) => purge(db, query, { now: now() }))
          ),
        );
        sum = added(sum, step.counts);
        isDone = step.isDone;
      }
      forget();
      scrubber.removed();
      await scrubber.scrub();
      return sum;
    },
    async export(params) {
      const query = selection(params);
      await settle();
      const from = textOf(params, "from") ?? "";
      return withStore((store) =>
        store.read((db) => exportPage(db, query, from))
      );
    },
    async import({ records }) {
      if (!Array.isArray(records)) throw invalid("records is no list");
      let sum: Record<string, number> | null = null;
      for (let at = 0; at === 0 || at < records.length; await nextTurn()) {
        const some = records.slice(at, at + IMPORTED_AT_ONCE);
        const { counts } = tell(
          withStore((store) => store.change((db) => importRecords(db, some))),
        );
        sum = added(sum, { ...counts });
        at += IMPORTED_AT_ONCE;
      }
      return sum;
    },
    async status() {
      await settle();
      return withStore((store) =>
        store.read((db) => {
          const { days: _, kinds: __, ...counts } = readStatistics(db);
          return {
            version: deno.version,
            pid: Deno.pid,
            uptime_ms: Math.round(performance.now() - began),
            schema: db.prepare("PRAGMA user_version").get()?.["user_version"],
            memory_bytes: Deno.memoryUsage().rss,
            ...counts,
            ...status(db),
          };
        })
      );
    },
  };
}

function purgeQuery(params: Params): PurgeQuery {
  const { before } = params;
  const query: { project?: string; session?: string; before?: number } =
    selection(params);
  if (before !== undefined && before !== null) {
    if (typeof before !== "number" || !(before >= 0)) {
      throw invalid("before is no time in milliseconds");
    }
    query.before = Math.floor(before);
  }
  if (Object.keys(query).length !== 1) {
    throw invalid("say one of project, session and before");
  }
  return query;
}

function selection(params: Params): { project?: string; session?: string } {
  const project = textOf(params, "project");
  const session = textOf(params, "session");
  return {
    ...(project === null ? {} : { project }),
    ...(session === null ? {} : { session }),
  };
}

function textOf(params: Params, name: string): string | null {
  const value = params[name] ?? null;
  if (value === null) return null;
  if (typeof value !== "string") throw invalid(`${name} is no text`);
  return value;
}

function added<T extends object>(sum: T | null, more: T): T {
  if (sum === null) return more;
  const all = sum as Record<string, number>;
  return Object.fromEntries(
    Object.entries(more).map(([name, n]) => [name, (all[name] ?? 0) + n]),
  ) as T;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
