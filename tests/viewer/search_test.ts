import { assertEquals, assertMatch } from "@std/assert";
import { until } from "../_support/until.ts";
import { viewerBox } from "./_viewer_box.ts";

Deno.test("a slash goes to the search, which finds as somebody types, by kind", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Activity");
  const { page } = opened;
  await page.keyboard.press("/");
  await page.keyboard.type("tide");
  await page.getByRole("heading", { name: "Search" }).waitFor();
  for (const kind of ["Notes", "Prompts", "Observations"]) {
    await page.getByRole("heading", { name: new RegExp(`^${kind} \\d+$`) })
      .waitFor();
  }
  await page.locator("mark", { hasText: "tide" }).first().waitFor();
  await opened.picture("search");

  // More letters narrow it, without a step in the history for each.
  await page.keyboard.type(" low wat");
  const prompts = page.locator(".hit", { hasText: "low water" });
  await until(
    "the prompt alone",
    async () =>
      await page.locator(".hit").count() === await prompts.count() &&
      await prompts.count() > 0,
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /low water/ }).waitFor();
  assertMatch(page.url(), /item=/);
  await page.locator(".target").first().waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Search" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  assertEquals(opened.problems, []);
});

Deno.test("nothing found is said, and Escape leaves the search", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Settings");
  const { page } = opened;
  await page.getByRole("searchbox", { name: "Search" }).fill("zzyzx");
  await page.getByRole("heading", { name: "Nothing found for" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).press("Escape");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  assertEquals(
    await page.getByRole("searchbox", { name: "Search" }).inputValue(),
    "",
  );
});

Deno.test("what looks like syntax is searched as words", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  for (const words of ['"tide', "tide*)(", "tide NEAR/2 [a](b)", "\\^tide$"]) {
    await page.getByRole("searchbox", { name: "Search" }).fill(words);
    await until("it is searched", () => page.url().includes("#/search/"));
    await page.locator(".hit, .empty").first().waitFor();
  }
  assertEquals(opened.problems, []);
});
