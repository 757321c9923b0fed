import { assertEquals } from "@std/assert";
import type { Hook } from "../../lib/registry.ts";
import { captureBox } from "../capture/_capture_box.ts";
import {
  completed,
  type SentRow,
  spooledRow,
  spooledRows,
} from "../capture/_rows.ts";
import type { ProgramResult } from "../_support/program.ts";
import type { Sandbox } from "../_support/sandbox.ts";

type Name = Hook["name"];

function run(
  box: Sandbox,
  host: string,
  hook: Name,
  event: Record<string, unknown>,
): Promise<ProgramResult> {
  const { command, args } = box.command(hook);
  return box.run(hook, JSON.stringify(event), {
    command,
    args: [...args, "--host", host],
  });
}

function fields(rows: readonly SentRow[], name: string): unknown[] {
  return rows.map(({ payload }) => payload[name]);
}

Deno.test("C1, C2, C3: Cursor's session, prompt and folder are found under each of their names", async () => {
  await using box = await captureBox();
  const base = { hook_event_name: "beforeSubmitPrompt" };
  for (
    const event of [
      {
        conversation_id: "c",
        generation_id: "g",
        id: "i",
        prompt: "p",
        query: "q",
        workspace_roots: [box.project],
        cwd: "/nowhere",
      },
      { generation_id: "g", id: "i", query: "q", input: "x", cwd: box.project },
      { id: "i", input: "x", message: "m" },
      { id: "i", message: "m" },
    ]
  ) await run(box, "cursor", "capture-prompt", { ...base, ...event });
  const rows = await spooledRows(box);
  assertEquals(fields(rows, "session_id"), ["c", "g", "i", "i"]);
  assertEquals(fields(rows, "prompt_redacted"), ["p", "q", "x", "m"]);
  assertEquals(
    rows.map(({ beside }) => [beside?.project, beside?.host]),
    rows.map(() => [box.project, "cursor"]),
  );
});

Deno.test("C4: a command that Cursor has run is one of Bash", async () => {
  await using box = await captureBox();
  await run(box, "cursor", "capture-tool", {
    hook_event_name: "afterShellExecution",
    conversation_id: "c",
    command: "deno test",
    output: "12 passed",
    workspace_roots: [box.project],
  });
  const { payload, beside } = completed(await spooledRow(box));
  assertEquals(payload["tool_name"], "Bash");
  assertEquals(beside?.observation?.title, "Ran: deno test");
  assertEquals(beside?.observation?.detail, "12 passed");
});

Deno.test("C5: Cursor goes on with a prompt, whatever it is", async () => {
  await using box = await captureBox();
  for (const prompt of ["Hi", "", "<private>x</private>", 7]) {
    const { code, stdout } = await run(box, "cursor", "capture-prompt", {
      hook_event_name: "beforeSubmitPrompt",
      conversation_id: "c",
      prompt,
    });
    assertEquals([code, JSON.parse(stdout)], [0, { continue: true }]);
  }
});

Deno.test("C6: an id that leads elsewhere is none", async () => {
  await using box = await captureBox();
  for (const hook of ["capture-prompt", "user-prompt-submit"] as const) {
    const { code } = await run(box, "cursor", hook, {
      hook_event_name: "beforeSubmitPrompt",
      conversation_id: "../x",
      prompt: "Hi",
    });
    assertEquals(code, 0);
  }
  assertEquals(await spooledRows(box), []);
});

Deno.test("C10: Codex without a session is recorded nowhere", async () => {
  await using box = await captureBox();
  const { code, stdout } = await run(box, "codex", "capture-prompt", {
    hook_event_name: "UserPromptSubmit",
    prompt: "Hi",
    cwd: box.project,
  });
  assertEquals([code, stdout], [0, ""]);
  assertEquals(await spooledRows(box), []);
});

Deno.test("C12: a file that Codex shows with a command was read", async () => {
  await using box = await captureBox();
  await run(box, "codex", "capture-tool", {
    hook_event_name: "PostToolUse",
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "cat README.md" },
    tool_response: "# Shop",
    cwd: box.project,
  });
  const { beside } = completed(await spooledRow(box));
  assertEquals(beside?.observation?.kind, "read");
  assertEquals(beside?.observation?.files, [`${box.project}/README.md`]);
});

Deno.test("C13, C14, C15: Codex is allowed no tool, told nothing at a turn's end, and nothing where there is nothing", async () => {
  await using box = await captureBox();
  const event = { session_id: "s", cwd: box.project };
  const guarded = await run(box, "codex", "guard", {
    ...event,
    hook_event_name: "PreToolUse",
    tool_name: "mcp__memory__note",
    tool_input: { content: "Deploys are on Tuesdays.", title: "Deploys" },
  });
  assertEquals(guarded.code, 0);
  assertEquals(Object.keys(JSON.parse(guarded.stdout)), ["systemMessage"]);
  for (const hook of ["capture-stop", "stop"] as const) {
    const { code, stdout } = await run(box, "codex", hook, {
      ...event,
      hook_event_name: "Stop",
      stop_hook_active: "true",
      last_assistant_message: "Done",
    });
    assertEquals([code, stdout], [0, ""]);
  }
  const { code, stdout } = await run(box, "codex", "user-prompt-submit", {
    ...event,
    hook_event_name: "UserPromptSubmit",
    prompt: "Nothing is known of this",
  });
  assertEquals([code, stdout], [0, ""]);
});

Deno.test("C16, C17, C18: Gemini's events, folder and last answer are found", async () => {
  await using box = await captureBox();
  const { command, args } = box.command("capture-prompt");
  const env = {
    ...box.env,
    GEMINI_SESSION_ID: "g",
    GEMINI_CWD: "",
    GEMINI_PROJECT_DIR: box.project,
  };
  const { code } = await box.run(
    "capture-prompt",
    JSON.stringify({ hook_event_name: "BeforeAgent", prompt: "Hi" }),
    { command, args: [...args, "--host", "gemini"], env },
  );
  assertEquals(code, 0);
  await run(box, "gemini", "capture-tool", {
    hook_event_name: "AfterTool",
    session_id: "g",
    tool_name: "run_shell_command",
    tool_input: { command: "deno test" },
    tool_response: { llmContent: "12 passed" },
    cwd: box.project,
  });
  await run(box, "gemini", "capture-stop", {
    hook_event_name: "AfterAgent",
    session_id: "g",
    prompt: "Hi",
    prompt_response: "Done.",
    cwd: box.project,
  });
  const rows = await spooledRows(box);
  assertEquals(fields(rows, "session_id"), ["g", "g", "g"]);
  assertEquals(
    rows.map(({ beside }) => beside?.project),
    rows.map(() => box.project),
  );
  assertEquals(rows[1]?.payload.tool_name, "Bash");
  assertEquals(rows[2]?.payload.last_assistant_message_redacted, "Done.");
});
