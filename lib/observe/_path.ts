import { isAbsolute, join } from "../path.ts";
import { plainPath } from "../project/plain_path.ts";

/**
 * A path as it is found by: absolute, `null` where that cannot be told.
 *
 * @param path As a tool was told.
 * @param cwd The session's folder.
 */
export function wholePath(path: string, cwd: string): string | null {
  if (path === "" || /[\0\n]/.test(path) || !path.isWellFormed()) return null;
  return plainPath(isAbsolute(path) || cwd === "" ? path : join(cwd, path));
}

/**
 * A path as people read it: from the session's folder where it is below that.
 *
 * @param path As a tool was told.
 * @param cwd The session's folder.
 */
export function shownPath(path: string, cwd: string): string {
  const whole = wholePath(path, cwd) ?? path;
  const base = plainPath(cwd);
  return base !== null && whole.startsWith(`${base}/`)
    ? whole.slice(base.length + 1)
    : whole;
}
