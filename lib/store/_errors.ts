import { StoreBusy } from "./store_busy.ts";

/** The store cannot be read as one: it has to make room for a new one. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/**
 * Says what an error of SQLite's is: `StoreBusy`, `Unreadable`, or the error as it came.
 *
 * @param error What was thrown by `node:sqlite`.
 */
export function understood(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  // By its words: Deno gives not every error of SQLite's a number.
  if (/^database (?:table |schema )?is locked/.test(message)) {
    return new StoreBusy(
      "Cannot use the store: another process holds its lock",
      { cause: error },
    );
  }
  if (
    /^file is not a database|^database disk image is malformed|^malformed database schema|^unsupported file format|^no such (?:table|column): /
      .test(message)
  ) return new Unreadable(message, { cause: error });
  return error;
}
