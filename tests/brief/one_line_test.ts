import { assert, assertEquals } from "@std/assert";
import { oneLine } from "../../lib/brief/one_line.ts";

Deno.test("oneLine() folds white space and control characters", () => {
  assertEquals(
    oneLine("  a\r\n\tb \u00A0\u2028 c\0\x1b[31m ", 100),
    "a b c [31m",
  );
  assertEquals(
    oneLine("\n\n## Not a heading\n- nor an item", 100),
    "## Not a heading - nor an item",
  );
  assertEquals(oneLine("", 10), "");
  assertEquals(oneLine(" \n ", 10), "");
});

Deno.test("oneLine() leaves what fits as it is", () => {
  assertEquals(oneLine("1234567890", 10), "1234567890");
  assertEquals(oneLine("😀😀😀😀😀", 10), "😀😀😀😀😀");
  assertEquals(oneLine("[[a]] b", 10), "[[a]] b");
});

Deno.test("oneLine() cuts with an ellipsis that counts", () => {
  assertEquals(oneLine("12345678901", 10), "123456789…");
  assertEquals(oneLine("1234567 901", 9), "1234567…");
  assertEquals(oneLine("ab", 1), "…");
});

Deno.test("oneLine() cuts no surrogate pair", () => {
  assertEquals(oneLine("😀😀😀", 5), "😀😀…");
  assertEquals(oneLine("😀😀😀", 4), "😀…");
  assertEquals(oneLine("a😀😀😀", 4), "a😀…");
  assertEquals(oneLine("😀😀", 2), "…");
});

Deno.test("oneLine() cuts no wikilink", () => {
  assertEquals(
    oneLine("see [[A long note]] for more", 28),
    "see [[A long note]] for more",
  );
  assertEquals(
    oneLine("see [[A long note]] for more", 27),
    "see [[A long note]] for mo…",
  );
  for (let units = 6; units < 20; units++) {
    assertEquals(
      oneLine("see [[A long note]] for more", units),
      "see…",
      `${units}`,
    );
  }
  assertEquals(
    oneLine("see [[A long note]] for more", 20),
    "see [[A long note]]…",
  );
  assertEquals(oneLine("[[A long note]]", 8), "…");
  assertEquals(oneLine("a [[b]] c [[d]] e", 12), "a [[b]] c…");
});

Deno.test("oneLine() keeps every promise at once, whatever the text and the limit", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const pieces = [
    "a",
    "é",
    "😀",
    "👩‍👩‍👧",
    "[[",
    "]]",
    " ",
    "\n",
    "日本",
    "[",
    "]",
    "|",
    "word",
  ];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from(
      { length: random(40) },
      () => pieces[random(pieces.length)],
    ).join("");
    const units = 1 + random(60);
    const line = oneLine(text, units);
    const label = JSON.stringify({ text, units, line });
    assert(line.length <= units, label);
    assert(!/[\n\r\t]| {2}|^ | $/.test(line), label);
    assert(line.isWellFormed(), label);
    if (!line.endsWith("…")) continue;
    const start = line.slice(0, -1);
    const folded = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    assert(folded.startsWith(start), label);
    // A link holds no "[[", so what opens again before it closes is none.
    const open = start.lastIndexOf("[[");
    const link = open < 0
      ? null
      : /^\[\[((?!\[\[)[^])*?\]\]/.exec(folded.slice(open));
    const inside = link !== null && open + link[0].length > start.length;
    assert(!inside, label);
  }
});

Deno.test("oneLine() takes a title of any length", () => {
  const started = performance.now();
  assertEquals(oneLine("x".repeat(20_000_000), 120).length, 120);
  assertEquals(oneLine(" ".repeat(20_000_000), 120), "");
  assertEquals(oneLine("[[".repeat(5_000_000), 120).length <= 120, true);
  // Quadratic time takes hours here; a slow machine does not.
  assert(performance.now() - started < 60_000);
});
