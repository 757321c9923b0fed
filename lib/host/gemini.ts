import { firstText, isObject, present } from "./fields.ts";
import type { Host } from "./host.ts";
import { claudeTool } from "./tool_names.ts";

/** What colours a terminal: it would be shown as it is (source: ECMA-48). */
// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[0-9;?]*[ -/]*[@-~]/g;

/** Gemini CLI: `settings.json`, with groups as Claude Code has them, timeouts in milliseconds, and names of its own for half of the events. */
export const GEMINI: Host = {
  events: {
    SessionStart: "SessionStart",
    BeforeAgent: "UserPromptSubmit",
    BeforeTool: "PreToolUse",
    AfterTool: "PostToolUse",
    PreCompress: "PreCompact",
    AfterAgent: "Stop",
    SessionEnd: "SessionEnd",
  },

  fields(fields, event, { env, cwd }) {
    const { tool_name: tool, tool_input: input, tool_response } = fields;
    const response = isObject(tool_response) ? tool_response : {};
    const error = isObject(response["error"])
      ? firstText(response["error"], "message") ?? "it failed"
      : firstText(response, "error");
    const failed = event === "PostToolUse" && error !== undefined;
    return present({
      hook_event_name: failed ? "PostToolUseFailure" : event,
      session_id: firstText(fields, "session_id") ?? env("GEMINI_SESSION_ID"),
      cwd: firstText(fields, "cwd") || env("GEMINI_CWD") ||
        env("GEMINI_PROJECT_DIR") || env("CLAUDE_PROJECT_DIR") || cwd(),
      transcript_path: firstText(fields, "transcript_path"),
      source: firstText(fields, "source"),
      reason: firstText(fields, "reason"),
      trigger: firstText(fields, "trigger"),
      prompt: event === "UserPromptSubmit" ? fields["prompt"] : undefined,
      last_assistant_message: firstText(fields, "prompt_response"),
      stop_hook_active: event === "Stop"
        ? fields["stop_hook_active"] === true
        : undefined,
      ...(typeof tool === "string"
        ? claudeTool(tool, isObject(input) ? input : {})
        : {}),
      ...(event !== "PostToolUse"
        ? {}
        : failed
        ? { error }
        : { tool_response: response["llmContent"] ?? "" }),
    });
  },

  answer({ event, hostEvent, context, message }) {
    const mayTell = event === "SessionStart" || event === "UserPromptSubmit";
    const told = mayTell && context !== "";
    if (!told && message === "") return null;
    return present({
      hookSpecificOutput: told
        ? { hookEventName: hostEvent, additionalContext: context }
        : undefined,
      systemMessage: message === "" ? undefined : message.replace(ANSI, ""),
    });
  },
};
