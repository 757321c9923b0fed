import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { blake3 } from "../../lib/hash/blake3.ts";
import { SESSION } from "../_support/sandbox.ts";
import { writeFiles } from "../_support/temp.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { completed, type SentRow, spooledRow, spooledRows } from "./_rows.ts";

/** Made up. */
const SECRET = `sk-ant-api03-${"aB3dE5gH7j".repeat(9)}kLmno`;

Deno.test("What a use of a tool taught goes beside its row", async () => {
  await using box = await captureBox();
  await writeFiles(box.project, { ".git/HEAD": "", "src/a.txt": "" });
  await box.run(
    "capture-tool",
    used({
      cwd: `${box.project}/src`,
      tool_input: { command: "make all", description: "Build it" },
      tool_response: { stdout: `built\nkey ${SECRET}`, interrupted: false },
      agent_id: "a1",
    }),
    { cwd: `${box.project}/src` },
  );
  const row = await spooledRow(box);
  const about = {
    project: `${box.project}/.git`,
    name: "my project",
    host: "claude",
  };
  assertEquals(row.beside, {
    ...about,
    use: {
      input: { command: "make all", description: "Build it" },
      seen: {
        answer: { stdout: "built\nkey <ANTHROPIC_KEY>", interrupted: false },
        cwd: `${box.project}/src`,
      },
    },
  });
  assertEquals(completed(row).beside, {
    ...about,
    observation: {
      kind: "command",
      tool: "Bash",
      outcome: "success",
      title: "Ran: make all",
      detail: "Build it\nbuilt\nkey <ANTHROPIC_KEY>",
      files: [],
      agent: "a1",
      useId: "toolu_01AAAD",
    },
  });
  assertEquals(row.payload["redaction_match_count"], 0);
});

Deno.test("A prompt and the end of a turn tell their project, and no observation", async () => {
  await using box = await captureBox();
  // A repository of its own: the sandbox may be in one.
  await Deno.mkdir(`${box.project}/.git`);
  await box.run("capture-prompt", prompted("hello"));
  await box.run("capture-stop", stopped("bye"));
  for (const { beside } of await spooledRows(box)) {
    assertEquals(beside, {
      project: `${box.project}/.git`,
      name: "my project",
      host: "claude",
    });
  }
});

Deno.test("A tool that failed tells why", async () => {
  await using box = await captureBox();
  await box.run("capture-tool", failed());
  const observation = completed(await spooledRow(box)).beside?.observation;
  assertEquals(observation?.outcome, "error");
  assertEquals(
    observation?.title,
    "Failed with exit 3: ls /nonexistent-dir; exit 3",
  );
});

Deno.test("A private turn, and a redaction that fails, leave nothing beside a row", async () => {
  await using box = await captureBox();
  await box.run("capture-prompt", prompted("<private>all of it</private>"));
  await box.run("capture-tool", used({ tool_input: { command: "make" } }));
  assertEquals(await spooledRows(box), []);
  await box.run("capture-prompt", prompted("hello"));
  await box.run(
    "capture-tool",
    used({ tool_input: { command: "make" } }),
    { env: { ...box.env, MEMORY_HOOKS_FAIL_REDACTION: "1" } },
  );
  const [, row] = await spooledRows(box);
  assertEquals(row?.kind, "memory.claude_capture_redaction_failed");
  assertEquals(row?.beside, undefined);
});

Deno.test("A secret in the path of a project is redacted", async () => {
  await using box = await captureBox();
  const folder = `${box.project}/${SECRET}`;
  await Deno.mkdir(folder);
  await box.run("capture-prompt", prompted("hello", { cwd: folder }), {
    cwd: folder,
  });
  assert(!JSON.stringify(await spooledRow(box)).includes(SECRET.slice(20)));
});

Deno.test("A number that is the name of a folder is redacted where it stands alone", async () => {
  await using box = await captureBox();
  const folder = `${box.project}/079123456789`;
  await Deno.mkdir(`${folder}/.git`, { recursive: true });
  await box.run("capture-prompt", prompted("hello", { cwd: folder }), {
    cwd: folder,
  });
  const { beside } = await spooledRow(box);
  assertEquals([beside?.project, beside?.name], [
    `${folder}/.git`,
    "<VN_CCCD>",
  ]);
});

