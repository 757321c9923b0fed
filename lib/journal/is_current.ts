import { isStillAt } from "../lock.ts";

/**
 * Whether an open file is still the one at its path. Deno asks for read permission on the real path for that, unlike for all else that
 * is done with an open file (2.9.6, measured): where a symlink is on the way and only the path through it is granted, the file counts
 * as current.
 *
 * @param file The open file.
 * @param path The path it was opened at. Needs read permission on it.
 */
export function isCurrent(file: Deno.FsFile, path: string): boolean {
  try {
    return isStillAt(file, path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return true;
    throw error;
  }
}
