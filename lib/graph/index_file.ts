import { join } from "../path.ts";
import type { Places } from "../place.ts";

/**
 * The index of a vault. Its name holds a hash of the vault's path, so that two vaults never share one.
 *
 * @param places Where the data are.
 * @param vault The vault, absolute.
 */
export function indexFile(places: Places, vault: string): string {
  return besideIndex(places, vault, "sqlite");
}

/**
 * A file that belongs to the index of a vault.
 *
 * @param places Where the data are.
 * @param vault The vault, absolute.
 * @param kind What comes after the dot of its name.
 */
export function besideIndex(
  places: Places,
  vault: string,
  kind: "sqlite" | "json" | "changed",
): string {
  if (last.vault !== vault) last = { vault, name: fnv1a(vault) };
  return join(places.data, "index", `${last.name}.${kind}`);
}

/** There is hardly ever another vault, and to name it costs a fresh process 0.1 ms. */
let last: { readonly vault: string | null; readonly name: string } = {
  vault: null,
  name: "",
};

/** 64-bit FNV-1a over UTF-16 units: a name, not a secret, and no crypto to load. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    hash = ((hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n) &
      0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}
