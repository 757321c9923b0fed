import { assert, assertEquals } from "@std/assert";
import { touchedFiles } from "../../lib/session/transcript.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const CWD = "/home/u/my proj";

interface Use {
  readonly id: string;
  readonly tool?: string;
  readonly path?: unknown;
  readonly field?: string;
  readonly cwd?: string | null;
  readonly sidechain?: boolean;
}

function ask(use: Use): string {
  const { id, tool = "Write", path, field = "file_path", cwd = CWD } = use;
  return JSON.stringify({
    parentUuid: null,
    isSidechain: use.sidechain ?? false,
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [
        { type: "text", text: "now" },
        { type: "tool_use", id, name: tool, input: { [field]: path } },
      ],
    },
    type: "assistant",
    ...(cwd === null ? {} : { cwd }),
    sessionId: "s1",
  });
}

function answer(id: string, more: object = {}, line: object = {}): string {
  const result = { ["tool_use_id"]: id, type: "tool_result", content: "done" };
  return JSON.stringify({
    type: "user",
    message: { role: "user", content: [{ ...result, ...more }] },
    cwd: CWD,
    ...line,
  });
}

async function read(
  lines: string | Uint8Array,
  deadline: () => boolean = () => false,
): Promise<{ readonly files: readonly string[]; readonly complete: boolean }> {
  await using tmp = await tempDir();
  const path = `${tmp.path}/t.jsonl`;
  if (typeof lines === "string") await Deno.writeTextFile(path, lines);
  else await Deno.writeFile(path, lines);
  return touchedFiles(path, { home: "/home/u", deadline });
}

async function files(...lines: string[]): Promise<readonly string[]> {
  return (await read(lines.map((line) => `${line}\n`).join(""))).files;
}

Deno.test("touchedFiles() survives the minimal transcript", async () => {
  const text = [
    '{"type":"brand-new-thing","x":1}',
    '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"hi"},"uuid":"u1","timestamp":"2026-11-30T10:00:00.000Z","cwd":"/home/u/my proj","sessionId":"s1","version":"2.1.332"}',
    '{"parentUuid":"u1","isSidechain":false,"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.md","content":"x"}}]},"uuid":"u2","timestamp":"2026-11-30T10:00:01.000Z","cwd":"/home/u/my proj","sessionId":"s1","version":"2.1.332"}',
    '{"parentUuid":"u2","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"File created successfully at: a.md"}]},"toolUseResult":{"type":"create","filePath":"a.md","content":"x","structuredPatch":[],"originalFile":null},"uuid":"u3","timestamp":"2026-11-30T10:00:02.000Z","cwd":"/home/u/my proj","sessionId":"s1","version":"2.1.332"}',
    '{"parentUuid":null,"logicalParentUuid":"u3","isSidechain":false,"type":"system","subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":160000},"uuid":"u4","timestamp":"2026-11-30T10:00:03.000Z","sessionId":"s1","version":"2.1.332"}',
    '{"parentUuid":"u4","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"Error: file modified","is_error":true}]},"toolUseResult":"Error: file modified","uuid":"u5","timestamp":"2026-11-30T10:00:04.000Z","sessionId":"s1","version":"2.1.332"}',
    '{"parentUuid":"u5","isSidechain":false,"type":"assistant","message":{"id":"m2","role":"assi',
  ].join("\n");
  assertEquals(await read(text), {
    files: ["/home/u/my proj/a.md"],
    complete: true,
  });
});

Deno.test("touchedFiles() takes the four tools that write, in the order in which they were done", async () => {
  assertEquals(
    await files(
      ask({ id: "t1", path: "/v/write.md" }),
      ask({ id: "t2", tool: "Edit", path: "/v/edit.md" }),
      answer("t2"),
      answer("t1"),
      ask({ id: "t3", tool: "MultiEdit", path: "/v/multi.md" }),
      answer("t3"),
      ask({
        id: "t4",
        tool: "NotebookEdit",
        field: "notebook_path",
        path: "/v/nb.ipynb",
      }),
      answer("t4"),
      ask({ id: "t5", tool: "Read", path: "/v/read.md" }),
      answer("t5"),
      ask({ id: "t6", tool: "Bash", path: "/v/bash.md" }),
      answer("t6"),
    ),
    ["/v/edit.md", "/v/write.md", "/v/multi.md", "/v/nb.ipynb"],
  );
});

