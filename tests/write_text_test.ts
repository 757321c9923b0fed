import { assertEquals, assertThrows } from "@std/assert";
import { writeText } from "../lib/write_text.ts";

Deno.test("writeText() writes all of a text where only a part is taken at a time", () => {
  const taken: number[] = [];
  writeText({
    writeSync(bytes) {
      const part = bytes.subarray(0, 3);
      taken.push(...part);
      return part.length;
    },
  }, "grüße\n");
  assertEquals(new TextDecoder().decode(Uint8Array.from(taken)), "grüße\n");
});

Deno.test("writeText() throws when nobody reads", () => {
  const to = {
    writeSync(): number {
      throw new Deno.errors.BrokenPipe("gone");
    },
  };
  assertThrows(() => writeText(to, "x"), Deno.errors.BrokenPipe);
});
