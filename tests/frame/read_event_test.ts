import { assertEquals, assertThrows } from "@std/assert";
import { type HostEvent, safeId } from "../../lib/event.ts";
import { readEvent } from "../../lib/frame/read_event.ts";

const NOTHING: HostEvent = {
  name: null,
  sessionId: null,
  cwd: null,
  transcriptPath: null,
  source: null,
  reason: null,
  toolName: null,
  toolInput: {},
  toolResponse: undefined,
  toolUseId: null,
  agentId: null,
};
const NO_ENV = () => undefined;

function read(
  text: string,
  env: Record<string, string> = {},
): HostEvent | null {
  return readEvent(text, (name) => env[name], "SessionStart");
}

function readFields(fields: object): HostEvent | null {
  return read(JSON.stringify(fields));
}

/** What every event of the host has. */
const B = {
  "session_id": "11111111-1111-4111-8111-111111111111",
  "transcript_path":
    "/home/u/.claude/projects/-home-u-p/11111111-1111-4111-8111-111111111111.jsonl",
  "cwd": "/home/u/p",
};
const BASE: HostEvent = {
  ...NOTHING,
  sessionId: B.session_id,
  transcriptPath: B.transcript_path,
  cwd: B.cwd,
};

Deno.test("readEvent() takes every field from the host", () => {
  assertEquals(
    readFields({
      ...B,
      hook_event_name: "PostToolUse",
      source: "startup",
      reason: "clear",
      tool_name: "Write",
      tool_input: { file_path: "/v/a.md" },
      tool_response: { type: "create" },
      tool_use_id: "toolu_01",
      agent_id: "a1",
      permission_mode: "default",
    }),
    {
      ...BASE,
      name: "PostToolUse",
      source: "startup",
      reason: "clear",
      toolName: "Write",
      toolInput: { file_path: "/v/a.md" },
      toolResponse: { type: "create" },
      toolUseId: "toolu_01",
      agentId: "a1",
    },
  );
});

// Bug report 12.
const TABLE: [string, HostEvent][] = [
  ["{}", NOTHING],
  ['{"hook_event_name":"PostToolUse"}', { ...NOTHING, name: "PostToolUse" }],
  [
    JSON.stringify({
      ...B,
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: null,
      tool_response: "str",
      tool_use_id: 7,
    }),
    { ...BASE, name: "PostToolUse", toolName: "Write", toolResponse: "str" },
  ],
  [
    JSON.stringify({
      ...B,
      hook_event_name: "PostToolUse",
      tool_name: "mcp__x__y",
      tool_input: [1],
      tool_response: null,
    }),
    { ...BASE, name: "PostToolUse", toolName: "mcp__x__y", toolResponse: null },
  ],
  [
    JSON.stringify({ ...B, hook_event_name: "NewEvent2027", foo: {} }),
    { ...BASE, name: "NewEvent2027" },
  ],
  [
    '{"hook_event_name":"A","hook_event_name":"B"}',
    { ...NOTHING, name: "B" },
  ],
  [
    '{"__proto__":{"x":1,"session_id":"s","hook_event_name":"B"}}',
    NOTHING,
  ],
  ['{"constructor":1,"toString":2,"hasOwnProperty":3}', NOTHING],
  ['\uFEFF {"source":"fork"}\n', { ...NOTHING, source: "fork" }],
];

for (const [text, event] of TABLE) {
  Deno.test(`readEvent() understands ${text.slice(0, 90)}`, () => {
    assertEquals(read(text), event);
  });
}

Deno.test("readEvent() throws for what is JSON and no object", () => {
  const deep = "[".repeat(200) + "]".repeat(200);
  for (const text of ["null", "[]", '"x"', "42", "true", deep]) {
    assertThrows(
      () => readEvent(text, NO_ENV, null),
      TypeError,
      "Cannot use the event: it is JSON, but no object",
    );
  }
});

Deno.test("readEvent() throws for what is not JSON", () => {
  for (
    const text of ["{", "x", "{} {}", "{'a':1}", '{"a":1,}', "\0", "{\uFEFF}"]
  ) {
    assertThrows(() => readEvent(text, NO_ENV, null), SyntaxError);
  }
});

