import { basename } from "../path.ts";

/**
 * The name of the project that a folder is, `unknown` where there is none.
 *
 * @param cwd The session's working folder.
 */
export function projectName(cwd: string | null): string {
  return cwd === null ? "unknown" : basename(cwd) || cwd || "unknown";
}
