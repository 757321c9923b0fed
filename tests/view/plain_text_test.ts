import { assert, assertEquals } from "@std/assert";
import { plainJson, plainText } from "../../lib/view/plain_text.ts";

/** What a terminal obeys, or what makes a line other than it is. */
const UNSAFE: readonly (readonly [string, string, string])[] = [
  ["an escape sequence", "\x1b[31m", "\\x1b[31m"],
  ["the short form of an escape sequence", "\x9b31m", "\\x9b31m"],
  ["a title", "\x1b]0;owned\x07", "\\x1b]0;owned\\x07"],
  ["a line end", "a\r\nb", "a\\x0d\\x0ab"],
  ["a backspace and a delete", "a\b\x7f", "a\\x08\\x7f"],
  ["a NUL", "\0", "\\x00"],
  ["letters in the other direction", "\u202etxt.exe", "\\u202etxt.exe"],
  ["an isolate", "\u2066a\u2069", "\\u2066a\\u2069"],
  ["a line separator", "\u2028", "\\u2028"],
  ["half a surrogate pair", "\ud83d!", "\\ud83d!"],
  ["the other half", "!\ude00", "!\\ude00"],
];

for (const [what, text, shown] of UNSAFE) {
  Deno.test(`plainText() shows ${what} as its code`, () => {
    assertEquals(plainText(text), shown);
  });
}

Deno.test("plainText() leaves what is only to be read", () => {
  const text = 'Grüße, 日本 😀 "quoted" \\x1b ~ é';
  assertEquals(plainText(text), text);
});

Deno.test("plainJson() reads back as it was, and does nothing to a terminal", () => {
  const value = Object.fromEntries(UNSAFE.map(([what, text]) => [what, text]));
  const json = plainJson({ ...value, "\x9b": "日本" });
  assertEquals(JSON.parse(json), { ...value, "\x9b": "日本" });
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x1f\x7f-\x9f\u2028\u202e\u2066]/.test(json));
  assert(json.includes("日本"));
});
