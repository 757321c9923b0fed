import { dirname, join } from "../path.ts";
import { makeBelow } from "../vault/make_below.ts";
import { isMissing } from "../private_file.ts";

/** The journal's folder, as configured and as it really is. */
export interface JournalFolder {
  /** The folder below the configured vault: the path that permissions are granted for. */
  readonly path: string;
  /** The vault's real path. */
  readonly vault: string;
}

/**
 * Finds the journal's folder and makes it where it is missing. The vault itself is never made: a vault that is not there is
 * unmounted or not yet synchronised, and a folder in its place would be in the way when it is back.
 *
 * @param vault The vault. Needs read and write permission on it.
 * @param dir The folder relative to the vault.
 * @throws {Deno.errors.NotFound} when the vault is not there or is no folder.
 * @throws {RangeError} when the folder leads out of the vault.
 */
export function journalFolder(vault: string, dir: string): JournalFolder {
  if (!isFolder(vault)) {
    throw new Deno.errors.NotFound(
      `Cannot find the vault: current value of vault.path is ${vault}`,
    );
  }
  const real = Deno.realPathSync(vault);
  const path = join(vault, dir);
  const existing = deepestExisting(path);
  refuseOutside(existing, real);
  if (existing !== path) makeBelow(vault, dir);
  return { path, vault: real };
}

/**
 * Refuses a path that leads out of the vault, or to something that is no regular file.
 *
 * @param path The day's file; it need not exist.
 * @param vault The vault's real path.
 * @throws {RangeError} when it leads out of the vault, or is no file.
 */
export function refuseStrangeFile(path: string, vault: string): void {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (info.isSymlink) {
    info = linkTarget(path);
    refuseOutside(path, vault);
  }
  if (!info.isFile) {
    throw new RangeError(`Cannot journal: current value of ${path} is no file`);
  }
}

/** A link to nothing would let the file be made wherever it points to. */
function linkTarget(path: string): Deno.FileInfo {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new RangeError(
      `Cannot journal: current value of ${path} is a link to nothing`,
    );
  }
}

function refuseOutside(path: string, vault: string): void {
  const real = Deno.realPathSync(path);
  const inside = real === vault || real.startsWith(vault) &&
      (/[\\/]$/.test(vault) || /[\\/]/.test(real.charAt(vault.length)));
  if (!inside) {
    throw new RangeError(
      `Cannot journal outside the vault: current value of ${path} is ${real}`,
    );
  }
}

function deepestExisting(path: string): string {
  try {
    Deno.statSync(path);
    return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return deepestExisting(dirname(path));
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
