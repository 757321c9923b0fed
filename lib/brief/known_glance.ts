import { type Glance, readGist } from "../memory/gist.ts";
import type { DomainCase } from "../memory/memory.ts";
import type { Places } from "../place.ts";
import { hasStore } from "./known_memories.ts";

/**
 * What is known of the memories at a glance: as `knownMemories()`, but with no more than the first line of the file on the way.
 *
 * @param places Where the store is. Needs read permission on its folder; nothing is ever made there.
 * @param domain The domain that counts, as somebody wrote it; `""` for all.
 * @param domainCase How the names of domains are written.
 * @returns `null` where there is no store, or none with memories in it: nobody has used the memory yet.
 * @throws {Error} when the store cannot be read.
 */
export async function knownGlance(
  places: Pick<Places, "snapshot" | "store">,
  domain: string,
  domainCase: DomainCase,
): Promise<Glance | null> {
  if (!hasStore(places)) return null;
  const gist = domain === "" ? readGist(places) : null;
  if (gist !== null) return gist;
  const { scopedSnapshot } = await import("../memory/scoped_snapshot.ts");
  return scopedSnapshot(places.store, domain, domainCase);
}
