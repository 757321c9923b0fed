import { assertEquals, assertThrows } from "@std/assert";
import { readHandlers } from "../../../lib/install/settings/read_handlers.ts";

Deno.test("readHandlers() lists event, matcher, handler and line", () => {
  const text = `\uFEFF{\r
  "hooks": {\r
    "SessionStart": [{"hooks": [{"command": "a"},\r
      {"command": "b"}]}],\r
    "PostToolUse": [\r
      {"matcher": "Write",\r
       "hooks": ["c"]}\r
    ]\r
  }\r
}`;
  assertEquals(readHandlers(text), [
    {
      event: "SessionStart",
      matcher: null,
      handler: { command: "a" },
      line: 3,
    },
    {
      event: "SessionStart",
      matcher: null,
      handler: { command: "b" },
      line: 4,
    },
    { event: "PostToolUse", matcher: "Write", handler: "c", line: 7 },
  ]);
});

Deno.test("readHandlers() passes over what is absent or has another shape", () => {
  for (
    const text of [
      null,
      "",
      " \n",
      "\uFEFF",
      "[1,2]",
      "7",
      "{}",
      '{"hooks":[]}',
      '{"hooks":null}',
      '{"hooks":{"SessionStart":{"matcher":"x"}}}',
      '{"hooks":{"SessionStart":["x",null,{"type":"command","command":"flat"}]}}',
      '{"hooks":{"SessionStart":[{"hooks":{"command":"a"}}]}}',
      '{"hooks":{"Stop":[{"matcher":{},"hooks":[{"command":"a"}]}]}}',
    ]
  ) {
    assertEquals(readHandlers(text), [], String(text));
  }
});

Deno.test("readHandlers() reads the last of repeated keys, as JSON.parse does", () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[1]}]},"hooks":{"Stop":[{"hooks":[2]}],"Stop":[{"hooks":[3],"hooks":[4]}]}}';
  assertEquals(readHandlers(text).map(({ handler }) => handler), [4]);
});

Deno.test("readHandlers() refuses what Claude Code ignores as a whole", () => {
  assertThrows(
    () => readHandlers('{"hooks":{},}'),
    SyntaxError,
    "line 1, column 12: trailing comma",
  );
});
