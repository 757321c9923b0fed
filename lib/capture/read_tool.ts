import { cleanId } from "./clean_id.ts";
import {
  isAmount,
  isAnything,
  isName,
  isText,
  type Payload,
} from "./payload.ts";

/** What PostToolUse and PostToolUseFailure say. */
export interface ToolFields {
  readonly toolName: string;
  /** What the tool was asked: an object, but tools of MCP servers get anything. */
  readonly toolInput: unknown;
  /** What it answered: anything; `null` where it did not. */
  readonly toolResponse: unknown;
  readonly outcome: Outcome;
  /** What a tool that failed said. */
  readonly error: string | null;
  readonly durationMs: number | null;
  /** Only where it is a safe id without a secret, as are the others. */
  readonly toolUseId: string | null;
  readonly agentId: string | null;
}

type Outcome = "success" | "error";

/**
 * Reads a PostToolUse or PostToolUseFailure (Claude Code 2.1.332, measured), or what the capture seed has in their place:
 * `tool_args`, and an `outcome` where no event is named.
 *
 * @param payload What the host sent.
 * @param eventName The event, `null` where the host did not say.
 * @throws {TypeError} when the tool's name or what it was asked is missing, or the outcome is none.
 */
export function readTool(
  payload: Payload,
  eventName: string | null,
): ToolFields {
  payload.know(["is_interrupt", "mcp_server", "outcome"]);
  const error = payload.may(["error"], isText);
  const { triggers } = payload;
  const isClean = (id: unknown): id is string => cleanId(id, triggers);
  return {
    toolName: payload.need(["tool_name", "tool"], isName),
    toolInput: payload.need(["tool_input", "tool_args"], isAnything),
    toolResponse: payload.may(["tool_response"], isAnything),
    outcome: eventName === "PostToolUse"
      ? "success"
      : eventName !== null
      ? "error"
      : payload.need(["outcome"], isOutcome),
    error,
    durationMs: payload.may(["duration_ms"], isAmount),
    toolUseId: payload.may(["tool_use_id"], isClean),
    agentId: payload.may(["agent_id"], isClean),
  };
}

function isOutcome(value: unknown): value is Outcome {
  return value === "success" || value === "error";
}
