import { assertEquals } from "@std/assert";
import { completeRow } from "../../lib/daemon/complete_row.ts";
import { type CapturedRow, parseRow } from "../../lib/daemon/parse_row.ts";
import { blake3 } from "../../lib/hash/blake3.ts";
import { MAX_USE } from "../../lib/store/row.ts";
import { toolRow } from "./_daemon.ts";

const ABOUT = { project: "/shop", name: "shop", host: "claude" };

const { tool_args_hash: HASH, ...PAYLOAD } = toolRow(1).payload;

/** A row without a hash, as it comes with something beside it. */
function sent(
  beside: Record<string, unknown>,
  more: Record<string, unknown> = {},
): CapturedRow {
  const payload = { ...PAYLOAD, ...more };
  const row = { ...toolRow(1), payload, spooled: null };
  return parseRow(
    JSON.parse(JSON.stringify({ ...row, beside: { ...ABOUT, ...beside } })),
  );
}

function used(
  input: unknown,
  answer: unknown = null,
  more: Record<string, unknown> = {},
): CapturedRow {
  return completeRow(
    sent({ use: { input, seen: { answer, cwd: "/shop" } } }, more),
    { emailAllow: ["example.org"] },
  );
}

Deno.test("completeRow() makes the hash and the observation, and forgets the use", () => {
  const { payload, beside, dropped } = used(
    { file_path: "src/a.ts", content: "one\n" },
    { type: "create" },
    { tool_name: "Write", tool_use_id: "use1", agent_id: "a1" },
  );
  assertEquals(
    payload["tool_args_hash"],
    blake3('{"content":"one\\n","file_path":"src/a.ts"}'),
  );
  assertEquals(beside, {
    ...ABOUT,
    observation: {
      kind: "write",
      tool: "Write",
      outcome: "success",
      title: "Created src/a.ts (1 line)",
      detail: "one",
      files: ["/shop/src/a.ts"],
      agent: "a1",
      useId: "use1",
    },
  });
  assertEquals(dropped, undefined);
});

Deno.test("equal arguments have the same hash, whatever the order of their members", () => {
  const hash = (input: unknown): unknown =>
    used(input).payload["tool_args_hash"];
  const first = hash({ a: 1, b: [{ c: "\u00e9", d: null }] });
  assertEquals(hash({ b: [{ d: null, c: "\u00e9" }], a: 1.0 }), first);
  assertEquals(hash({ b: [{ d: null, c: "e" }], a: 1 }) === first, false);
});

Deno.test("what an older hook made itself stays", () => {
  const observation = {
    kind: "command",
    tool: "Bash",
    outcome: "success",
    title: "Ran: make",
    detail: "",
    files: [],
  };
  const older = sent({ observation }, { tool_args_hash: HASH });
  assertEquals(completeRow(older, {}), older);
  const both = completeRow(
    sent({ observation, use: { input: 1, seen: { answer: 2, cwd: "" } } }, {
      tool_args_hash: HASH,
    }),
    {},
  );
  assertEquals([both.payload["tool_args_hash"], both.beside], [HASH, {
    ...ABOUT,
    observation,
  }]);
});

Deno.test("a use without what was seen has a hash and no observation", () => {
  const { payload, beside } = completeRow(sent({ use: { input: null } }), {});
  assertEquals(payload["tool_args_hash"], blake3("null"));
  assertEquals(beside, ABOUT);
});

Deno.test("what is put together for an observation is redacted once more, but for what may stay", () => {
  const { beside } = used({
    command: "mail a@example.org b@example.com",
  });
  assertEquals(
    beside?.observation?.title,
    "Ran: mail a@example.org <EMAIL>",
  );
});

Deno.test("a use that no hook sends is dropped, and its row is kept without a hash", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 300; level++) deep = [deep];
  const unfit: [unknown, string][] = [
    [7, "its use is unfit"],
    [["input"], "its use is unfit"],
    [{}, "its use is unfit"],
    [{ input: deep }, "its use is nested too deep"],
    [{ input: "x".repeat(MAX_USE) }, "its use is too long"],
    [{ input: 1, seen: [] }, "its use's folder is unfit"],
    [{ input: 1, seen: { answer: 1, cwd: 7 } }, "its use's folder is unfit"],
  ];
  for (const [use, why] of unfit) {
    const { dropped, ...row } = completeRow(sent({ use }), {});
    assertEquals(dropped, why);
    assertEquals(row.payload, PAYLOAD);
    assertEquals(row.beside, undefined);
  }
});

Deno.test("whatever a row and a use say, nothing unfit comes of it", () => {
  for (const name of [7, null, "", "\ud800", "x".repeat(90_000)]) {
    const { beside, payload } = used({}, {}, {
      tool_name: name,
      outcome: name,
      error_redacted: name,
    });
    assertEquals(payload["tool_args_hash"], blake3("{}"));
    assertEquals(beside?.observation?.outcome, "success");
  }
  // An id that is none is nothing to store.
  const { beside, dropped, payload } = used({}, {}, { agent_id: "../etc" });
  assertEquals(beside, ABOUT);
  assertEquals(dropped, "its observation's agent is unfit");
  assertEquals(payload["tool_args_hash"], blake3("{}"));
});

Deno.test("a use beside another kind of row is none", () => {
  const row = { ...sent({ use: { input: 1 } }), kind: "memory.claude_prompt" };
  const { payload, beside } = completeRow(row, {});
  assertEquals([payload, beside], [PAYLOAD, ABOUT]);
});