Deno.test("touchedFiles() leaves out what was asked and not done", async () => {
  assertEquals(
    await files(
      ask({ id: "t1", path: "/v/failed.md" }),
      answer("t1", { is_error: true }, { toolUseResult: "Error: x" }),
      ask({ id: "t2", path: "/v/unanswered.md" }),
      ask({ id: "t3", path: "/v/staged.md" }),
      answer("t3", {}, { toolUseResult: { staged: true } }),
      ask({ id: "t4", path: "/v/done.md" }),
      answer("t4", { is_error: false, content: [{ type: "text", text: "x" }] }),
    ),
    ["/v/done.md"],
  );
});

Deno.test("touchedFiles() leaves out a write that changed nothing", async () => {
  const same = {
    type: "update",
    structuredPatch: [],
    content: "x",
    originalFile: "x",
  };
  const made = {
    type: "create",
    structuredPatch: [],
    content: "x",
    originalFile: null,
  };
  assertEquals(
    await files(
      ask({ id: "t1", path: "/v/same.md" }),
      answer("t1", {}, { toolUseResult: same }),
      ask({ id: "t2", path: "/v/made.md" }),
      answer("t2", {}, { toolUseResult: made }),
      ask({ id: "t3", path: "/v/staged.md" }),
      answer("t3", {}, { toolUseResult: { ...made, staged: true } }),
    ),
    ["/v/made.md"],
  );
});

Deno.test("touchedFiles() counts a tool use once when compaction or a fork repeats its lines", async () => {
  const lines = [ask({ id: "t1", path: "/v/a.md" }), answer("t1")];
  assertEquals(
    await files(
      ...lines,
      ask({ id: "t2", path: "/v/b.md" }),
      answer("t2"),
      ...lines,
      ask({ id: "t1", path: "/v/other.md" }),
      answer("t1"),
      ask({ id: "t3", path: "/v/a.md" }),
      answer("t3"),
    ),
    ["/v/a.md", "/v/b.md"],
  );
});

Deno.test("touchedFiles() resolves paths as the model wrote them", async () => {
  const cases: [unknown, string | null, string | null][] = [
    ["a.md", CWD, `${CWD}/a.md`],
    ["../v/a.md", "/home/u/p", "/home/u/p/../v/a.md"],
    ["~/v/ü.md", CWD, "/home/u/v/ü.md"],
    ["~", CWD, "/home/u"],
    ["~other/a.md", "/p", "/p/~other/a.md"],
    ["a.md", null, null],
    ["a.md", "relative", null],
    ["/v/a.md", null, "/v/a.md"],
    ["", CWD, null],
    [7, CWD, null],
    [null, CWD, null],
    [["/v/a.md"], CWD, null],
  ];
  for (const [path, cwd, expected] of cases) {
    assertEquals(
      await files(ask({ id: "t1", path, cwd }), answer("t1")),
      expected === null ? [] : [expected],
    );
  }
});

Deno.test("touchedFiles() steps over every line it cannot use", async () => {
  const write = '"tool_use" "Write"';
  assertEquals(
    await files(
      "",
      "null",
      "[]",
      "{",
      "\ufeff{}",
      `{"message":null,"x":[${write.replace(" ", ",")}]}`,
      `{"message":{"content":[null,7,"x",[],{"type":"tool_use"}]},"x":"${"\\"}"tool_use\\" \\"Write\\""}`,
      '{"message":{"content":[{"type":"tool_use","id":7,"name":"Write","input":null}]}}',
      '{"message":{"content":[{"type":"tool_use","id":"t0","name":"Write","input":null}]}}',
      '{"message":{"content":[{"type":"tool_use","id":"t9","name":"Write"}]}}',
      '{"message":{"content":"\\"tool_use\\" \\"Write\\""}}',
      '{"message":{"content":[{"type":"tool_result","tool_use_id":"__proto__"}]}}',
      ask({ id: "__proto__", path: "/v/proto.md" }),
      answer("__proto__"),
      "[".repeat(5000) + '"tool_use","Write"',
      ask({ id: "t1", path: "/v/a.md" }),
      answer("t1", {}, { toolUseResult: "text" }),
    ),
    ["/v/proto.md", "/v/a.md"],
  );
});

Deno.test("touchedFiles() reads JSON that is spaced otherwise, CRLF and bad UTF-8", async () => {
  const lines = JSON.stringify(
    JSON.parse(ask({ id: "t1", path: "/v/日本.md" })),
  )
    .replaceAll('":', '" : ');
  const text = `${lines}\r\n${answer("t1").replaceAll('":', '" : ')}\r\n`;
  assertEquals((await read(text)).files, ["/v/日本.md"]);
  const bytes = new TextEncoder().encode(`\n${text}`);
  assertEquals(
    (await read(new Uint8Array([0xff, 0xfe, 0xc3, ...bytes]))).files,
    ["/v/日本.md"],
  );
});

