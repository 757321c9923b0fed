import { assertEquals } from "@std/assert";
import { decoded } from "../lib/decoded.ts";

const TEXTS = [
  "",
  "a",
  "abc",
  "abcd",
  "abcde\n\0\x7f",
  "é",
  "abcdé",
  "abcdefghi€",
  "😀abc",
  "\ufeffabc",
  "x".repeat(20_000),
  `${"x".repeat(20_000)}é`,
];

Deno.test("decoded() makes of bytes what TextDecoder makes of them", () => {
  for (const text of TEXTS) {
    const bytes = new TextEncoder().encode(text);
    const expected = new TextDecoder().decode(bytes);
    assertEquals(decoded(bytes), expected);
    // Part of a buffer, with what was read before behind it.
    const buffer = new Uint8Array(bytes.length + 9).fill(0xff);
    buffer.set(bytes);
    assertEquals(decoded(buffer.subarray(0, bytes.length)), expected);
    buffer.fill(0xff).set(bytes, 3);
    assertEquals(decoded(buffer.subarray(3, bytes.length + 3)), expected);
  }
  assertEquals(decoded(new Uint8Array([0x61, 0xff, 0x62])), "a\ufffdb");
});
