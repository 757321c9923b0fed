import { openMemories } from "../store/open_memories.ts";
import { Failure } from "./failure.ts";

/** No shorter beginning is taken for that of an id: `--tail` shows so much of one. */
const LEAST = 8;

/**
 * The id of a session whose beginning is given, as `--tail` shows it; what is given where no session is known that begins so.
 *
 * @param folder The store's folder. Needs read permission on it.
 * @param given An id, or its beginning.
 * @throws {Failure} when several begin so.
 * @throws {Error} when the store cannot be read.
 */
export function wholeSession(folder: string, given: string): string {
  if (given.length < LEAST) return given;
  const db = openMemories(folder);
  if (db === null) return given;
  try {
    const has = db.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sessions'",
    ).get();
    if (has === undefined) return given;
    const found = db.prepare(
      `SELECT session FROM sessions WHERE substr(session, 1, ?2) = ?1
       ORDER BY session <> ?1 LIMIT 2`,
    ).all(given, given.length).map(({ session }) => String(session));
    const [first = given] = found;
    if (found.length > 1 && first !== given) {
      throw new Failure(
        `Cannot tell which session is meant: several begin with ${given}; say more of its id`,
      );
    }
    return first;
  } finally {
    db.close();
  }
}
