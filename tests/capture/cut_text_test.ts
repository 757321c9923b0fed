import { assert, assertEquals, assertMatch } from "@std/assert";
import { cutText } from "../../lib/capture/cut_text.ts";

const MARK = /… \[cut: (\d+) characters\]$/;

function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}

Deno.test("cutText() leaves what fits", () => {
  for (const text of ["", "abc", "é".repeat(49), "\u0000".repeat(16)]) {
    assertEquals(cutText(text, 100), text);
  }
  assertEquals(cutText("a".repeat(98), 100), "a".repeat(98));
});

Deno.test("cutText() cuts what does not, whatever it is made of, and tells how much", () => {
  for (
    const unit of [
      "a",
      "é",
      "日",
      "🎉",
      "\u0000",
      '"',
      "\\",
      "\n",
      "\ud83c",
      "\\u0",
    ]
  ) {
    for (let extra = 0; extra < 14; extra++) {
      const text = "x".repeat(extra) + unit.repeat(300);
      const cut = cutText(text, 256);
      assert(jsonBytes(cut) <= 256, `${jsonBytes(cut)} bytes`);
      const [mark = "", count] = MARK.exec(cut) ?? [];
      const kept = cut.slice(0, -mark.length);
      assertEquals(kept, text.slice(0, kept.length));
      assertEquals(Number(count), text.length - kept.length);
      // Nothing is given away: the next character would have been too many.
      assert(jsonBytes(cut) > 256 - 64, `${jsonBytes(cut)} bytes`);
    }
  }
});

Deno.test("cutText() cuts no character in half", () => {
  for (let extra = 0; extra < 8; extra++) {
    const cut = cutText("x".repeat(extra) + "🎉".repeat(300), 256);
    assert(cut.isWellFormed());
    assertMatch(cut, MARK);
  }
});
