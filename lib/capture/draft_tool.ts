import { seenOf } from "../observe/seen_of.ts";
import { redactValue } from "../redact/redact_value.ts";
import { CAPTURED, type SeenUse } from "../store/row.ts";
import { LONG_TEXT_BYTES, SHORT_TEXT_BYTES } from "./cut_text.ts";
import type { MakeDraft, Observing } from "./draft.ts";
import type { Payload } from "./payload.ts";
import type { SessionFields } from "./read_session.ts";
import { readTool, type ToolFields } from "./read_tool.ts";

/**
 * That a tool was used. What it was asked only leaves a hash: equal arguments have the same, whatever the order of their members. In a
 * private turn there is no row.
 *
 * The hash and the observation are left to `completeDraft()` or the daemon: they are made of the redacted use that the draft holds.
 *
 * @param payload What the host sent.
 * @throws {TypeError} when the tool's name or what it was asked is missing, or the outcome is none.
 */
export function draftTool(
  payload: Payload,
  { sessionId, eventName, cwd }: SessionFields,
): MakeDraft {
  const tool = readTool(payload, eventName);
  return (redactor, turn, observing) => {
    if (turn.isOn()) return null;
    const input = redactor.value(tool.toolInput, redactValue);
    const name = redactor.text(tool.toolName, SHORT_TEXT_BYTES);
    const { toolUseId, agentId } = tool;
    const error = tool.error === null
      ? null
      : redactor.text(tool.error, LONG_TEXT_BYTES);
    return {
      kind: CAPTURED.toolUse,
      ...(toolUseId === null ? {} : { id: `tool:${sessionId}:${toolUseId}` }),
      payload: {
        tool_name: name,
        outcome: tool.outcome,
        duration_ms: tool.durationMs,
        ...(toolUseId === null ? {} : { tool_use_id: toolUseId }),
        ...(agentId === null ? {} : { agent_id: agentId }),
        ...(error === null ? {} : { error_redacted: error }),
      },
      use: {
        input,
        ...(observing &&
          seen({ ...tool, toolName: name }, input, cwd, observing)),
      },
    };
  };
}

/** What an observation is made of; all but the answer is redacted already. */
function seen(
  tool: ToolFields,
  input: unknown,
  cwd: string,
  { redactor, failed, ...passOver }: Observing,
): { readonly seen?: SeenUse } {
  let redacted = true;
  const redacting = <T>(redact: () => T): T => {
    redacted = false;
    const value = redact();
    redacted = true;
    return value;
  };
  try {
    const told = {
      tool: tool.toolName,
      input,
      answer: tool.toolResponse,
      outcome: tool.outcome,
      cwd: redacting(() => redactor.text(cwd, LONG_TEXT_BYTES)),
    };
    const found = seenOf(
      told,
      (value) => redacting(() => redactor.value(value, redactValue)),
      passOver,
    );
    return found === null ? {} : { seen: found };
  } catch (error) {
    if (!redacted) throw error;
    failed(error);
    return {};
  }
}
