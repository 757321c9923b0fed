import { isText } from "../store/assert_row.ts";

/** Whether a value is an absolute path of no great length. */
export function isAbsolutePath(value: unknown): value is string {
  return isText(value, 4096) && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value);
}
