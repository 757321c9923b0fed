import { cleanId } from "./clean_id.ts";
import { isAmount, isCount, isText, type Payload } from "./payload.ts";

/** What Stop says. */
export interface StopFields {
  /** The assistant's last text, `""` where the host did not send it (Claude Code before 2.1.47). */
  readonly lastMessage: string;
  /** Counts and duration, which only the capture seed's host sends; the daemon knows them otherwise. */
  readonly promptCount: number | null;
  readonly toolUseCount: number | null;
  readonly durationMs: number | null;
  /** The subagent that has ended; `null` in the main conversation. */
  readonly agentId: string | null;
}

/**
 * Reads a Stop (Claude Code 2.1.332, measured).
 *
 * @param payload What the host sent.
 */
export function readStop(payload: Payload): StopFields {
  payload.know(["stop_hook_active", "background_tasks", "session_crons"]);
  return {
    lastMessage: payload.may(["last_assistant_message"], isText) ?? "",
    promptCount: payload.may(["prompt_count"], isCount),
    toolUseCount: payload.may(["tool_use_count"], isCount),
    durationMs: payload.may(["duration_ms"], isAmount),
    agentId: payload.may(["agent_id"], cleanId),
  };
}