Deno.test("readEvent() takes a field of a wrong type, or an empty one, for none", () => {
  const names = [
    "hook_event_name",
    "cwd",
    "transcript_path",
    "source",
    "reason",
    "tool_name",
    "tool_use_id",
    "agent_id",
  ];
  for (const value of [null, 7, true, [], {}, "", ["x"], "a\0b"]) {
    const fields = Object.fromEntries(names.map((name) => [name, value]));
    assertEquals(readFields(fields), NOTHING, JSON.stringify(value));
  }
});

Deno.test("readEvent() takes 200 levels of nesting", () => {
  const deep = '{"a":'.repeat(200) + "1" + "}".repeat(200);
  const event = read(`{"tool_input":${deep},"source":"startup"}`);
  assertEquals(event?.source, "startup");
  assertEquals(JSON.stringify(event?.toolInput), deep);
});

Deno.test("readEvent() gives no session id that could leave a folder", () => {
  for (
    const id of [
      "../../etc/passwd",
      "a/b",
      "a\\b",
      "..",
      ".",
      "",
      "a b",
      "é",
      "a\nb",
      "a\0b",
      "x".repeat(129),
      "x".repeat(1000),
      "%2e%2e",
      "abc\n",
      7,
      {},
      ["a"],
      true,
    ]
  ) {
    const event = readFields({
      ...B,
      session_id: id,
      tool_use_id: id,
      agent_id: id,
    });
    assertEquals(
      event,
      { ...BASE, sessionId: null },
      `${id}`,
    );
  }
});

Deno.test("readEvent() takes a session id that is missing or unsafe for none", () => {
  for (const session_id of [null, undefined, "../x"]) {
    assertEquals(readFields({ session_id }), NOTHING);
  }
});

Deno.test("readEvent() names what it cannot use, each field once, and never a value", () => {
  const unusable = (fields: object, expected = "PostToolUse"): string[] => {
    const found: string[] = [];
    readEvent(JSON.stringify(fields), NO_ENV, expected, (field) => {
      found.push(field);
    });
    return found;
  };
  assertEquals(unusable({ ...B, tool_name: "Write", future: {} }), []);
  assertEquals(unusable(B, "SessionStart"), []);
  assertEquals(unusable({}), ["session_id", "tool_name"]);
  assertEquals(
    unusable({
      ...B,
      session_id: "../x",
      cwd: 1,
      tool_name: [],
      tool_use_id: 7,
    }),
    ["session_id", "cwd", "tool_name", "tool_use_id"],
  );
  assertEquals(
    unusable({ ...B, tool_name: "Write", tool_input: [1], tool_args: "x" }),
    ["tool_input", "tool_args"],
  );
});

Deno.test("safeId() takes what Claude Code gives, and any name that is no folder", () => {
  for (
    const id of [
      B.session_id,
      "toolu_01AbC-x.y",
      "...",
      "x".repeat(128),
      "-",
      "_",
    ]
  ) assertEquals(safeId(id), true, id);
});

Deno.test("readEvent() takes `tool_args` where there is no `tool_input`", () => {
  assertEquals(readFields({ tool_args: { a: 1 } })?.toolInput, { a: 1 });
  const both = { "tool_input": { b: 2 }, "tool_args": { a: 1 } };
  assertEquals(readFields(both)?.toolInput, { b: 2 });
});

Deno.test("readEvent() stands in for an empty text with the session in the environment", () => {
  const env = {
    CLAUDE_CODE_SESSION_ID: B.session_id,
    CLAUDE_PROJECT_DIR: "/home/u/p",
  };
  for (const text of ["", " \n", "\uFEFF"]) {
    assertEquals(read(text, env), {
      ...NOTHING,
      name: "SessionStart",
      sessionId: B.session_id,
      cwd: "/home/u/p",
    });
    assertEquals(read(text), null);
    assertEquals(read(text, { CLAUDE_CODE_SESSION_ID: "" }), null);
    assertEquals(
      read(text, { CLAUDE_CODE_SESSION_ID: "../x" })?.sessionId,
      null,
    );
  }
});

Deno.test("readEvent() takes nothing from the environment where there is a text", () => {
  const env = {
    CLAUDE_CODE_SESSION_ID: "other",
    CLAUDE_PROJECT_DIR: "/other",
    CLAUDE_TOOL_INPUT: '{"file_path":"/wrong.md"}',
    CLAUDE_TOOL_NAME: "Read",
  };
  assertEquals(read("{}", env), NOTHING);
});
