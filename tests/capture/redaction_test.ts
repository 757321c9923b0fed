import { assert, assertEquals, assertMatch } from "@std/assert";
import { filesWith, textsBelow } from "../_support/files_below.ts";
import { FORM } from "../_support/hook_programs.ts";
import { type Sandbox, SESSION } from "../_support/sandbox.ts";
import { assertWarnedFirst } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { spooledRow, spooledRows } from "./_rows.ts";
import { type StubDaemon, stubDaemon } from "./_stub_daemon.ts";

// All made up, and in two parts so that nobody takes them for real ones.
const KEY = "AKIA" + "1234567890PLANTD";
const TOKEN = "ghp_" + "PLANTEDplantedPLANTED1234567890abcde";

/** The seed's acceptance cases 4 to 11: what is typed, and what is kept. */
const CASES: readonly [prompt: string, kept: string, matches: number][] = [
  ["use this key " + "AKIA" + "1234567890123456", "use this key <AWS_KEY>", 1],
  [
    "Authorization: Bearer abcdefghij123456789",
    "Authorization: Bearer <REDACTED>",
    1,
  ],
  ["sk-" + "abcdefghij1234567890abcdefghij12", "<OPENAI_KEY>", 1],
  [
    "sk-" + "proj-abcdefghij1234567890abcdefghij12ABCDEFGHIJ1234567890",
    "<OPENAI_KEY>",
    1,
  ],
  ["sk-ant-" + "api03-foobar1234567890abcdefghij", "<ANTHROPIC_KEY>", 1],
  ["ghp_" + "abcdefghij1234567890abcdefghij", "<GH_PAT>", 1],
  [
    "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM" + ".SflKxw",
    "<JWT>",
    1,
  ],
  ["CCCD 079123456789", "CCCD <VN_CCCD>", 1],
  ["CCCD 999123456789", "CCCD 999123456789", 0],
  ["mail user@example.com", "mail <EMAIL>", 1],
  ["mail user@kept.example", "mail user@kept.example", 0],
  ["issue #12345", "issue #12345", 0],
  ["at 1747407137483000000", "at 1747407137483000000", 0],
];

Deno.test("the seed's cases are redacted on their way", async () => {
  await using box = await captureBox({
    config: "capture:\n  email_allow: [kept.example]\n",
  });
  for (const [prompt] of CASES) {
    await box.run("capture-prompt", prompted(prompt));
  }
  assertEquals(
    (await spooledRows(box)).map(({ payload }, n) => [
      CASES[n]?.[0],
      payload.prompt_redacted,
      payload.redaction_match_count,
    ]),
    CASES.map((it) => [...it]),
  );
});

Deno.test("a tool's arguments, its error, the folder and the last answer are redacted", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  await box.run(
    "capture-prompt",
    prompted(`${KEY} ${TOKEN}`, { cwd: `/u/${KEY}` }),
  );
  await box.run(
    "capture-tool",
    used({ tool_input: { command: KEY, [KEY]: 1 } }),
  );
  await box.run("capture-tool", failed({ error: `no ${KEY}` }));
  await box.run("capture-stop", stopped(`Used ${TOKEN}.`));
  const [prompt, tool, error, stop] = (await spooledRows(box))
    .map(({ payload }) => payload);
  assertEquals(
    [prompt?.prompt_redacted, prompt?.cwd, prompt?.redaction_match_count],
    ["<AWS_KEY> <GH_PAT>", "/u/<AWS_KEY>", 3],
  );
  assertEquals(tool?.redaction_match_count, 2);
  assertEquals(error?.error_redacted, "no <AWS_KEY>");
  assertEquals(
    stop?.last_assistant_message_redacted,
    "Used <GH_PAT>.",
  );
  await assertNowhere(box, daemon, "", [KEY, TOKEN]);
});

Deno.test("when redaction fails nothing of the event is kept", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  const env = { ...box.env, MEMORY_HOOKS_FAIL_REDACTION: "1" };
  const secrets = [KEY, TOKEN, "PLANTED prose"];
  const text = secrets.join(" ");
  const runs = [
    await box.run("capture-prompt", prompted(text, { cwd: `/${KEY}` }), {
      env,
    }),
    await box.run(
      "capture-tool",
      used({ tool_input: { command: text }, tool_response: text }),
      { env },
    ),
    await box.run("capture-tool", failed({ error: text }), { env }),
    await box.run("capture-stop", stopped(text), { env }),
  ];
  for (const run of runs) assertWarnedFirst(run, "redaction_failed");
  const rows = await spooledRows(box);
  assertEquals(rows.length, 4);
  for (const row of rows) {
    assertEquals(row.kind, "memory.claude_capture_redaction_failed");
    const { trace_id, captured_at_ns, ...rest } = row.payload;
    assertEquals(rest, { session_id: SESSION, error: "Error" });
    assertMatch(String(trace_id), /^[0-9a-f]{32}$/);
    assertEquals(captured_at_ns, row.at);
  }
  await assertNowhere(
    box,
    daemon,
    runs.map(({ stdout, stderr }) => stdout + stderr).join(""),
    secrets,
  );
});

// An executable has all its files inside.
if (FORM === "script") {
  Deno.test("when the rules cannot be loaded nothing of an event is kept that may hold a secret", async () => {
    await using box = await captureBox();
    await Deno.remove(`${box.places.data}/bin/all_rules.lazy.js`);
    const without = await box.run("capture-prompt", prompted("Go on, please"));
    assertEquals([without.code, without.stdout], [0, ""]);
    const run = await box.run(
      "capture-prompt",
      prompted(`the key ${KEY}`, { cwd: `/${KEY}` }),
    );
    assertEquals(run.code, 0);
    assertMatch(run.stderr, /redaction_failed/);
    const rows = await spooledRows(box);
    assertEquals(rows.map(({ kind }) => kind), [
      "memory.claude_prompt",
      "memory.claude_capture_redaction_failed",
    ]);
    const isData = (path: string) => !path.includes("/bin/");
    assertEquals(await filesWith(box.home, [KEY], isData), []);
    assert(!(run.stdout + run.stderr).includes(KEY));
  });
}

Deno.test("a redaction that fails while the daemon is down is spooled all the same", async () => {
  await using box = await captureBox();
  const env = { ...box.env, MEMORY_HOOKS_FAIL_REDACTION: "1" };
  const { code, stderr } = await box.run("capture-prompt", prompted(KEY), {
    env,
  });
  assertEquals(code, 0);
  assertEquals(
    stderr.trimEnd().split("\n").map((line) => line.split(": ")[1]),
    ["redaction_failed", "socket_unavailable"],
  );
  const row = await spooledRow(box);
  assertEquals(row.kind, "memory.claude_capture_redaction_failed");
});

/** No file below home, no frame and no output has any of these texts. */
async function assertNowhere(
  box: Sandbox,
  daemon: StubDaemon,
  output: string,
  texts: readonly string[],
): Promise<void> {
  const latin1 = new TextDecoder("latin1");
  const seen: [string, string][] = [["output", output]];
  for (const bytes of daemon.bytes) seen.push(["frame", latin1.decode(bytes)]);
  seen.push(...await textsBelow(box.home));
  assert(
    seen.some(([where]) => where.endsWith(".row")),
    "nothing was looked at",
  );
  for (const [where, content] of seen) {
    for (const text of texts) {
      assert(!content.includes(text), `${text}: ${where}`);
    }
  }
}
