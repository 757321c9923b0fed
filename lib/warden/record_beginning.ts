import { changeState, readState } from "./session_state.ts";

/**
 * Records that a session began or goes on, for the hook at the end of its turns. Compaction starts no process: where nothing was recorded
 * by then, nobody knows when the session began.
 *
 * @param state The state folder. Needs read and write permission on the folder `warden` in it.
 * @param sessionId The host's id, a safe one.
 * @param source The `source` of the host's event.
 * @param now The present.
 */
export function recordBeginning(
  state: string,
  sessionId: string,
  source: string | null,
  now: Date,
): void {
  if (source === "compact") return;
  const before = readState(state, sessionId);
  const stamp = now.toISOString();
  changeState(
    state,
    sessionId,
    { began_at: before.began_at ?? stamp, started_at: stamp },
    before,
  );
}
