import { CAPTURED } from "../store/row.ts";
import { LONG_TEXT_BYTES } from "./cut_text.ts";
import type { MakeDraft } from "./draft.ts";
import type { Payload } from "./payload.ts";
import { readStop } from "./read_stop.ts";

/**
 * The end of a turn: the assistant's last text, redacted, and none where the turn is private. A subagent's leaves no row: its last text is
 * not the session's.
 *
 * @param payload What the host sent.
 */
export function draftStop(
  payload: Payload,
): MakeDraft {
  const stop = readStop(payload);
  return (redactor, turn) => {
    if (stop.agentId !== null) return null;
    const { promptCount, toolUseCount, durationMs, lastMessage } = stop;
    return {
      kind: CAPTURED.sessionCompleted,
      payload: {
        ...(promptCount === null ? {} : { prompt_count: promptCount }),
        ...(toolUseCount === null ? {} : { tool_use_count: toolUseCount }),
        ...(durationMs === null ? {} : { duration_ms: durationMs }),
        last_assistant_message_redacted: turn.isOn()
          ? ""
          : redactor.text(lastMessage, LONG_TEXT_BYTES),
      },
    };
  };
}
