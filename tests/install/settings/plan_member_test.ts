import { assertEquals, assertThrows } from "@std/assert";
import {
  planMember,
  planMemberRemoval,
  readMember,
} from "../../../lib/install/settings/plan_member.ts";
import { textAfter } from "./_support.ts";

const VALUE = { type: "command", command: "/b/memory-statusline" };

for (
  const [name, text] of [
    ["two spaces", '{\n  "model": "opus"\n}\n'],
    ["tabs", '{\n\t"model": "opus",\n\t"env": {}\n}'],
    ["CRLF", '{\r\n  "model": "opus"\r\n}\r\n'],
    ["one line", '{"model": "opus", "env": {"A": "1"}}'],
    ["no spaces", '{"model":"opus","env":{}}'],
    ["a byte order mark", '\uFEFF{\n  "model": "opus"\n}\n'],
    ["an empty object", "{}\n"],
  ] as const
) {
  Deno.test(`planMember() comes and goes without a byte in settings with ${name}`, () => {
    const withIt = textAfter(text, planMember(text, "statusLine", VALUE));
    assertEquals(readMember(withIt, "statusLine"), VALUE);
    assertEquals(planMember(withIt, "statusLine", VALUE), { kind: "same" });
    assertEquals(
      textAfter(withIt, planMemberRemoval(withIt, "statusLine")),
      text,
    );
  });
}

Deno.test("planMember() follows the layout, and replaces only the value", () => {
  const text =
    '{\n    "statusLine": {\n        "type": "command"\n    },\n    "a": [1,2]\n}';
  assertEquals(
    textAfter(text, planMember(text, "statusLine", VALUE)),
    '{\n    "statusLine": {\n        "type": "command",\n        "command": "/b/memory-statusline"\n    },\n    "a": [1,2]\n}',
  );
});

Deno.test("planMember() makes settings where there are none", () => {
  for (const text of [null, "", " \n"]) {
    const after = textAfter(text, planMember(text, "a", 1));
    assertEquals(JSON.parse(after), { a: 1 });
  }
});

Deno.test("planMemberRemoval() takes the first, the middle and repeated members", () => {
  const of = (text: string) => textAfter(text, planMemberRemoval(text, "x"));
  assertEquals(of('{"x": 1, "b": 2}'), '{"b": 2}');
  assertEquals(of('{"a": 1, "x": 1, "b": 2}'), '{"a": 1, "b": 2}');
  assertEquals(of('{"x": 1, "a": 1, "x": 2}'), '{"a": 1}');
  assertEquals(planMemberRemoval('{"a": 1}', "x"), { kind: "same" });
  assertEquals(planMemberRemoval(null, "x"), { kind: "same" });
});

Deno.test("planMember() refuses what Claude Code ignores, and says where", () => {
  assertThrows(() => planMember('{"a": 1,}', "x", 1), SyntaxError, "column 8");
  assertThrows(() => planMember("[1]", "x", 1), TypeError, "not an object");
});
