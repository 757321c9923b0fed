import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Hook } from "../../lib/registry.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";

const NOTES = {
  "Errors.md":
    "---\ntags: [convention]\nsummary: Wrap every error.\n---\n# Errors\n",
  "Hub.md": "# Hub\n\n[[Errors]]\n",
};

/** What a hook answers a host. */
async function told(
  box: Sandbox,
  host: string,
  hook: Hook["name"],
  event: Record<string, unknown>,
): Promise<{ stdout: string; stderr: string; code: number }> {
  const { stdout, stderr, code } = await box.run(hook, JSON.stringify(event), {
    args: [...box.command(hook).args, "--host", host],
  });
  return { stdout, stderr, code };
}

/** A session's beginning as each host tells it, and the member that its answer is in. */
const STARTS: readonly [
  string,
  Record<string, unknown>,
  (answer: Record<string, unknown>) => unknown,
  readonly string[],
][] = [
  [
    "cursor",
    { hook_event_name: "sessionStart", conversation_id: "c-1" },
    (it) => it["additional_context"],
    ["additional_context"],
  ],
  [
    "copilot",
    {
      hook_event_name: "SessionStart",
      session_id: "c-2",
      source: "new",
    },
    (it) => it["additionalContext"],
    ["additionalContext"],
  ],
  [
    "gemini",
    { hook_event_name: "SessionStart", session_id: "c-3", source: "startup" },
    (it) => nested(it),
    ["hookSpecificOutput", "systemMessage"],
  ],
  [
    "codex",
    { hook_event_name: "SessionStart", session_id: "c-4", source: "startup" },
    (it) => nested(it),
    ["hookSpecificOutput", "systemMessage"],
  ],
];

function nested(answer: Record<string, unknown>): unknown {
  const { additionalContext } = answer["hookSpecificOutput"] as Record<
    string,
    unknown
  >;
  return additionalContext;
}

Deno.test("each host is told what its vault holds, in the shape that it reads and in no other", async () => {
  await using box = await sandbox({ notes: NOTES });
  for (const [host, event, read, members] of STARTS) {
    const { stdout, stderr, code } = await told(box, host, "session-start", {
      ...event,
      cwd: box.project,
      workspace_roots: [box.project],
    });
    assertEquals([code, stderr], [0, ""], host);
    const answer = JSON.parse(stdout);
    assertStringIncludes(String(read(answer)), "Wrap every error.", host);
    for (const member of Object.keys(answer)) {
      assert(members.includes(member), `${host}: ${member}`);
    }
  }
  await box.settled();
});

Deno.test("what a host says badly is passed over by every one of them", async () => {
  await using box = await sandbox({ notes: NOTES });
  for (const [host] of STARTS) {
    for (
      const text of [
        "",
        "null",
        "[]",
        '{"truncated":',
        "not json at all",
        '\uFEFF{"hook_event_name":"Unheard"}',
      ]
    ) {
      const { stdout, stderr, code } = await box.run("session-start", text, {
        args: [...box.command("session-start").args, "--host", host],
      });
      assertEquals([stdout, stderr, code], ["", "", 0], `${host}: ${text}`);
    }
  }
});

Deno.test("Cursor's prompt goes on, whatever happens to what is recorded of it", async () => {
  await using box = await sandbox({ notes: null });
  for (const hook of ["capture-prompt", "user-prompt-submit"] as const) {
    const { stdout, code } = await told(box, "cursor", hook, {
      hook_event_name: "beforeSubmitPrompt",
      conversation_id: "c-1",
      prompt: "Why does the build fail?",
      workspace_roots: [box.project],
    });
    assertEquals(code, 0, hook);
    assertEquals(JSON.parse(stdout)["continue"], true, hook);
  }
});

Deno.test("a write whose text was swallowed is refused in Gemini CLI, too", async () => {
  await using box = await sandbox({ notes: null });
  const { stdout, stderr, code } = await told(box, "gemini", "guard", {
    hook_event_name: "BeforeTool",
    session_id: "c-3",
    cwd: box.project,
    tool_name: "mcp__memory__note",
    tool_input: { domain: "acme" },
  });
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "content");
});