Deno.test("A secret that shows only where lines are joined is redacted in a long use, too", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-tool",
    used({
      tool_input: {
        command: "curl\t-u me:hunter2x https://example.com",
        description: "x".repeat(70_000),
      },
    }),
  );
  const observation = (await spooledRow(box)).beside?.observation;
  assertStringIncludes(observation?.title ?? "", "curl -u me:<PASSWORD>");
});

Deno.test("A row with the longest texts has room for all that is beside it", async () => {
  await using box = await captureBox();
  const long = '\u00e9"\\ '.repeat(600_000);
  const filenames = Array.from(
    { length: 200 },
    (_, at) => `/${at}${"\u00e9".repeat(1500)}`,
  );
  await box.run(
    "capture-tool",
    failed({ tool_name: long, error: long, tool_input: { pattern: long } }),
    { timeoutMs: 60_000 },
  );
  await box.run(
    "capture-tool",
    used({
      session_id: SESSION,
      tool_name: "Grep",
      tool_input: { pattern: long },
      tool_response: { filenames, numFiles: 200, content: long },
    }),
    { timeoutMs: 60_000 },
  );
  const rows: SentRow[] = await spooledRows(box);
  assertEquals(rows.length, 2);
  const [, { beside } = {} as SentRow] = rows;
  assertEquals(beside?.use, undefined);
  assert((beside?.observation?.files.length ?? 0) > 0);
  assertEquals(beside?.observation?.title.endsWith("200 files"), true);
});

Deno.test("The daemon takes whatever goes beside a row", async () => {
  await using box = await captureBox();
  const deep = `${box.project}/${`${"d".repeat(200)}/`.repeat(18)}`;
  await Deno.mkdir(deep, { recursive: true });
  const events: Record<string, unknown>[] = [
    used({ tool_name: "  ", tool_input: { a: "x" } }),
    used({ tool_name: "Read", tool_input: { file_path: `/a/${SECRET}` } }),
    used({ tool_name: "Read", tool_input: { file_path: `${SECRET}/b` } }),
    used({ cwd: deep, tool_name: "x".repeat(9000), tool_input: 7 }),
    used({ cwd: `/${"é".repeat(9000)}`, tool_name: "Write", tool_input: {} }),
    used({ tool_input: { command: "\ud800 \u0000" }, tool_response: "\udc00" }),
    used({ cwd: "/a\0b\ud800", tool_name: "\udc00", tool_input: {} }),
    used({ cwd: "/a\ud800", tool_name: "\ud800", tool_input: {} }),
    used({ tool_name: "Read", tool_input: { file_path: "/\ud800" } }),
    used({ tool_name: "Grep", tool_response: { filenames: ["a", "", "/b"] } }),
  ];
  for (const [at, event] of events.entries()) {
    await box.run("capture-tool", { ...event, tool_use_id: `use${at}` });
  }
  const rows = await spooledRows(box);
  assertEquals(rows.length, events.length);
  for (const row of rows) {
    const { beside, dropped } = completed(row);
    assertEquals(dropped, undefined, JSON.stringify(row.beside));
    assert(beside?.observation !== undefined);
  }
});

Deno.test("What leaves no observation sends its input alone", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-tool",
    used({ tool_input: { command: "ls" }, tool_response: { stdout: "a" } }),
  );
  const row = await spooledRow(box);
  assertEquals(row.beside?.use, { input: { command: "ls" } });
  const { payload, beside } = completed(row);
  assertEquals(beside?.observation, undefined);
  assertEquals(payload["tool_args_hash"], blake3('{"command":"ls"}'));
});

Deno.test("Of a long answer only what can be shown waits in the spool", async () => {
  await using box = await captureBox();
  const line = "0123456789abcdefghijklmnopqrstuvwxyz-0123456789\n";
  const stdout = `${line.repeat(20_000)}the end`;
  await box.run(
    "capture-tool",
    used({ tool_input: { command: "make" }, tool_response: { stdout } }),
  );
  const row = await spooledRow(box);
  assert(JSON.stringify(row.beside?.use).length < 12_000);
  assert(completed(row).beside?.observation?.detail.endsWith("the end"));
});
