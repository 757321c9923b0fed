import { assertEquals, assertMatch } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { until } from "../_support/until.ts";
import { haveSession } from "./_history.ts";
import { type ViewerBox, viewerBox } from "./_viewer_box.ts";

Deno.test("the warden's switch and interval reach the store", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Settings");
  const { page } = opened;
  const toggle = page.getByRole("switch", { name: "Warden" });
  await toggle.click();
  await until(
    "the switch is off",
    async () => await toggle.getAttribute("aria-checked") === "false",
  );
  assertEquals(await viewer.box.json("/api/warden"), {
    enabled: false,
    minutes: 20,
  });
  assertEquals(meta(viewer)["warden_enabled"], "0");

  const minutes = page.getByLabel("Minutes between two reminders");
  await minutes.fill("481");
  await page.getByText("A whole number from 1 to 480").waitFor();
  assertEquals(
    await page.getByRole("button", { name: "Save" }).isDisabled(),
    true,
  );
  await minutes.fill("45");
  await minutes.press("Enter");
  await until(
    "the minutes are kept",
    () => meta(viewer)["warden_minutes"] === "45",
  );
  await page.reload();
  await until(
    "they are shown",
    async () => await minutes.inputValue() === "45",
  );
  assertEquals(await toggle.getAttribute("aria-checked"), "false");
  assertEquals(opened.problems, []);
});

Deno.test("a purge says how much goes, and goes no further than it says", async () => {
  await using viewer = await viewerBox();
  await haveSession(viewer.box, "other-1", "/home/me/lighthouse");
  await using opened = await viewer.open("Settings");
  const { page } = opened;
  const purge = page.getByRole("region", { name: "Purge" });
  assertEquals(await purge.getByRole("button").isDisabled(), true);
  await purge.getByRole("combobox").selectOption({
    label: "lighthouse (/home/me/lighthouse)",
  });
  await purge.getByRole("button", { name: "Purge lighthouse" }).click();
  const dialog = page.getByRole("dialog", { name: "Purge lighthouse?" });
  await dialog.getByText("1 session, 2 prompts, 6 observations").waitFor();
  await opened.picture("purge");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assertEquals(await projects(viewer), ["harbour", "lighthouse"]);

  await purge.getByRole("button", { name: "Purge lighthouse" }).click();
  await dialog.getByRole("button", { name: "Purge" }).click();
  await page.getByRole("status").getByText("Purged 1 session").waitFor();
  await page.getByRole("region", { name: "Projects" }).getByText("lighthouse")
    .first().waitFor({ state: "detached" });
  assertEquals(await projects(viewer), ["harbour"]);
});

Deno.test("a session is purged from its own page, and what is older by a day", async () => {
  await using viewer = await viewerBox();
  await haveSession(viewer.box, "other-1", "/home/me/lighthouse");
  await using opened = await viewer.open("Sessions");
  const { page } = opened;
  await page.getByRole("link", { name: /lighthouse/ }).click();
  await page.getByRole("button", { name: "Purge this session" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 prompts and 6 observations").waitFor();
  await dialog.getByRole("button", { name: "Purge" }).click();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  await until(
    "one session is left",
    async () => await page.locator(".card").count() === 1,
  );

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const purge = page.getByRole("region", { name: "Purge" });
  await purge.getByLabel("What is older than a day").check();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString()
    .slice(0, 10);
  await purge.getByLabel("Older than", { exact: true }).fill(tomorrow);
  await purge.getByRole("button", { name: /^Purge all before/ }).click();
  await dialog.getByRole("button", { name: "Purge" }).click();
  await until(
    "nothing is left",
    async () => (await projects(viewer)).length === 0,
  );
});

Deno.test("what is exported can be imported again, once", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Settings");
  const { page } = opened;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const path = await download.path();
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  assertEquals(lines.length > 8, true);
  await viewer.box.json("/api/purge", {
    body: { project: "/home/me/harbour", confirm: true },
  });
  await page.getByLabel("File to import").setInputFiles(path);
  await page.getByRole("status").getByText(/^Imported [1-9]/).waitFor();
  assertEquals(await projects(viewer), ["harbour"]);
  await page.getByLabel("File to import").setInputFiles(path);
  await page.getByRole("status").getByText(/^Imported 0 records/).waitFor();
});

Deno.test("the chain is checked when it is asked for, and a changed row is told of", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Activity");
  const { page } = opened;
  const chain = page.getByRole("region", { name: "Chain" });
  await chain.getByRole("button", { name: "Verify" }).click();
  await chain.getByText(/^Whole: \d+ rows checked/).waitFor();
  await opened.picture("activity");
  using db = new DatabaseSync(`${viewer.box.daemon.places.store}/store.sqlite`);
  db.exec(
    "UPDATE rows SET payload = replace(payload, 'tide', 'tids') WHERE seq = 1",
  );
  await chain.getByRole("button", { name: "Verify" }).click();
  await chain.getByText(/^Broken: /).waitFor();
  assertMatch(await chain.getAttribute("class") ?? "", /bad/);
});

function meta({ box }: ViewerBox): Record<string, string> {
  using db = new DatabaseSync(`${box.daemon.places.store}/store.sqlite`, {
    readOnly: true,
  });
  return Object.fromEntries(
    db.prepare("SELECT key, value FROM meta").all()
      .map((row) => [String(row["key"]), String(row["value"])]),
  );
}

async function projects({ box }: ViewerBox): Promise<string[]> {
  const { projects } = await box.json("/api/projects");
  return (projects as { name: string }[]).map(({ name }) => name).sort();
}
