import { assertEquals } from "@std/assert";
import { attempt } from "../../lib/frame/attempt.ts";
import { recordedLog } from "../_support/recorded_log.ts";

Deno.test("attempt() gives the step's result, and logs nothing", async () => {
  const log = recordedLog();
  assertEquals(await attempt(log, "work", () => 1, 2), 1);
  assertEquals(await attempt(log, "work", () => Promise.resolve(1), 2), 1);
  assertEquals(log.lines, []);
});

Deno.test("attempt() logs what fails, at once or later, and goes on", async () => {
  const log = recordedLog();
  const fail = () => {
    throw new RangeError("why");
  };
  assertEquals(await attempt(log, "do it", fail, 2), 2);
  assertEquals(
    await attempt(log, "do it", () => Promise.reject(new TypeError("x")), 3),
    3,
  );
  assertEquals(log.lines, [
    "ERROR Cannot do it: RangeError: why",
    "ERROR Cannot do it: TypeError: x",
  ]);
});
