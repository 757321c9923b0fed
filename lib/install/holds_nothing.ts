import { openMemories } from "../store/open_memories.ts";
import { storesAside } from "../store/stores_aside.ts";

/** The tables that hold what somebody may want to keep. */
const TABLES = ["rows", "memories", "sessions"] as const;

/**
 * Whether a store is there in which nothing ever was: the daemon makes one as soon as it runs, also where all that it is asked for are notes.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @returns `false` where there is none, and where it cannot be told.
 */
export function holdsNothing(folder: string): boolean {
  try {
    if (storesAside(folder).length > 0) return false;
    using db = openMemories(folder);
    return db !== null &&
      TABLES.every((table) =>
        db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined
      );
  } catch {
    return false;
  }
}
