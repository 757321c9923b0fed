import { assertEquals } from "@std/assert";
import { seenOf } from "../../lib/observe/seen_of.ts";

const PASS_OVER = { skipTools: [], own: [] };

/** What is seen of an answer, and how often something was redacted. */
function seen(tool: string, answer: unknown): [unknown, number] {
  let times = 0;
  const found = seenOf(
    { tool, input: {}, answer, outcome: "success", cwd: "/shop" },
    (value) => {
      times++;
      return value;
    },
    PASS_OVER,
  );
  return [found?.answer, times];
}

Deno.test("nothing is redacted where an answer has no text but the name of a kind", () => {
  assertEquals(seen("Write", { type: "create", content: "x" }), [
    {
      type: "create",
      changed: true,
      patched: false,
      added: 0,
      removed: 0,
      text: "",
    },
    0,
  ]);
  const [, times] = seen("Read", { type: "text", file: { numLines: 3 } });
  assertEquals(times, 0);
});

Deno.test("whatever else an answer says is redacted", () => {
  for (
    const [tool, answer] of [
      ["Write", { type: "akia" }],
      ["Read", { type: "secret" }],
      ["Read", { type: "text", file: { numLines: "secret" } }],
      ["Edit", { structuredPatch: [{ lines: ["+secret"] }] }],
      ["Bash", { stdout: "secret" }],
      ["Bash", { secret: 1 }],
      ["Bash", "text"],
    ] as const
  ) assertEquals(seen(tool, answer)[1], 1, JSON.stringify(answer));
});
