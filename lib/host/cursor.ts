import { firstText, isObject, objectOrJson, present } from "./fields.ts";
import type { Host } from "./host.ts";

/**
 * Cursor: `hooks.json`, version 1. Events are named in camelCase, a session is a conversation, a use of a tool has an event of its own for each
 * kind of tool. The last answer comes with `afterAgentResponse`; `stop` has none.
 */
export const CURSOR: Host = {
  events: {
    sessionStart: "SessionStart",
    beforeSubmitPrompt: "UserPromptSubmit",
    afterShellExecution: "PostToolUse",
    afterMCPExecution: "PostToolUse",
    afterFileEdit: "PostToolUse",
    preCompact: "PreCompact",
    afterAgentResponse: "Stop",
    stop: "Stop",
    sessionEnd: "SessionEnd",
  },

  fields(fields, event, { cwd }) {
    const roots = fields["workspace_roots"];
    const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
    return present({
      hook_event_name: event,
      session_id: firstText(fields, "conversation_id", "generation_id", "id"),
      cwd: typeof root === "string" && root !== ""
        ? root
        : firstText(fields, "cwd") ?? cwd(),
      transcript_path: firstText(fields, "transcript_path"),
      ...EXTRA[event]?.(fields) ?? {},
    });
  },

  answer({ event, context }) {
    if (event === "UserPromptSubmit") {
      // The host reads `continue` here; where it is not said, the prompt goes on as well.
      return present({
        continue: true,
        additional_context: context === "" ? undefined : context,
      });
    }
    return event === "SessionStart" && context !== ""
      ? { additional_context: context }
      : null;
  },
};

const EXTRA: Readonly<
  Record<string, (fields: Record<string, unknown>) => object>
> = {
  SessionStart: () => ({ source: "startup" }),
  SessionEnd: (fields) => ({ reason: firstText(fields, "reason") ?? "other" }),
  UserPromptSubmit: (fields) => ({
    prompt: firstText(fields, "prompt", "query", "input", "message") ?? "",
  }),
  Stop: (fields) => ({
    last_assistant_message: firstText(fields, "text", "response"),
    stop_hook_active: Number(fields["loop_count"]) > 0,
  }),
  PostToolUse: (fields) => ({
    ...toolOf(fields),
    duration_ms: fields["duration"],
  }),
};

function toolOf(fields: Record<string, unknown>): object {
  const { tool_name: name, file_path: path, edits, command } = fields;
  if (typeof path === "string") {
    return {
      tool_name: "Edit",
      tool_input: { file_path: path, ...firstEdit(edits) },
      tool_response: { filePath: path },
    };
  }
  if (typeof name === "string" && name !== "") {
    return {
      tool_name: name.startsWith("mcp__") ? name : `mcp__cursor__${name}`,
      tool_input: objectOrJson(fields["tool_input"]),
      tool_response: fields["result_json"] ?? fields["tool_output"] ?? "",
    };
  }
  return {
    tool_name: "Bash",
    tool_input: { command: typeof command === "string" ? command : "" },
    tool_response: { stdout: firstText(fields, "output") ?? "", stderr: "" },
  };
}

function firstEdit(edits: unknown): object {
  const edit: unknown = Array.isArray(edits) ? edits[0] : undefined;
  return isObject(edit)
    ? present({
      old_string: edit["old_string"],
      new_string: edit["new_string"],
    })
    : {};
}
