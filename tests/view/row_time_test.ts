import { assertEquals } from "@std/assert";
import { rowMs } from "../../lib/view/row_ms.ts";
import { rowTime } from "../../lib/view/row_time.ts";
import { TIME } from "./_rows.ts";

Deno.test("rowTime() is the millisecond in which the row was made, each one", () => {
  for (let ms = TIME; ms < TIME + 5000; ms++) {
    assertEquals(rowTime({ at: ms * 1e6 }), new Date(ms).toISOString());
  }
});

Deno.test("rowMs() leaves out what is less than a millisecond", () => {
  assertEquals(rowMs({ at: TIME * 1e6 + 999_000 }), TIME);
  assertEquals(rowMs({ at: TIME * 1e6 + 1_000_000 }), TIME + 1);
});

Deno.test("rowTime() is nothing where there is no row, or no such time", () => {
  assertEquals(rowTime(null), null);
  assertEquals(rowTime({ at: 9e30 }), null);
});
