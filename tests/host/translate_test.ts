import { assertEquals } from "@std/assert";
import type { EventName } from "../../lib/event.ts";
import { translate, type Translation } from "../../lib/host/translate.ts";
import { recordedLog } from "../_support/recorded_log.ts";

const ENV: Record<string, string> = {};

/** The translation for a host, and what was logged. */
function between(
  host: string,
  event: EventName,
  env: Record<string, string> = ENV,
): Translation {
  const made = translate(
    host,
    [event],
    { env: (name) => env[name], cwd: () => "/process" },
    recordedLog(),
  );
  if (made === null) throw new Error(`there is no host ${host}`);
  return made;
}

function input(
  host: string,
  event: EventName,
  fields: Record<string, unknown>,
  env: Record<string, string> = ENV,
): Record<string, unknown> {
  return JSON.parse(between(host, event, env).input(JSON.stringify(fields)));
}

/** What a host reads of what a hook says about an event. */
function output(
  host: string,
  event: EventName,
  hostEvent: string,
  stdout: string,
): unknown {
  const translation = between(host, event);
  translation.input(JSON.stringify({ hook_event_name: hostEvent }));
  const text = translation.output(stdout);
  return text === "" ? null : JSON.parse(text);
}

const BRIEF = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "SessionStart",
    additionalContext: "brief",
  },
  additionalContext: "brief",
  systemMessage: "\x1b[1mloaded\x1b[0m",
});

Deno.test("Claude Code needs no translation, and an unknown host gets none and a line in the log", () => {
  const log = recordedLog();
  const around = { env: () => undefined, cwd: () => "/" };
  assertEquals(translate("claude", ["Stop"], around, log), null);
  assertEquals(log.lines.length, 0);
  assertEquals(translate("__proto__", ["Stop"], around, log), null);
  assertEquals(log.lines.length, 1);
});

Deno.test("what is no JSON object is handed on as it is", () => {
  for (const text of ["", "not json", "[]", "null", '"x"', '{"truncated":']) {
    assertEquals(between("cursor", "Stop").input(text), text);
  }
});

Deno.test("an event that means nothing here keeps its name, so that the hook passes it over", () => {
  const { hook_event_name: name } = input("gemini", "Stop", {
    hook_event_name: "BeforeModel",
    session_id: "s",
  });
  assertEquals(name, "BeforeModel");
});

Deno.test("Cursor: a session is the conversation, else the generation, else the id", () => {
  const session = (fields: Record<string, unknown>): unknown =>
    input("cursor", "SessionStart", fields)["session_id"];
  assertEquals(
    session({ conversation_id: "c", generation_id: "g", id: "i" }),
    "c",
  );
  assertEquals(session({ generation_id: "g", id: "i" }), "g");
  assertEquals(session({ id: "i" }), "i");
  assertEquals(session({}), undefined);
  // The hook checks ids before they become part of a path.
  assertEquals(session({ conversation_id: "../x" }), "../x");
});

Deno.test("Cursor: the prompt has four names, the folder three places", () => {
  const read = (fields: Record<string, unknown>): Record<string, unknown> =>
    input("cursor", "UserPromptSubmit", {
      hook_event_name: "beforeSubmitPrompt",
      ...fields,
    });
  assertEquals(read({ prompt: "p", query: "q" })["prompt"], "p");
  assertEquals(read({ query: "q", input: "i" })["prompt"], "q");
  assertEquals(read({ input: "i", message: "m" })["prompt"], "i");
  assertEquals(read({ message: "m" })["prompt"], "m");
  assertEquals(read({ workspace_roots: ["/w"], cwd: "/c" })["cwd"], "/w");
  assertEquals(read({ workspace_roots: [], cwd: "/c" })["cwd"], "/c");
  assertEquals(read({})["cwd"], "/process");
  assertEquals(
    input("cursor", "SessionStart", { hook_event_name: "sessionStart" })[
      "source"
    ],
    "startup",
  );
});

