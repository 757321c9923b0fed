import { assertEquals } from "@std/assert";
import { openProgress } from "../../lib/install/progress.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("openProgress() names each step as it begins where somebody looks on", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 0);
  await progress.step("One", () => {
    assertEquals(lines, ["One …\n"]);
    return Promise.resolve();
  });
  assertEquals(await progress.step("Two", () => Promise.resolve(2)), 2);
  assertEquals(lines, ["One …\n", "Two …\n"]);
});

Deno.test("openProgress() says nothing of a short run", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 60_000);
  await progress.step("Quick", () => Promise.resolve());
  assertEquals(lines, []);
});

Deno.test("openProgress() names the step in which a run becomes a long one, and each from there", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 2000);
  await progress.step("Quick", () => Promise.resolve());
  await progress.step("Slow", () => wait(2500));
  await progress.step("Late", () => Promise.resolve());
  assertEquals(lines, ["Slow …\n", "Late …\n"]);
});

Deno.test("openProgress() counts at most once in its interval, and not before one is over", async () => {
  const lines: string[] = [];
  const progress = openProgress((text) => lines.push(text), 0, 2000);
  for (let done = 1; done <= 3; done++) progress.count("Notes", done, null);
  await wait(2500);
  for (let done = 4; done <= 6; done++) progress.count("Notes", done, 9);
  assertEquals(lines, ["Notes: 4 of 9\n"]);
});
