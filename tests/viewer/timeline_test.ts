import { assertEquals, assertMatch } from "@std/assert";
import { until } from "../_support/until.ts";
import { haveSession, STORY } from "./_history.ts";
import { jumpToEnd } from "./_jump_to_end.ts";
import { viewerBox } from "./_viewer_box.ts";

Deno.test("the timeline shows what happened, latest first, and narrows it", async () => {
  await using viewer = await viewerBox();
  await haveSession(viewer.box, "other-1", "/home/me/lighthouse");
  await using opened = await viewer.open();
  const { page } = opened;
  const rows = page.locator(".row");
  await rows.first().waitFor();
  const times = await page.locator(".row time").evaluateAll((all) =>
    all.map((it) => it.getAttribute("datetime") ?? "")
  );
  assertEquals(times, [...times].sort().reverse());
  const all = await rows.count();
  await page.getByLabel("Project").selectOption({ label: "lighthouse" });
  await until("one project", async () => await rows.count() < all);
  assertEquals(await page.locator(".row a", { hasText: "harbour" }).count(), 0);
  assertMatch(page.url(), /project=/);
  await page.getByLabel("Show").selectOption("prompt");
  await until("prompts alone", async () => await rows.count() === 2);
  await page.reload();
  await until("the same after a reload", async () => await rows.count() === 2);
  assertEquals(opened.problems, []);
});

Deno.test("what happens appears at once", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator(".row").first().waitFor();
  const before = opened.requests.length;
  await viewer.box.json("/api/sessions/init", {
    body: {
      contentSessionId: "live-1",
      cwd: "/home/me/pilot",
      prompt: "Where does the pilot boat lie tonight?",
    },
  });
  await page.locator(".row.new").getByText("pilot boat lie tonight").first()
    .waitFor();
  // It is said at once, or counted where the summary of an earlier session came just before it.
  await page.getByRole("status").getByText(
    /^(New prompt in pilot|\d+ more came)$/,
  ).waitFor();
  // It came through the open stream: nothing was asked for again.
  assertEquals(opened.requests.length, before);
  await opened.picture("live");
});

Deno.test("a worker that ends is missed, and followed again when it is back", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  await page.getByText("Live", { exact: true }).waitFor();
  await viewer.restart(async () => {
    await page.getByText("Not connected").waitFor();
  });
  await viewer.box.json("/api/sessions/init", {
    body: {
      contentSessionId: "back-1",
      cwd: "/home/me/x",
      prompt: "Back again",
    },
  });
  await page.getByText("Live", { exact: true }).waitFor();
  // It may be summed up already, and then stand in several places.
  await page.locator(".row").getByText("Back again").first().waitFor();
});

Deno.test("older items come when they are asked for", async () => {
  await using viewer = await viewerBox();
  for (let at = 0; at < 70; at++) {
    await viewer.box.json("/api/sessions/observations", {
      body: {
        contentSessionId: "many-1",
        cwd: "/home/me/many",
        tool_name: "Bash",
        tool_input: { command: `make part-${at}` },
        tool_response: { stdout: `part ${at} is made` },
        tool_use_id: `use-${at}`,
      },
    });
  }
  await using opened = await viewer.open();
  const { page } = opened;
  const rows = page.locator(".row");
  const commands = page.locator(".row.of-command");
  await until("a page", async () => await rows.count() >= 60);
  assertEquals(await commands.count() < 70, true);
  // What somebody is about to click stays where it is when it has come into view.
  assertEquals(await page.evaluate(jumpToEnd), 0);
  await page.getByRole("button", { name: "Load older" }).click();
  await until("all of them", async () => await commands.count() > 70);
  const addresses = await rows.evaluateAll((all) =>
    all.map((it) => it.getAttribute("data-address"))
  );
  assertEquals(new Set(addresses).size, addresses.length);
  await page.getByRole("button", { name: "Load older" }).waitFor({
    state: "detached",
  });
  // Whoever was shown them goes on being shown them when all is loaded anew, as after the worker was away.
  const again = page.waitForResponse(/\/api\/timeline\?/);
  await viewer.restart(() => page.getByText("Not connected").waitFor());
  await (await again).finished();
  await viewer.box.json("/api/sessions/init", {
    body: { contentSessionId: "many-2", cwd: "/home/me/x", prompt: "And now?" },
  });
  await page.locator(".row").getByText("And now?").first().waitFor();
  assertEquals(await commands.count() > 70, true);
  assertEquals(
    await page.getByRole("button", { name: "Load older" }).count(),
    0,
  );
});

Deno.test("an observation that is deleted is gone, in the page and for the API", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page } = opened;
  const row = page.locator(".row.of-command", { hasText: "deno test" });
  await row.waitFor();
  const address = await row.getAttribute("data-address") ?? "";
  const [kind, id] = address.split(":");
  const api = `/api/${kind}/${id}`;
  assertEquals(kind, "observation");
  await row.hover();
  await row.getByRole("button", { name: "Delete this observation" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("cannot be undone").waitFor();
  await opened.picture("delete");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assertEquals((await viewer.box.json(api))["address"], address);

  await row.getByRole("button", { name: "Delete this observation" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.locator(`[data-address="${address}"]`).waitFor({
    state: "detached",
  });
  const response = await viewer.box.ask(api);
  await response.body?.cancel();
  assertEquals(response.status, 404);
  const { items } = await viewer.box.json("/api/search?query=deno");
  assertEquals(
    (items as { address: string }[]).filter((it) => it.address === address),
    [],
  );
});

Deno.test("a session is told as a story: asked, done, answered", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open("Sessions");
  const { page } = opened;
  await page.getByRole("link", { name: /low water an hour late/ }).click();
  await page.getByRole("heading", { level: 1, name: /low water/ }).waitFor();
  assertMatch(page.url(), new RegExp(STORY));
  const turns = page.locator(".turn");
  assertEquals(await turns.count(), 2);
  assertMatch(await turns.nth(0).innerText(), /Prompt 1[^]*tide_table\.ts/);
  assertMatch(await turns.nth(1).innerText(), /Prompt 2[^]*Web/);
  await page.getByRole("region", { name: "Last answer" })
    .getByText("heading says that all times are UTC").waitFor();
  await opened.picture("story");
  assertEquals(opened.problems, []);
});
