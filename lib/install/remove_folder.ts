import { isMissing } from "../private_file.ts";

/**
 * Removes a folder with all in it; that it is gone already is fine.
 *
 * @param path The folder. Needs write permission on it.
 */
export function removeFolder(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Removes a folder where nothing is in it.
 *
 * @param path The folder. Needs write permission on it.
 * @returns Whether it is gone.
 */
export function removeIfEmpty(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch (error) {
    return isMissing(error);
  }
}
