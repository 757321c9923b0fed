import { cleanId } from "./clean_id.ts";
import { isText, type Payload } from "./payload.ts";

/** What UserPromptSubmit says. */
export interface PromptFields {
  readonly prompt: string;
  /** The subagent that was prompted; `null` in the main conversation. */
  readonly agentId: string | null;
}

/**
 * Reads a UserPromptSubmit (Claude Code 2.1.332, measured).
 *
 * @param payload What the host sent.
 * @throws {TypeError} when there is no prompt.
 */
export function readPrompt(payload: Payload): PromptFields {
  payload.know(["source", "session_title"]);
  return {
    prompt: payload.need(["prompt"], isText),
    agentId: payload.may(["agent_id"], cleanId),
  };
}
