import { explained, openMemories } from "../store/open_memories.ts";
import { resolveScope } from "./domain.ts";
import { makeSnapshot } from "./make_snapshot.ts";
import type { DomainCase } from "./memory.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Makes a snapshot of one domain from the store, or of the whole of it where the daemon has left none. It opens SQLite, so a hook imports
 * it only when it has to.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param domain The domain as somebody wrote it (see `resolveScope()`); `""` for all.
 * @param domainCase How the names of domains are written.
 * @returns `null` where there are no memories yet: no store, or one from before.
 * @throws {StoreBusy} when another process has the store for itself.
 * @throws {Error} when it is no store, or a broken one.
 */
export function scopedSnapshot(
  folder: string,
  domain: string,
  domainCase: DomainCase,
): Snapshot | null {
  const db = openMemories(folder);
  if (db === null) return null;
  try {
    return makeSnapshot(db, domainCase, resolveScope(db, domain, domainCase));
  } catch (error) {
    throw explained(error);
  } finally {
    db.close();
  }
}
