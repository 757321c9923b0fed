import { join } from "../path.ts";
import { removeFile } from "../private_file.ts";

/** As `moveAside()` names them. */
export const ASIDE =
  /^store\.corrupt-\d{8}T\d{6}Z(?:-\d+)?\.sqlite(?:-(?:wal|shm|journal))?$/;

/**
 * Removes stores that were moved aside and have not been written since a time: what is in them is older. Only files; whatever else was
 * in the store's place, and is aside for that, is the user's.
 *
 * @param folder The store's folder. Needs read and write permission on it.
 * @param before Milliseconds since the epoch.
 */
export function forgetAside(folder: string, before: number): void {
  for (const { name } of Deno.readDirSync(folder)) {
    if (!ASIDE.test(name)) continue;
    const path = join(folder, name);
    const { isFile, mtime } = Deno.lstatSync(path);
    if (isFile && mtime !== null && mtime.getTime() < before) removeFile(path);
  }
}
