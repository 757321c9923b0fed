import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { until } from "../_support/until.ts";
import { viewerBox } from "./_viewer_box.ts";

/** What has the focus, by the name that it is told by. */
const FOCUSED = `(() => {
  const it = document.activeElement;
  return it.getAttribute("aria-label") ?? it.innerText?.trim().split("\\n")[0] ?? it.tagName;
})()`;

Deno.test("Tab goes through the page from its top, and shows where it is", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  await page.locator(".row").first().waitFor();
  const walked: string[] = [];
  for (let at = 0; at < 8; at++) {
    await page.keyboard.press("Tab");
    walked.push(await page.evaluate<string>(FOCUSED));
    assertEquals(
      await page.evaluate(
        `getComputedStyle(document.activeElement).outlineStyle !== "none"`,
      ),
      true,
      walked.at(-1) ?? "",
    );
  }
  assertEquals(walked, [
    "Skip to the content",
    "Memory",
    "Search",
    "Timeline",
    "Sessions",
    "Vault",
    "Activity",
    "Settings",
  ]);
  // What a pointer sees when it is over a row, the focus shows as well.
  const remove = page.locator(".row.of-command .delete").first();
  await remove.focus();
  // A row that comes in above it takes its place as the first, not its focus.
  await page.evaluate("globalThis.removing = document.activeElement");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  assertEquals(
    await page.evaluate(
      "document.activeElement === globalThis.removing && document.activeElement.matches('.row .delete')",
    ),
    true,
  );
  assertEquals(
    await page.evaluate("getComputedStyle(document.activeElement).opacity"),
    "1",
  );
});

Deno.test("the link at the top skips to the content", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  await page.locator(".row").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assertEquals(await page.evaluate("document.activeElement.id"), "main");
  assert(page.url().endsWith(viewer.url) || page.url().includes("#/"));
  await page.keyboard.press("Tab");
  assertEquals(
    await page.evaluate("document.activeElement.closest('main') !== null"),
    true,
  );
});

Deno.test("a dialog keeps the focus, and gives it back", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  const remove = page.locator(".row.of-command .delete").first();
  await remove.focus();
  // Others may come before it meanwhile.
  await page.evaluate("document.activeElement.dataset.mark = 'here'");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    assertEquals(
      await page.evaluate("document.activeElement.closest('dialog') !== null"),
      true,
      key,
    );
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assertEquals(
    await page.evaluate("document.activeElement.dataset.mark"),
    "here",
  );
});

Deno.test("all can be done with keys: another view, a session, the switch", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  await tabTo(page, "Sessions");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
  await page.locator(".card").first().waitFor();
  await tabTo(page, /low water/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /low water/ }).waitFor();
  await page.locator("nav.views a").last().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("switch").waitFor();
  await tabTo(page, "Warden");
  await page.keyboard.press("Space");
  await until(
    "the switch is off",
    async () =>
      await page.getByRole("switch").getAttribute("aria-checked") === "false",
  );
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let at = 0; at < 60; at++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate<string>(FOCUSED);
    if (typeof name === "string" ? now === name : name.test(now)) return;
  }
  throw new Error(`Cannot reach ${name} with 60 tabs`);
}
