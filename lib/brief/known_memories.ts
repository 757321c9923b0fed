import type { DomainCase } from "../memory/memory.ts";
import { readSnapshot, type Snapshot } from "../memory/snapshot.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { isFile } from "../private_file.ts";

/**
 * What a hook can say of the memories. As a rule that is one small file, which the daemon keeps; SQLite is loaded only for a single domain,
 * or where the file is gone.
 *
 * @param places Where the store is. Needs read permission on its folder; nothing is ever made there.
 * @param domain The domain that counts, as somebody wrote it; `""` for all.
 * @param domainCase How the names of domains are written.
 * @returns `null` where there is no store, or none with memories in it: nobody has used the memory yet.
 * @throws {Error} when the store cannot be read.
 */
export async function knownMemories(
  places: Pick<Places, "snapshot" | "store">,
  domain: string,
  domainCase: DomainCase,
): Promise<Snapshot | null> {
  if (!hasStore(places)) return null;
  if (domain === "") {
    const whole = readSnapshot(places);
    if (whole !== null) return whole;
  }
  const { scopedSnapshot } = await import("../memory/scoped_snapshot.ts");
  return scopedSnapshot(places.store, domain, domainCase);
}

/**
 * Whether there is a store: what was said of one that is gone is no longer true.
 *
 * @param places Where it is. Needs read permission on its folder.
 */
export function hasStore({ store }: Pick<Places, "store">): boolean {
  return isFile(join(store, "store.sqlite"));
}