Deno.test("Cursor: a shell's command, an edit and an MCP tool are uses of tools", () => {
  const read = (fields: Record<string, unknown>): Record<string, unknown> =>
    input("cursor", "PostToolUse", { conversation_id: "c", ...fields });
  const shell = read({
    hook_event_name: "afterShellExecution",
    command: "deno test",
    output: "ok",
    duration: 12,
  });
  assertEquals(shell["hook_event_name"], "PostToolUse");
  assertEquals(shell["tool_name"], "Bash");
  assertEquals(shell["tool_input"], { command: "deno test" });
  assertEquals(shell["tool_response"], { stdout: "ok", stderr: "" });
  assertEquals(shell["duration_ms"], 12);
  const edit = read({
    hook_event_name: "afterFileEdit",
    file_path: "/p/a.ts",
    edits: [{ old_string: "a", new_string: "b" }],
  });
  assertEquals(edit["tool_name"], "Edit");
  assertEquals(edit["tool_input"], {
    file_path: "/p/a.ts",
    old_string: "a",
    new_string: "b",
  });
  const mcp = read({
    hook_event_name: "afterMCPExecution",
    tool_name: "query",
    tool_input: '{"sql":"select 1"}',
    result_json: '{"rows":1}',
  });
  assertEquals(mcp["tool_name"], "mcp__cursor__query");
  assertEquals(mcp["tool_input"], { sql: "select 1" });
  assertEquals(mcp["tool_response"], '{"rows":1}');
});

Deno.test("Cursor: the last answer comes with an event of its own", () => {
  const stop = input("cursor", "Stop", {
    hook_event_name: "afterAgentResponse",
    conversation_id: "c",
    text: "done",
  });
  assertEquals(stop["hook_event_name"], "Stop");
  assertEquals(stop["last_assistant_message"], "done");
});

Deno.test("Cursor reads additional_context, and goes on with a prompt whatever is said", () => {
  assertEquals(output("cursor", "SessionStart", "sessionStart", BRIEF), {
    additional_context: "brief",
  });
  assertEquals(output("cursor", "SessionStart", "sessionStart", ""), null);
  assertEquals(
    output("cursor", "UserPromptSubmit", "beforeSubmitPrompt", ""),
    { continue: true },
  );
  assertEquals(
    output("cursor", "UserPromptSubmit", "beforeSubmitPrompt", BRIEF),
    { continue: true, additional_context: "brief" },
  );
  assertEquals(output("cursor", "Stop", "stop", BRIEF), null);
});

Deno.test("Codex gets no member that its schema does not know", () => {
  assertEquals(output("codex", "SessionStart", "SessionStart", BRIEF), {
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: "brief",
    },
    systemMessage: "\x1b[1mloaded\x1b[0m",
  });
  assertEquals(output("codex", "SessionStart", "SessionStart", ""), null);
  // At the end of a turn nothing of it is allowed.
  assertEquals(
    output(
      "codex",
      "Stop",
      "Stop",
      JSON.stringify({
        hookSpecificOutput: {
          hookEventName: "Stop",
          additionalContext: "go on",
        },
      }),
    ),
    null,
  );
  assertEquals(
    output("codex", "PreCompact", "PreCompact", "Keep the names."),
    null,
  );
});

