import { assert, assertEquals } from "@std/assert";
import {
  findClosingMarks,
  findOpeningMarks,
} from "../../lib/guard/find_marks.ts";
import { WRITERS } from "../../lib/mcp/writers.ts";

const [NOTE] = WRITERS;

function closingIn(content: string): string | null {
  assert(NOTE !== undefined);
  return findClosingMarks(NOTE, { content })[0]?.tag ?? null;
}

/** The pattern that says what is looked for. */
const names = Object.keys(NOTE?.inputSchema.properties ?? {}).join("|");
const CLOSING = new RegExp(
  `</(?:${
    ["an", "tml"].join("")
  }:)?(?:parameter|invoke|function_calls|${names})>`,
  "i",
);

Deno.test("findClosingMarks() finds what the pattern finds, whatever surrounds it", () => {
  const words = [
    "<",
    "/",
    ">",
    "</",
    "</ ",
    " ",
    "content",
    "CONTENT",
    "contents",
    "invoke",
    "Tags",
    `${["an", "tml"].join("")}:`,
    "x".repeat(120),
    "é",
    "\n",
  ];
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let found = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from(
      { length: 1 + next(9) },
      () => words[next(words.length)],
    ).join("");
    const tag = CLOSING.exec(text)?.[0] ?? null;
    if (tag !== null) found++;
    assertEquals(closingIn(text), tag, text);
  }
  assert(found > 50, `${found}`);
});

Deno.test("findClosingMarks() takes time in proportion to the text", () => {
  const long = "</".repeat(500_000);
  for (const text of [long, `${long}>`, `>${long}`, "</x>".repeat(250_000)]) {
    const started = performance.now();
    assertEquals(closingIn(text), null);
    // In proportion to its square it would be minutes.
    assert(performance.now() - started < 5000);
  }
});

Deno.test("findOpeningMarks() names what it found", () => {
  assertEquals(
    findOpeningMarks({
      a: "x parameter name=y",
      b: "1 < 2",
      c: "a = b",
      d: "",
    }),
    [{ parameter: "a", tag: "parameter name=" }],
  );
});
