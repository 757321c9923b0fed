import { assertEquals } from "@std/assert";
import { readFlags } from "../../lib/frame/flags.ts";
import { recordedLog } from "../_support/recorded_log.ts";

Deno.test("readFlags() takes both spellings, the last one counts", () => {
  const log = recordedLog();
  const flags = readFlags(
    ["--domain", "a", "--budget=5", "x", "--domain=b=c", "--budgets", "9"],
    log,
  );
  assertEquals(flags.text("domain"), "b=c");
  assertEquals(flags.text("budget"), "5");
  assertEquals(flags.text("quiet-minutes"), null);
  assertEquals(readFlags(["--domain"], log).text("domain"), "");
});

Deno.test("readFlags() gives a number in its range, and says so of any other", () => {
  const log = recordedLog();
  const { lines } = log;
  const number = (value: string): number | null =>
    readFlags(["--n", value], log).number("n", 0, 480);
  assertEquals(["0", "1.5", "480", " 7 "].map(number), [0, 1.5, 480, 7]);
  assertEquals(lines, []);
  const wrong = ["", " ", "soon", "-1", "481", "NaN", "Infinity", "1m"];
  assertEquals(wrong.map(number), wrong.map(() => null));
  assertEquals(lines.length, wrong.length);
  assertEquals(readFlags([], log).number("n", 0, 1), null);
  assertEquals(lines.length, wrong.length);
});