Deno.test("Codex: no session is invented, and true may be a text", () => {
  assertEquals(
    input("codex", "SessionStart", { transcript_path: null })["session_id"],
    undefined,
  );
  const active = (value: unknown): unknown =>
    input("codex", "Stop", {
      hook_event_name: "Stop",
      session_id: "s",
      stop_hook_active: value,
    })["stop_hook_active"];
  assertEquals([active("true"), active(true), active("false"), active(1)], [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("Codex: a command that only shows a file is a reading of it", () => {
  const use = (command: unknown): unknown[] => {
    const { tool_name, tool_input } = input("codex", "PostToolUse", {
      hook_event_name: "PostToolUse",
      session_id: "s",
      tool_name: "Bash",
      tool_input: { command },
      tool_response: "x",
    });
    return [tool_name, tool_input];
  };
  assertEquals(use("cat README.md"), ["Read", { file_path: "README.md" }]);
  assertEquals(use("head -n 20 'a b.ts'"), ["Read", { file_path: "a b.ts" }]);
  assertEquals(use(["bash", "-lc", "nl -ba src/x.ts"]), ["Read", {
    file_path: "src/x.ts",
  }]);
  for (
    const command of [
      "cat a b",
      "cat a | wc",
      "cat $X",
      "cat *.ts",
      "cat < a",
      "rm a",
    ]
  ) {
    assertEquals(use(command), ["Bash", { command }]);
  }
});

Deno.test("Codex: a patch is an edit of its first file", () => {
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n";
  const { tool_name, tool_input } = input("codex", "PostToolUse", {
    hook_event_name: "PostToolUse",
    session_id: "s",
    tool_name: "apply_patch",
    tool_input: { command: patch },
    tool_response: "ok",
  });
  assertEquals(tool_name, "Edit");
  assertEquals(tool_input, { file_path: "src/a.ts", new_string: patch });
});

Deno.test("Gemini: events, session and folder, wherever they are said", () => {
  const env = {
    GEMINI_SESSION_ID: "g",
    GEMINI_CWD: "/gemini",
    GEMINI_PROJECT_DIR: "/project",
    CLAUDE_PROJECT_DIR: "/claude",
  };
  const read = (
    fields: Record<string, unknown>,
    around: Record<string, string>,
  ): unknown[] => {
    const event = input("gemini", "UserPromptSubmit", {
      hook_event_name: "BeforeAgent",
      prompt: "p",
      ...fields,
    }, around);
    return [event["hook_event_name"], event["session_id"], event["cwd"]];
  };
  const name = "UserPromptSubmit";
  assertEquals(read({ session_id: "s", cwd: "/c" }, env), [name, "s", "/c"]);
  assertEquals(read({}, env), [name, "g", "/gemini"]);
  assertEquals(read({}, { ...env, GEMINI_CWD: "" }), [name, "g", "/project"]);
  const { GEMINI_CWD: _, ...less } = env;
  assertEquals(read({}, less), [name, "g", "/project"]);
  assertEquals(read({}, { CLAUDE_PROJECT_DIR: "/claude" }), [
    name,
    undefined,
    "/claude",
  ]);
  assertEquals(read({}, {}), [name, undefined, "/process"]);
});

Deno.test("Gemini: its tools by the names that are understood, a failure as one", () => {
  const use = (fields: Record<string, unknown>): Record<string, unknown> =>
    input("gemini", "PostToolUse", {
      hook_event_name: "AfterTool",
      session_id: "s",
      cwd: "/c",
      ...fields,
    });
  const read = use({
    tool_name: "read_file",
    tool_input: { absolute_path: "/p/a.ts" },
    tool_response: { llmContent: "text", returnDisplay: "shown" },
  });
  assertEquals(read["tool_name"], "Read");
  assertEquals(read["tool_input"], {
    absolute_path: "/p/a.ts",
    file_path: "/p/a.ts",
  });
  assertEquals(read["tool_response"], "text");
  const failed = use({
    tool_name: "run_shell_command",
    tool_input: { command: "false" },
    tool_response: { error: { message: "exit 1" } },
  });
  assertEquals(failed["hook_event_name"], "PostToolUseFailure");
  assertEquals(failed["error"], "exit 1");
  const stop = input("gemini", "Stop", {
    hook_event_name: "AfterAgent",
    session_id: "s",
    prompt: "p",
    prompt_response: "answer",
  });
  assertEquals(stop["last_assistant_message"], "answer");
  assertEquals(stop["prompt"], undefined);
});

Deno.test("Gemini is answered by its own event's name, and without colour", () => {
  assertEquals(output("gemini", "UserPromptSubmit", "BeforeAgent", BRIEF), {
    hookSpecificOutput: {
      hookEventName: "BeforeAgent",
      additionalContext: "brief",
    },
    systemMessage: "loaded",
  });
  assertEquals(output("gemini", "UserPromptSubmit", "BeforeAgent", ""), null);
  assertEquals(
    output("gemini", "PreCompact", "PreCompress", "Keep the names."),
    null,
  );
});

Deno.test("Copilot: fields in either spelling mean the same", () => {
  const snake = input("copilot", "PostToolUse", {
    hook_event_name: "PostToolUse",
    session_id: "s",
    cwd: "/c",
    tool_name: "view",
    tool_input: { path: "/p/a.ts" },
    tool_result: { result_type: "success", text_result_for_llm: "text" },
  });
  const camel = input("copilot", "PostToolUse", {
    sessionId: "s",
    cwd: "/c",
    toolName: "view",
    toolArgs: '{"path":"/p/a.ts"}',
    toolResult: { resultType: "success", textResultForLlm: "text" },
  });
  assertEquals(camel, snake);
  assertEquals(snake["tool_name"], "Read");
  assertEquals(snake["tool_response"], "text");
  const failed = input("copilot", "PostToolUse", {
    hook_event_name: "PostToolUse",
    session_id: "s",
    tool_name: "bash",
    tool_input: { command: "false" },
    tool_result: { result_type: "failure", text_result_for_llm: "exit 1" },
  });
  assertEquals(failed["hook_event_name"], "PostToolUseFailure");
  assertEquals(failed["error"], "exit 1");
});

Deno.test("Copilot reads additionalContext at the top", () => {
  assertEquals(output("copilot", "SessionStart", "SessionStart", BRIEF), {
    additionalContext: "brief",
  });
  assertEquals(output("copilot", "Stop", "agentStop", BRIEF), null);
});
