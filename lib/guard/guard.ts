import type { Answer } from "../frame/answer.ts";
import type { HookProcess } from "../frame/hook_process.ts";
import { readFields } from "../frame/read_event.ts";
import type { Input } from "../frame/read_stdin.ts";
import { judgeCall } from "./judge_call.ts";

/**
 * Guards the memory's writers: refuses a call whose text did not arrive whole. Whatever it cannot read goes through, and in silence: the
 * guard must be in nobody's way.
 *
 * @param process The hook's.
 * @param input What was read from stdin.
 */
export function guard(process: HookProcess, input: Input): Answer {
  const call = readCall(process, input);
  const verdict = call === null ? null : judgeCall(call.name, call.input);
  if (verdict === null) return "";
  return "refuse" in verdict
    ? { refusal: verdict.refuse }
    : `${JSON.stringify({ systemMessage: verdict.warn })}\n`;
}

function readCall(
  { env, log }: HookProcess,
  { text, end }: Input,
): { name: string; input: Record<string, unknown> } | null {
  try {
    const fields = readFields(text, env, "PreToolUse");
    const event = fields?.hook_event_name ?? "PreToolUse";
    const name = fields?.tool_name;
    const input = fields?.tool_input;
    return event === "PreToolUse" && typeof name === "string" &&
        typeof input === "object" && input !== null && !Array.isArray(input)
      ? { name, input: input as Record<string, unknown> }
      : null;
  } catch {
    log.warn(
      `Let a call through unread: ${text.length} characters, stdin ${end}`,
    );
    return null;
  }
}
