import { join } from "../path.ts";
import type { Places } from "../place.ts";

/**
 * The index of a vault. Its name holds a hash of the vault's path, so that two vaults never share one.
 *
 * @param places Where the data are.
 * @param vault The vault, absolute.
 */
export function indexFile(places: Places, vault: string): string {
  return join(places.data, "index", `${fnv1a(vault)}.sqlite`);
}

/** 64-bit FNV-1a over UTF-16 units: a name, not a secret, and no crypto to load. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    hash = ((hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n) &
      0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}
