import { firstText, isObject, present } from "./fields.ts";
import type { Host } from "./host.ts";
import { claudeTool } from "./tool_names.ts";

/** Programs that only show a file: such a command is a reading of it. */
const SHOWS =
  /^\s*(?:cat|bat|head|tail|less|more|view|nl|tac)\s+((?:-\S+\s+(?:\d+\s+)?)*)(?:"([^"$`]+)"|'([^']+)'|([^\s|&;<>$`"'*?]+))\s*$/;

/**
 * Codex: `hooks.json`, with groups and events as Claude Code has them. Its schema is closed: one member that it does not know, and all of the
 * answer is refused.
 */
export const CODEX: Host = {
  events: {
    SessionStart: "SessionStart",
    UserPromptSubmit: "UserPromptSubmit",
    PreToolUse: "PreToolUse",
    PostToolUse: "PostToolUse",
    PreCompact: "PreCompact",
    Stop: "Stop",
  },

  fields(fields, event, { cwd }) {
    const { tool_name: tool, tool_input: input } = fields;
    const active = fields["stop_hook_active"];
    return present({
      hook_event_name: event,
      session_id: firstText(fields, "session_id"),
      cwd: firstText(fields, "cwd") ?? cwd(),
      transcript_path: firstText(fields, "transcript_path"),
      source: firstText(fields, "source"),
      trigger: firstText(fields, "trigger"),
      prompt: event === "UserPromptSubmit" ? fields["prompt"] : undefined,
      last_assistant_message: firstText(fields, "last_assistant_message"),
      stop_hook_active: event === "Stop"
        ? active === true || active === "true"
        : undefined,
      tool_use_id: firstText(fields, "tool_use_id"),
      agent_id: firstText(fields, "agent_id"),
      ...(typeof tool === "string" ? toolOf(tool, input) : {}),
      tool_response: event === "PostToolUse"
        ? fields["tool_response"] ?? ""
        : undefined,
    });
  },

  answer({ event, context, message }) {
    const mayTell = event === "SessionStart" || event === "UserPromptSubmit";
    const told = mayTell && context !== "";
    if (!told && message === "") return null;
    return present({
      hookSpecificOutput: told
        ? { hookEventName: event, additionalContext: context }
        : undefined,
      systemMessage: message === "" ? undefined : message,
    });
  },
};

function toolOf(name: string, given: unknown): object {
  const input = isObject(given)
    ? given
    : typeof given === "string"
    ? { command: given }
    : {};
  if (name === "apply_patch") {
    const patch = firstText(input, "patch", "input", "command") ?? "";
    const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1];
    return {
      tool_name: "Edit",
      tool_input: present({ file_path: path?.trim(), new_string: patch }),
    };
  }
  const tool = claudeTool(name, input);
  const shown = tool.tool_name === "Bash"
    ? SHOWS.exec(String(tool.tool_input["command"] ?? ""))
    : null;
  const path = shown?.[2] ?? shown?.[3] ?? shown?.[4];
  return path === undefined
    ? tool
    : { tool_name: "Read", tool_input: { file_path: path } };
}
