import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { WEAK_TEXTS } from "./_contrast.ts";
import { haveSession, STORY } from "./_history.ts";
import { type ViewerBox, viewerBox } from "./_viewer_box.ts";

/** The fragment of each view, and what tells that it is there. */
const VIEWS = {
  timeline: ["#/timeline", ".row"],
  sessions: ["#/sessions", ".card"],
  story: [`#/session/${STORY}`, ".turn .row"],
  search: ["#/search/tide", ".hit"],
  graph: ["#/graph", "canvas[data-still]"],
  note: [
    `#/graph/${encodeURIComponent("Trade/Harbour.md")}`,
    ".note-panel .markdown",
  ],
  activity: ["#/activity", ".chart .bar"],
  settings: ["#/settings", ".project-table td"],
} as const;

Deno.test("every view can be read in light and dark", async () => {
  await using viewer = await withSessions();
  for (const colorScheme of ["light", "dark"] as const) {
    await using opened = await viewer.open("", { colorScheme });
    for (const [name, [hash, shown]] of Object.entries(VIEWS)) {
      await show(opened.page, hash, shown);
      await opened.picture(`${colorScheme}-${name}`);
      assertEquals(
        await opened.page.evaluate(WEAK_TEXTS),
        [],
        `${name}, ${colorScheme}`,
      );
    }
    assertEquals(opened.problems, []);
  }
});

Deno.test("every view fits a phone: nothing has to be moved sideways, and a finger finds what it can press", async () => {
  await using viewer = await withSessions();
  await using opened = await viewer.open("", {
    viewport: { width: 360, height: 720 },
    hasTouch: true,
    isMobile: true,
  });
  for (const [name, [hash, shown]] of Object.entries(VIEWS)) {
    await show(opened.page, hash, shown);
    await opened.picture(`phone-${name}`);
    assertEquals(await opened.page.evaluate(TOO_WIDE), [], name);
    assertEquals(await opened.page.evaluate(TOO_SMALL), [], name);
  }
  assertEquals(opened.problems, []);
});

Deno.test("a finger opens a note, and another one makes the picture larger", async () => {
  await using viewer = await withSessions();
  await using opened = await viewer.open("", {
    viewport: { width: 360, height: 720 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = opened;
  await show(page, "#/graph", "canvas[data-still]");
  await page.getByRole("button", { name: "Zoom in" }).tap();
  await page.getByRole("button", { name: /^Harbour/ }).first().tap();
  await page.getByRole("complementary", { name: "Note" })
    .getByText("matters").waitFor();
  await page.getByRole("button", { name: "Close the note" }).tap();
  await page.locator(".note-panel").waitFor({ state: "detached" });
});

Deno.test("nothing moves for those who want nothing to move", async () => {
  await using viewer = await withSessions();
  await using opened = await viewer.open("", { reducedMotion: "reduce" });
  const { page } = opened;
  await page.locator(".row").first().waitFor();
  await viewer.box.json("/api/sessions/init", {
    body: {
      contentSessionId: "still-1",
      cwd: "/home/me/x",
      prompt: "Hold still",
    },
  });
  await page.locator(".row.new").getByText("Hold still").first().waitFor();
  assertEquals(
    await page.evaluate("document.getAnimations().length"),
    0,
  );
});

async function withSessions(): Promise<ViewerBox> {
  const viewer = await viewerBox();
  await haveSession(
    viewer.box,
    "other-1",
    "/home/me/a-project-whose-name-is-rather-long/and-it-is-deep/in-many-folders/of-long-names",
  );
  return viewer;
}

async function show(page: Page, hash: string, shown: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(shown).first().waitFor({ state: "attached" });
}

/** Run in the page: what is wider than the window. */
const TOO_WIDE = `(() => {
  const root = document.documentElement;
  if (root.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1)
    .map((it) => it.tagName + "." + it.className).slice(0, 5)
    .concat("the page");
})()`;

/** Run in the page: buttons and links, other than those within a text, that are smaller than WCAG 2.2 wants (2.5.8: 24 pixels). */
const TOO_SMALL =
  `[...document.querySelectorAll("button, nav.views a, select, input")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => !it.matches(".more, .unseen, [type=radio]"))
  .map((it) => [it, it.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([it, box]) => it.className + " " + box.width + "x" + box.height)`;
