import { join } from "../path.ts";
import { ensurePrivateFolder, isMissing, removeFile } from "../private_file.ts";

/**
 * Marks a session as one that has not ended. The mark spares SessionStart from reading all the ledgers of a month to find the
 * one that was killed.
 *
 * @param state The state folder. Needs read and write permission on the folder `sessions/open` in it.
 * @param sessionId The host's id, known to be safe.
 */
export function markOpen(state: string, sessionId: string): void {
  const path = join(state, "sessions/open", sessionId);
  const mark = (): void =>
    Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  try {
    mark();
  } catch (error) {
    if (!isMissing(error)) throw error;
    ensurePrivateFolder(join(state, "sessions/open"));
    mark();
  }
}

/**
 * Takes the mark away.
 *
 * @param state The state folder. Needs write permission on the folder `sessions/open` in it.
 * @param sessionId The host's id, known to be safe.
 */
export function unmarkOpen(state: string, sessionId: string): void {
  removeFile(join(state, "sessions/open", sessionId));
}

/**
 * The ids of the sessions that have not ended.
 *
 * @param state The state folder. Needs read permission on the folder `sessions/open` in it.
 */
export function openSessions(state: string): string[] {
  try {
    return Array.from(
      Deno.readDirSync(join(state, "sessions/open")),
      ({ name }) => name,
    ).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