Deno.test("touchedFiles() counts subagents, in the main file and in their own", async () => {
  await using tmp = await tempDir();
  const lines = (...all: string[]): string => `${all.join("\n")}\n`;
  await writeFiles(tmp.path, {
    "s1.jsonl": lines(
      ask({ id: "t1", path: "/v/main.md" }),
      answer("t1"),
      ask({ id: "t2", path: "/v/old-sub.md", sidechain: true }),
      answer("t2", {}, { isSidechain: true }),
    ),
    "s1/subagents/agent-b.jsonl": lines(
      ask({ id: "t4", path: "/v/b.md", sidechain: true }),
      answer("t4"),
      // What the main file has said already.
      ask({ id: "t1", path: "/v/main.md" }),
      answer("t1"),
    ),
    "s1/subagents/agent-a.jsonl": lines(
      ask({ id: "t3", path: "/v/a.md", sidechain: true }),
      answer("t3"),
    ),
    "s1/subagents/agent-a.meta.json": "{}",
    "s1/tool-results/x.txt": "x",
  });
  const options = { home: "/home/u", deadline: () => false };
  assertEquals(touchedFiles(`${tmp.path}/s1.jsonl`, options).files, [
    "/v/main.md",
    "/v/old-sub.md",
    "/v/a.md",
    "/v/b.md",
  ]);
});

Deno.test("touchedFiles() says nothing of what is no readable file", async () => {
  await using tmp = await tempDir();
  const fifo = `${tmp.path}/fifo.jsonl`;
  await new Deno.Command("mkfifo", { args: [fifo] }).output();
  await Deno.writeTextFile(`${tmp.path}/empty`, "");
  const options = { home: "/home/u", deadline: () => false };
  for (
    const path of [
      "",
      `${tmp.path}/none.jsonl`,
      `${tmp.path}/empty/below`,
      `${tmp.path}/empty`,
      tmp.path,
      "/dev/null",
      "/dev/zero",
      fifo,
    ]
  ) {
    assertEquals(touchedFiles(path, options).files, [], path);
  }
});

Deno.test({
  name: "touchedFiles() says nothing of a file it may not read",
  permissions: { read: false },
  fn() {
    const options = { home: "/home/u", deadline: () => false };
    assertEquals(touchedFiles("/etc/hostname", options), {
      files: [],
      complete: false,
    });
  },
});

Deno.test("touchedFiles() tells at its deadline what it has found so far", async () => {
  const first = `${ask({ id: "t1", path: "/v/a.md" })}\n${answer("t1")}\n`;
  const rest = `${ask({ id: "t2", path: "/v/b.md" })}\n${answer("t2")}\n`;
  const filler = `${JSON.stringify({ type: "x", x: "y".repeat(1000) })}\n`;
  const text = first + filler.repeat(1000) + rest;
  let asked = 0;
  assertEquals(await read(text, () => ++asked > 2), {
    files: ["/v/a.md"],
    complete: false,
  });
  assertEquals((await read(text)).files, ["/v/a.md", "/v/b.md"]);
  assertEquals(await read(text, () => true), { files: [], complete: false });
});

Deno.test("touchedFiles() passes over a line of 20 MB and reads on", async () => {
  const long = ask({ id: "t0", path: `/v/${"x".repeat(20_000_000)}.md` });
  const rest = [ask({ id: "t1", path: "/v/a.md" }), answer("t0"), answer("t1")];
  assertEquals((await read(`${long}\n${rest.join("\n")}`)).files, ["/v/a.md"]);
});

Deno.test("touchedFiles() needs no memory for a large transcript", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/t.jsonl`;
  const program = `
    import { touchedFiles } from ${
    JSON.stringify(new URL("../../lib/session/transcript.ts", import.meta.url))
  };
    const before = Deno.memoryUsage().rss;
    const { files } = touchedFiles(${
    JSON.stringify(path)
  }, { home: "/", deadline: () => false });
    console.log(files.length, Math.round((Deno.memoryUsage().rss - before) / 1048576));`;
  using file = await Deno.open(path, { write: true, create: true });
  const filler = `${
    JSON.stringify({ type: "attachment", x: "y".repeat(50_000) })
  }\n`;
  const encoder = new TextEncoder();
  for (let block = 0; block < 60; block++) {
    const id = `t${block}`;
    const write = `${ask({ id, path: `/v/${block}.md` })}\n${answer(id)}\n`;
    file.writeSync(encoder.encode(filler.repeat(20) + write));
  }
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", "--no-lock", program],
  }).output();
  const [count, megabytes] = new TextDecoder().decode(stdout).split(" ")
    .map(Number);
  assertEquals(count, 60);
  assert((megabytes ?? Infinity) < 100, `${megabytes} MB for a file of 60 MB`);
});
