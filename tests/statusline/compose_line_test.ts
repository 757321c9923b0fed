import { assert, assertEquals, assertMatch } from "@std/assert";
import { ageText, composeLine } from "../../lib/statusline/compose_line.ts";
import type { Snapshot } from "../../lib/memory/snapshot.ts";

const NOW = new Date("2026-06-05T12:00:00.000Z");

function line(
  total: number,
  busiest: string | null,
  minutes: number | null,
): string {
  const at = new Date(NOW.getTime() - (minutes ?? 0) * 60_000).toISOString();
  const checkpoint: Snapshot["checkpoint"] = minutes === null
    ? null
    : { uid: "0", type: "checkpoint", domain: "", text: "", at };
  return composeLine({ total, busiest, checkpoint }, NOW);
}

Deno.test("composeLine() tells count, domain and checkpoint", () => {
  assertEquals(
    line(128, "acme/x100", 200),
    "memory 128 mem | acme/x100 | cp 3h ago\n",
  );
  assertEquals(line(1, null, null), "memory 1 mem | no checkpoint\n");
  assertEquals(line(0, "acme", 1), "");
});

Deno.test("An age reads in the largest unit that fits", () => {
  const table = [
    [20, "0m"],
    [7 * 60, "7m"],
    [59 * 60 + 59, "59m"],
    [3.5 * 3600, "3h"],
    [(9 * 24 + 2) * 3600, "9d"],
    [-5 * 60, "0m"],
  ] as const;
  for (const [seconds, text] of table) {
    assertEquals(ageText(seconds * 1000), text);
  }
});

Deno.test("composeLine() stays under eighty characters; only the domain gives way", () => {
  const deep = `${"division/".repeat(20)}press`;
  const long = line(1234, deep, 60);
  assertEquals(long.length, 80);
  assertMatch(long, /^memory 1234 mem \| \.\.\.[^ ]+press \| cp 1h ago\n$/);
  for (
    const path of [deep, "😀".repeat(90), `é${"😀".repeat(90)}`, "\n\x1b[31m"]
  ) {
    for (const total of [1, 10 ** 9, 10 ** 20]) {
      const text = line(total, path, 5);
      assert(text.length <= 80 && text.isWellFormed(), text);
      assert(/^[^\p{Cc}]+\n$/u.test(text), text);
      assert(text.endsWith(" | cp 5m ago\n"));
    }
  }
  const huge = Number("9".repeat(20));
  assertEquals(line(huge, "x".repeat(60), null).split(" | ").length, 3);
});
