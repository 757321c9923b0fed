import { FILES, type Files } from "./files.ts";
import { dirname } from "./path.ts";

/**
 * Makes a folder that only the user can enter (0700), with the folders above it. A folder that is there stays as it is.
 *
 * @param path The folder. Needs read and write permission on it.
 */
export function ensurePrivateFolder(path: string): void {
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/**
 * Replaces a file as a whole: a reader sees the old text or the new one, also when this process is killed in between.
 * The file is private (0600), its folder is made where it is missing.
 *
 * @param path The file. Needs read and write permission on its folder.
 * @param text What it holds afterwards.
 */
export function writePrivateFile(path: string, text: string): void {
  // Two containers that share a home folder may well give their processes the same pid.
  const part = `${path}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  const write = (): void => Deno.writeTextFileSync(part, text, { mode: 0o600 });
  try {
    try {
      write();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      ensurePrivateFolder(dirname(path));
      write();
    }
    Deno.renameSync(part, path);
  } catch (error) {
    removeFile(part);
    throw error;
  }
}

/**
 * Appends one line to a private file (0600) in a single write, so that lines of several processes never mix. The folder is
 * made where it is missing.
 *
 * @param path The file. Needs read and write permission on its folder.
 * @param line The line with its line end.
 */
export function appendPrivateLine(path: string, line: string): void {
  const append = (): void =>
    Deno.writeTextFileSync(path, line, { append: true, mode: 0o600 });
  try {
    append();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    ensurePrivateFolder(dirname(path));
    append();
  }
}

/**
 * The text of a regular file, or `null` where there is none: a folder, a FIFO (which would hang the reader) or nothing at all.
 *
 * @param path The file. Needs read permission on it.
 * @param maxBytes The largest file that is read.
 * @param files How it is looked at.
 */
export function readRegularFile(
  path: string,
  maxBytes: number = 64 * 1024 * 1024,
  files: Files = FILES,
): string | null {
  try {
    const info = files.stat(path);
    return info.isFile && info.size <= maxBytes
      ? files.text(path, info.size)
      : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Whether a regular file is at a path, be it behind a link. What cannot be looked at is none.
 *
 * @param path The path. Needs read permission on it.
 */
export function isFile(path: string): boolean {
  return stat(path)?.isFile ?? false;
}

/**
 * Whether a folder is at a path, be it behind a link. What cannot be looked at is none.
 *
 * @param path The path. Needs read permission on it.
 */
export function isFolder(path: string): boolean {
  return stat(path)?.isDirectory ?? false;
}

function stat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}

/**
 * Removes a file; that it is gone already is fine.
 *
 * @param path The file. Needs write permission on it.
 */
export function removeFile(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Whether an error says that nothing is at a path.
 *
 * @param error What was caught.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound ||
    error instanceof Deno.errors.NotADirectory;
}

/**
 * Whether anything is at a path, be it a link to nothing.
 *
 * @param path The path. Needs read permission on it.
 */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
