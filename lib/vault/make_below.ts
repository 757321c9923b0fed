import { join } from "../path.ts";

/**
 * Makes a folder below the vault, one folder at a time: the vault itself is never made, not even when it goes away at
 * this very moment.
 *
 * @param vault The vault, absolute. Needs write permission on the folders that are made.
 * @param dir The folder, relative to the vault.
 * @throws {Deno.errors.NotFound} when the vault is not there.
 */
export function makeBelow(vault: string, dir: string): void {
  let folder = vault;
  for (const part of dir.split(/[\\/]/)) {
    folder = join(folder, part);
    try {
      Deno.mkdirSync(folder);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}
