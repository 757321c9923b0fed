import { blake3 } from "../hash/blake3.ts";
import { canonicalJson } from "../json/canonical_json.ts";
import { redactValue } from "../redact/redact_value.ts";
import { CAPTURED } from "../store/row.ts";
import { LONG_TEXT_BYTES, SHORT_TEXT_BYTES } from "./cut_text.ts";
import type { MakeDraft } from "./draft.ts";
import type { Payload } from "./payload.ts";
import type { SessionFields } from "./read_session.ts";
import { readTool } from "./read_tool.ts";

/**
 * That a tool was used. What it was asked only leaves a hash: equal arguments have the same, whatever the order of their members. In a
 * private turn there is no row.
 *
 * @param payload What the host sent.
 * @throws {TypeError} when the tool's name or what it was asked is missing, or the outcome is none.
 */
export function draftTool(
  payload: Payload,
  { sessionId, eventName }: SessionFields,
): MakeDraft {
  const tool = readTool(payload, eventName);
  return (redactor, turn) => {
    if (turn.isOn()) return null;
    const args = canonicalJson(redactor.value(tool.toolInput, redactValue));
    const { toolUseId, agentId, error } = tool;
    return {
      kind: CAPTURED.toolUse,
      ...(toolUseId === null ? {} : { id: `tool:${sessionId}:${toolUseId}` }),
      payload: {
        tool_name: redactor.text(tool.toolName, SHORT_TEXT_BYTES),
        tool_args_hash: blake3(args),
        outcome: tool.outcome,
        duration_ms: tool.durationMs,
        ...(toolUseId === null ? {} : { tool_use_id: toolUseId }),
        ...(agentId === null ? {} : { agent_id: agentId }),
        ...(error === null ? {} : {
          error_redacted: redactor.text(error, LONG_TEXT_BYTES),
        }),
      },
    };
  };
}
