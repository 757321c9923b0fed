import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { until } from "../_support/until.ts";
import { viewerBox } from "./_viewer_box.ts";

const PICTURE = ".graph-picture canvas";

Deno.test("a click on a note in the picture reads it", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Vault");
  const { page } = opened;
  await page.getByText(/^60 notes, \d+ links$/).waitFor();
  const place = await someNote(page);
  await page.mouse.click(place.x, place.y);
  const note = page.getByRole("complementary", { name: "Note" });
  await note.getByText("matters").waitFor();
  const path = decodeURIComponent(page.url().split("#/graph/")[1] ?? "");
  const read = await viewer.box.json(
    `/api/note?path=${encodeURIComponent(path)}`,
  );
  await note.getByRole("heading", { level: 2, name: String(read["title"]) })
    .waitFor();
  // Its text is text: what looks like HTML is shown as it is written.
  await note.getByText('<img src="http://other.example/x.png">').waitFor();
  await opened.picture("note");

  // A link in it leads to the other note.
  const link = note.locator(".markdown a").first();
  const next = decodeURIComponent(await link.getAttribute("href") ?? "");
  await link.click();
  await until(
    "the other note",
    () => decodeURIComponent(page.url()).endsWith(next),
  );
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "detached" });
  assertEquals(opened.problems, []);
});

Deno.test("keys go from note to note, and open one", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Vault");
  const { page } = opened;
  const canvas = page.locator(PICTURE);
  await canvas.waitFor();
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  const first = await canvas.getAttribute("data-chosen") ?? "";
  assertMatch(first, /\.md$/);
  const visited = new Set([first]);
  for (const key of ["ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"]) {
    await page.keyboard.press(key);
    visited.add(await canvas.getAttribute("data-chosen") ?? "");
  }
  assert(visited.size > 1);
  for (const key of ["+", "-", "Shift+ArrowLeft", "0"]) {
    await page.keyboard.press(key);
  }
  const chosen = await canvas.getAttribute("data-chosen");
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Note" })
    .getByText(chosen ?? "?", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await until(
    "the focus is back",
    () => page.evaluate(`document.activeElement?.tagName === "CANVAS"`),
  );
});

Deno.test("the list beside the picture has the same notes", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Vault");
  const { page } = opened;
  const list = page.getByRole("region", { name: "Notes" });
  await list.getByRole("searchbox").fill("customs hou");
  await until(
    "the list is narrowed",
    async () => await list.getByRole("listitem").count() === 5,
  );
  await list.getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Note" })
    .getByText("matters").waitFor();
  assertEquals(
    await list.locator("button[aria-current]").count(),
    1,
  );
});

/** A place in the picture where a note is, by the pointer's look. */
async function someNote(page: Page): Promise<{ x: number; y: number }> {
  const canvas = page.locator(PICTURE);
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("Cannot find a note: there is no picture");
  for (let turn = 0; turn < 20; turn++) {
    for (let step = 0; step < 60; step++) {
      const [angle, reach] = [step * 2.4, Math.sqrt(step / 60) * 0.4];
      const place = {
        x: box.x + box.width / 2 + Math.cos(angle) * reach * box.width,
        y: box.y + box.height / 2 + Math.sin(angle) * reach * box.height,
      };
      await page.mouse.move(place.x, place.y);
      const cursor = await canvas.evaluate((it) =>
        (it as unknown as { style: { cursor: string } }).style.cursor
      );
      const isStill = await canvas.getAttribute("data-still") !== null;
      if (cursor === "pointer" && isStill) return place;
    }
  }
  throw new Error("Cannot find a note in the picture");
}
