import type { Hook } from "../registry.ts";
import { cleanId } from "./clean_id.ts";
import { isText, type Payload } from "./payload.ts";

/** What every event says. */
export interface SessionFields {
  readonly sessionId: string;
  /** The session's folder, `""` where the host did not say. */
  readonly cwd: string;
  /** The event's name, `null` where the host did not say (the capture seed has none). */
  readonly eventName: string | null;
}

/** What every event may carry besides (Claude Code 2.1.332, measured). */
const COMMON = [
  "transcript_path",
  "permission_mode",
  "prompt_id",
  "scratchpad_dir",
  "effort",
  "agent_id",
  "agent_type",
];

/**
 * Reads what every event says.
 *
 * @param payload What the host sent.
 * @param hook The hook that got it.
 * @throws {TypeError} when the session's id is missing, cannot be part of a path or holds a secret, or the event is not for this hook.
 */
export function readSession(payload: Payload, hook: Hook): SessionFields {
  payload.know(COMMON);
  const eventName = payload.may(["hook_event_name"], isText);
  const events: readonly string[] = hook.events;
  if (eventName !== null && !events.includes(eventName)) {
    throw new TypeError("hook_event_name is none that this hook is for");
  }
  return {
    sessionId: payload.need(["session_id", "sessionId"], cleanId),
    cwd: payload.may(["cwd", "working_directory"], isText) ?? "",
    eventName,
  };
}
