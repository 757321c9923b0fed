import { openMemories } from "../store/open_memories.ts";
import { readRows } from "../store/read_rows.ts";

/** The store, as far as a check goes into it. */
export interface StoreState {
  readonly folder: string;
  /** The number of its schema, `null` where there is no store, or none that can be read. */
  readonly schema: number | null;
  /** Active memories; `null` where there are none yet. */
  readonly memories: number | null;
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
  try {
    found = memoriesIn(folder);
    using reader = readRows(folder);
    // Before there were memories there was but one schema.
    const schema = found.schema ?? (reader === null ? null : 1);
    return { folder, ...found, schema, problem: null };
  } catch (error) {
    return { folder, ...found, problem: (error as Error).message };
  }
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
