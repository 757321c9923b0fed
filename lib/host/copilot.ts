import { firstText, isObject, objectOrJson, present } from "./fields.ts";
import type { Host } from "./host.ts";
import { claudeTool } from "./tool_names.ts";

/**
 * Copilot CLI: `hooks/*.json`, version 1. It is registered by the names that Claude Code has for the events, since then its fields have those names as well;
 * by its own names, and with fields in camelCase, it is understood all the same.
 */
export const COPILOT: Host = {
  events: {
    SessionStart: "SessionStart",
    sessionStart: "SessionStart",
    UserPromptSubmit: "UserPromptSubmit",
    userPromptSubmitted: "UserPromptSubmit",
    PreToolUse: "PreToolUse",
    preToolUse: "PreToolUse",
    PostToolUse: "PostToolUse",
    postToolUse: "PostToolUse",
    PostToolUseFailure: "PostToolUseFailure",
    postToolUseFailure: "PostToolUseFailure",
    PreCompact: "PreCompact",
    preCompact: "PreCompact",
    Stop: "Stop",
    agentStop: "Stop",
    SessionEnd: "SessionEnd",
    sessionEnd: "SessionEnd",
  },

  fields(fields, event, { cwd }) {
    const tool = firstText(fields, "tool_name", "toolName");
    const result = fields["tool_result"] ?? fields["toolResult"];
    const type = isObject(result)
      ? firstText(result, "result_type", "resultType")
      : undefined;
    const text = isObject(result)
      ? firstText(result, "text_result_for_llm", "textResultForLlm")
      : firstText(fields, "tool_response");
    const failed = event === "PostToolUseFailure" ||
      event === "PostToolUse" && type !== undefined && type !== "success";
    const used = event === "PostToolUse" || event === "PostToolUseFailure";
    return present({
      hook_event_name: failed ? "PostToolUseFailure" : event,
      session_id: firstText(fields, "session_id", "sessionId"),
      cwd: firstText(fields, "cwd") ?? cwd(),
      transcript_path: firstText(fields, "transcript_path", "transcriptPath"),
      source: SOURCES[firstText(fields, "source") ?? ""] ??
        firstText(fields, "source"),
      reason: firstText(fields, "reason"),
      trigger: firstText(fields, "trigger"),
      prompt: event === "UserPromptSubmit" ? fields["prompt"] : undefined,
      ...(tool === undefined ? {} : claudeTool(
        tool,
        objectOrJson(fields["tool_input"] ?? fields["toolArgs"]),
      )),
      ...(!used
        ? {}
        : failed
        ? { error: firstText(fields, "error") ?? text ?? "it failed" }
        : { tool_response: text ?? "" }),
    });
  },

  answer({ event, context }) {
    const mayTell = event === "SessionStart" || event === "UserPromptSubmit";
    return mayTell && context !== "" ? { additionalContext: context } : null;
  },
};

/** Its own word for a session that is none that went on. */
const SOURCES: Readonly<Record<string, string>> = { new: "startup" };
