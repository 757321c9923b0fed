import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, SESSION } from "../_support/sandbox.ts";
import { complaints } from "../hooks/_state.ts";
import { assertKept, assertWarned, assertWarnedFirst } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { spooledRow, spooledRows } from "./_rows.ts";
import { stubDaemon } from "./_stub_daemon.ts";

type Name = "capture-prompt" | "capture-tool" | "capture-stop";

/** Stands in everything sent that must not be kept. */
const MARKER = "PLANTED-marker-5f2c";

/** The whole event of a hook, from which a case takes something away. */
const WHOLE: Record<Name, Record<string, unknown>> = {
  "capture-prompt": { hook_event_name: "UserPromptSubmit", ...prompted("Hi") },
  "capture-tool": { hook_event_name: "PostToolUse", ...used() },
  "capture-stop": { hook_event_name: "Stop", ...stopped("Done.") },
};

async function assertNoMarker(box: Sandbox, stderr: string): Promise<void> {
  assert(!stderr.includes(MARKER), stderr);
  const log = (await box.log()).join("\n");
  assert(!log.includes(MARKER), log);
}

/** What makes an event one that is not captured. */
const INVALID: readonly [Name, string, Record<string, unknown>][] = [
  ["capture-prompt", "prompt is missing", { prompt: undefined }],
  ["capture-prompt", "prompt does not fit", { prompt: { MARKER } }],
  ["capture-prompt", "prompt does not fit", { prompt: null }],
  ["capture-prompt", "prompt does not fit", { prompt: 7 }],
  ["capture-tool", "tool_name is missing", { tool_name: undefined }],
  ["capture-tool", "tool_name does not fit", { tool_name: [MARKER] }],
  ["capture-tool", "tool_name does not fit", { tool_name: "" }],
  ["capture-tool", "tool_input is missing", { tool_input: undefined }],
  [
    "capture-tool",
    "outcome is missing",
    { hook_event_name: undefined },
  ],
  [
    "capture-tool",
    "outcome does not fit",
    { hook_event_name: undefined, outcome: MARKER },
  ],
  ["capture-tool", "hook_event_name is none", { hook_event_name: MARKER }],
  ["capture-prompt", "hook_event_name is none", { hook_event_name: "Stop" }],
  ["capture-stop", "hook_event_name is none", {
    hook_event_name: "SubagentStop",
  }],
  ...(["capture-prompt", "capture-tool", "capture-stop"] as const).flatMap((
    name,
  ) =>
    [
      [name, "session_id is missing", { session_id: undefined }] as const,
      ...[7, null, "", ".", "..", "../x", "a/b", `${MARKER} `, "x".repeat(129)]
        .map((session_id) =>
          [name, "session_id does not fit", { session_id }] as const
        ),
    ].map(([n, why, fields]): [Name, string, Record<string, unknown>] => [
      n,
      why,
      fields,
    ])
  ),
];

Deno.test("an event that lacks what it needs is one warning and no row", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  for (const [name, why, fields] of INVALID) {
    const run = await box.run(name, {
      session_id: SESSION,
      ...WHOLE[name],
      ...fields,
    });
    assertWarned(run, "invalid_payload");
    assertStringIncludes(run.stderr, why);
    await assertNoMarker(box, run.stderr);
  }
  assertEquals((await complaints(box)).length, INVALID.length);
  assertEquals(await spooledRows(box), []);
  assertEquals(daemon.connections, 0);
});

Deno.test("a whole event is captured, however it comes", async () => {
  await using box = await captureBox();
  const whole = JSON.stringify(box.event(prompted("Hi é 日 🎉")));
  const drip = async function* (): AsyncIterable<Uint8Array> {
    const bytes = new TextEncoder().encode(whole);
    for (let at = 0; at < bytes.length; at += 100) {
      yield bytes.subarray(at, at + 100);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  assertKept(await box.run("capture-prompt", `\uFEFF${whole}`));
  assertKept(await box.run("capture-prompt", whole, { stdinEnd: "open" }));
  assertKept(await box.run("capture-prompt", "", { stdin: drip() }));
  assertEquals(
    (await spooledRows(box)).map(({ payload }) => payload.prompt_redacted),
    Array(3).fill("Hi é 日 🎉"),
  );
});

Deno.test("fields that nobody knows are one warning, with five names at most, and ignored", async () => {
  await using box = await captureBox();
  const key = "AKIA" + "1234567890PLANTD";
  const names = [
    "brand_new",
    `has_${key}`,
    `line\nbreak`,
    "x".repeat(300),
    "naïve",
    "sixth",
    "seventh",
  ];
  const run = await box.run("capture-prompt", {
    ...prompted("Hi"),
    ...Object.fromEntries(names.map((name) => [name, MARKER])),
  });
  assertWarnedFirst(run, "ignored_fields");
  assertStringIncludes(run.stderr, "unknown brand_new, ");
  assertStringIncludes(run.stderr, "na?ve and 2 more");
  assert(!run.stderr.includes("sixth"), run.stderr);
  assert(run.stderr.length < 400, run.stderr);
  for (const text of [run.stderr, ...await box.log()]) {
    assert(!text.includes(key), text);
  }
  await assertNoMarker(box, run.stderr);
  assertEquals((await complaints(box)).length, 1);
  const row = await spooledRow(box);
  assertEquals(row.payload.prompt_redacted, "Hi");
});

Deno.test("fields that could be done without, and do not fit, are one warning and ignored", async () => {
  await using box = await captureBox();
  const run = await box.run(
    "capture-tool",
    used({
      cwd: 7,
      duration_ms: "41",
      tool_use_id: `${MARKER}/..`,
      agent_id: [MARKER],
      error: { MARKER },
    }),
  );
  assertWarnedFirst(run, "ignored_fields");
  await assertNoMarker(box, run.stderr);
  const row = await spooledRow(box);
  assertEquals(row.payload.duration_ms, null);
  assertEquals(row.payload.tool_use_id, undefined);
  assertEquals(row.payload.agent_id, undefined);
  assert(!row.id.startsWith("tool:"), row.id);
});

Deno.test("all fields of the host are known", async () => {
  await using box = await captureBox();
  const common = {
    permission_mode: "default",
    effort: { level: "medium" },
    scratchpad_dir: "/tmp/x",
    agent_type: "",
  };
  const agent_id = "a1";
  for (
    const [name, fields] of [
      [
        "capture-prompt",
        prompted("Hi", { source: "user", session_title: "T" }),
      ],
      [
        "capture-tool",
        used({ agent_id, mcp_server: { name: "x", source: "y" } }),
      ],
      ["capture-tool", failed({ agent_id })],
      ["capture-stop", stopped("Done.")],
    ] as const
  ) assertKept(await box.run(name, { ...common, ...fields }));
  assertEquals((await spooledRows(box)).length, 4);
  assertEquals(await complaints(box), []);
});

Deno.test("tools of any input are captured", async () => {
  await using box = await captureBox();
  for (const tool_input of [null, "text", 7, [], {}, [{ a: [null] }]]) {
    const { code, stdout } = await box.run(
      "capture-tool",
      used({ tool_input }),
    );
    assertEquals([code, stdout], [0, ""]);
  }
  assertEquals((await spooledRows(box)).length, 6);
});

Deno.test("an id that is no UUID but safe is accepted, and no cwd is an empty one", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-prompt",
    JSON.stringify({ session_id: "My_session-1.2", prompt: "" }),
  );
  const { payload } = await spooledRow(box);
  assertEquals(
    [payload.session_id, payload.cwd, payload.prompt_redacted],
    ["My_session-1.2", "", ""],
  );
});
