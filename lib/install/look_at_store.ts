import { join } from "../path.ts";
import { NewerSchema } from "../store/newer_schema.ts";
import { openMemories } from "../store/open_memories.ts";
import { readRows } from "../store/read_rows.ts";
import { StoreBusy } from "../store/store_busy.ts";
import { storesAside } from "../store/stores_aside.ts";

/** The store, as far as a check goes into it. */
export interface StoreState {
  readonly folder: string;
  /** The number of its schema, `null` where there is no store, or none that can be read. */
  readonly schema: number | null;
  /** Active memories; `null` where there are none yet. */
  readonly memories: number | null;
  /** Files of earlier stores that could not be read, and are kept beside this one. */
  readonly aside: readonly string[];
  /** Why this version does not write it, or cannot read it; else `null`. */
  readonly problem: string | null;
}

/**
 * Looks at the store. One that a later version made is read as far as it is understood.
 *
 * @param folder The store's folder. Needs read permission on it.
 */
export function lookAtStore(folder: string): StoreState {
  let found: Pick<StoreState, "schema" | "memories"> = {
    schema: null,
    memories: null,
  };
  let aside: readonly string[] = [];
  try {
    aside = storesAside(folder);
    found = memoriesIn(folder);
    using reader = readRows(folder);
    // Before there were memories there was but one schema.
    const schema = found.schema ?? (reader === null ? null : 1);
    return { folder, ...found, schema, aside, problem: null };
  } catch (error) {
    return { folder, ...found, aside, problem: problemOf(error, folder) };
  }
}

function problemOf(error: unknown, folder: string): string {
  const { message } = error as Error;
  return error instanceof NewerSchema || error instanceof StoreBusy
    ? message
    : `The store "${
      join(folder, "store.sqlite")
    }" cannot be read: ${message}; the next write begins a new one, and keeps this one beside it`;
}

function memoriesIn(folder: string): Pick<StoreState, "schema" | "memories"> {
  const db = openMemories(folder);
  if (db === null) return { schema: null, memories: null };
  try {
    const number = (sql: string): number =>
      Number(Object.values(db.prepare(sql).get() ?? {})[0]);
    return {
      schema: number("PRAGMA user_version"),
      memories: number(
        "SELECT count(*) FROM memories WHERE status = 'active'",
      ),
    };
  } finally {
    db.close();
  }
}
