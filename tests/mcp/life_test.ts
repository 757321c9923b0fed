import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram, startProgram } from "../_support/program.ts";
import { mcpBox } from "./_box.ts";
import { connect } from "./_client.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

function call(id: number, name: string, args: unknown): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args },
  });
}

/** The messages of an output, which holds nothing else. */
function messagesIn(
  stdout: string,
): { id: unknown; result?: unknown; error?: { code: number } }[] {
  return stdout.split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

Deno.test("what is asked before stdin ends is answered, and then the server ends", async () => {
  await using box = await mcpBox();
  const lines = [
    JSON.stringify(INITIALIZE),
    call(2, "note", { content: "The last thing said" }),
    call(3, "list_recent", {}),
  ];
  for (const end of ["\n", ""]) {
    const { code, stdout, stderr } = await runProgram({
      ...box.command("mcp"),
      env: box.env,
      cwd: box.project,
      stdin: lines.join("\n") + end,
    });
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(
      messagesIn(stdout).map(({ id }) => id).sort(),
      [1, 2, 3],
    );
  }
});

Deno.test("broken messages end nothing, and whoever waits for an answer gets one", async () => {
  await using box = await mcpBox();
  const lines = [
    "",
    "not JSON",
    "{",
    "[]",
    "null",
    "7",
    '{"jsonrpc":"2.0","id":9,"method":42}',
    '{"jsonrpc":"1.0","id":"nine","method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/unknown"}',
    '{"jsonrpc":"2.0","id":77,"result":{}}',
    "[".repeat(100_000),
    `{"a":"${"x".repeat(200_000)}"`,
    "\u0000\ufffd",
    JSON.stringify(INITIALIZE),
    '{"jsonrpc":"2.0","id":2,"method":"no/such"}',
    call(3, "note", "a text"),
    call(4, "note", ["a", "list"]),
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}',
    '{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"other"}}',
    call(7, "list_recent", {}),
  ];
  const { code, stdout, stderr } = await runProgram({
    ...box.command("mcp"),
    env: box.env,
    cwd: box.project,
    stdin: `${lines.join("\n")}\n`,
  });
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  const answers = messagesIn(stdout);
  assertEquals(
    answers.map(({ id, error }) => `${id} ${error === undefined}`).sort(),
    [
      "1 true",
      "2 false",
      "3 false",
      "4 false",
      "5 false",
      "6 false",
      "7 true",
      "9 false",
      "nine false",
    ],
  );
  const log = (await box.log()).join("\n");
  assertStringIncludes(log, "Cannot understand a message");
  assert(!log.includes("xxxx"), "the log holds what was sent");
});

Deno.test("a message without end is no end of the server", async () => {
  await using box = await mcpBox();
  async function* input(): AsyncIterable<string> {
    const piece = "x".repeat(1024 * 1024);
    for (let count = 0; count < 40; count++) yield piece;
    yield `\n${JSON.stringify(INITIALIZE)}\n`;
  }
  const { code, stdout } = await runProgram({
    ...box.command("mcp"),
    env: box.env,
    cwd: box.project,
    stdin: input(),
  });
  assertEquals(code, 0);
  assertEquals(messagesIn(stdout).map(({ id }) => id), [1]);
});

Deno.test("the server ends when it is told to, and when nobody listens any more", async () => {
  await using box = await mcpBox();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    await using server = await connect(box);
    server.kill(signal);
    assertEquals((await server.status).code, 0);
  }
  for (const stdinEnd of ["end", "closed"] as const) {
    const { code, stdout, stderr } = await startProgram({
      ...box.command("mcp"),
      env: box.env,
      cwd: box.project,
      stdinEnd,
    }).result;
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  }
});

Deno.test("a host that hears nothing any more is no reason to stay", async () => {
  await using box = await mcpBox();
  const { command, args } = box.command("mcp");
  // `head` reads one answer and is gone; stdin stays open.
  const { code } = await runProgram({
    command: "/bin/sh",
    args: [
      "-c",
      '("$0" "$@"; echo "$?" >&3) 3>ended | /usr/bin/head -n 1',
      command,
      ...args,
    ],
    env: box.env,
    cwd: box.project,
    stdin: [INITIALIZE, { jsonrpc: "2.0", id: 2, method: "ping" }, {
      jsonrpc: "2.0",
      id: 3,
      method: "tools/list",
    }].map((message) => `${JSON.stringify(message)}\n`).join(""),
  });
  assertEquals(code, 0);
  assertEquals(await Deno.readTextFile(`${box.project}/ended`), "0\n");
});

Deno.test("--help says what it is, and nothing is served", async () => {
  await using box = await mcpBox();
  const { command, args } = box.command("mcp");
  const { code, stdout, stderr } = await runProgram({
    command,
    args: [...args, "--help"],
    env: box.env,
    cwd: box.project,
  });
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  assertStringIncludes(stdout, "memory-mcp: ");
});

Deno.test("a session that a hook runs inside of has its memory all the same", async () => {
  await using box = await mcpBox();
  await using server = await connect(box, {
    env: { MEMORY_HOOKS_INSIDE: "1" },
  });
  assertEquals((await server.ok("list_recent"))["memories"], []);
});

Deno.test("variables that Node's modules look at ask for no permission", async () => {
  await using box = await mcpBox();
  await using server = await connect(box, {
    env: {
      NODE_DEBUG: "*",
      NODE_OPTIONS: "--trace-warnings",
      NODE_ENV: "production",
      NODE_V8_COVERAGE: "",
      DEBUG: "*",
      FORCE_COLOR: "1",
    },
  });
  assertEquals((await server.ok("list_recent"))["memories"], []);
});
