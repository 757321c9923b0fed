import { assertEquals } from "@std/assert";
import { readLines, type Source } from "../../lib/mcp/line_reader.ts";

/** Gives some texts, each in pieces of some bytes. */
function source(text: string, bytes: number): Source {
  let rest = new TextEncoder().encode(text);
  return {
    read(into) {
      if (rest.length === 0) return Promise.resolve(null);
      const count = Math.min(bytes, rest.length, into.length);
      into.set(rest.subarray(0, count));
      rest = rest.slice(count);
      return Promise.resolve(count);
    },
  };
}

Deno.test("lines come whole, however they are cut", async () => {
  const text = "one\n\nzwei äöü 日本語 🙂\r\nlast";
  for (const bytes of [1, 2, 3, 7, 1000]) {
    assertEquals(
      await Array.fromAsync(readLines(source(text, bytes), 1000)),
      ["one", "", "zwei äöü 日本語 🙂\r", "last"],
    );
  }
});

Deno.test("a line that is too long is told of, and the next one is read", async () => {
  const text = `${"x".repeat(50)}\nshort\n${"y".repeat(11)}`;
  for (const bytes of [1, 8, 1000]) {
    assertEquals(
      await Array.fromAsync(readLines(source(text, bytes), 10)),
      [null, "short", null],
    );
  }
});

Deno.test("bytes that are no UTF-8 are replaced", async () => {
  let isRead = false;
  const bad: Source = {
    read(into) {
      if (isRead) return Promise.resolve(null);
      isRead = true;
      into.set([0x61, 0xff, 0x62, 0x0a]);
      return Promise.resolve(4);
    },
  };
  assertEquals(await Array.fromAsync(readLines(bad, 10)), ["a\ufffdb"]);
});
