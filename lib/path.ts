/**
 * Path functions for the start-up path of a hook, where `@std/path` would cost 3 ms (measured). They take POSIX paths and, on
 * Windows, paths with either separator; whatever runs outside a hook uses `@std/path`.
 */

const windows = Deno.build.os === "windows";

/**
 * Joins parts with a slash. Empty parts are skipped; `.` and `..` stay as they are.
 *
 * @param parts The parts, the first of which may be absolute.
 */
export function join(...parts: string[]): string {
  let path = "";
  for (const part of parts) {
    if (part === "") continue;
    path = path === ""
      ? part
      : isSeparator(path, path.length - 1)
      ? path + part
      : `${path}/${part}`;
  }
  return path;
}

/**
 * The folder a path is in: `/a/b.md` → `/a`, `a` → `.`, `/` → `/`.
 *
 * @param path A path without a separator at its end.
 */
export function dirname(path: string): string {
  const end = lastSeparator(path);
  if (end < 0) return ".";
  if (end === 0 || (windows && end === 2 && path[1] === ":")) {
    return path.slice(0, end + 1);
  }
  return path.slice(0, end);
}

/**
 * The last part of a path: `/a/b.md` → `b.md`.
 *
 * @param path A path; separators at its end are passed over.
 */
export function basename(path: string): string {
  let end = path.length;
  while (end > 1 && isSeparator(path, end - 1)) end--;
  const trimmed = path.slice(0, end);
  return trimmed.slice(lastSeparator(trimmed) + 1);
}

/**
 * Whether a path starts at a root.
 *
 * @param path A POSIX path, or on Windows also `C:\…`, `C:/…` and `\\server\…`.
 */
export function isAbsolute(path: string): boolean {
  return isSeparator(path, 0) || (windows && /^[A-Za-z]:[\\/]/.test(path));
}

function lastSeparator(path: string): number {
  const slash = path.lastIndexOf("/");
  return windows ? Math.max(slash, path.lastIndexOf("\\")) : slash;
}

function isSeparator(path: string, index: number): boolean {
  const char = path[index];
  return char === "/" || (windows && char === "\\");
}
