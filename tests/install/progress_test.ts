import { assertEquals } from "@std/assert";
import { openProgress } from "../../lib/install/progress.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("openProgress() names only a step that takes long", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 50);
  assertEquals(await progress.step("Quick", () => Promise.resolve(1)), 1);
  await progress.step("Slow", () => wait(150));
  assertEquals(lines, ["Slow …\n"]);
});

Deno.test("openProgress() counts at most once in its interval, and not before one is over", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 50);
  for (let done = 1; done <= 3; done++) progress.count("Notes", done, null);
  await wait(80);
  for (let done = 4; done <= 6; done++) progress.count("Notes", done, 9);
  assertEquals(lines, ["Notes: 4 of 9\n"]);
});
