import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserPage } from "./_browser.ts";
import { viewerBox } from "./_viewer_box.ts";

Deno.test("the link's token goes out of the address, and stays in the tab", async () => {
  await using viewer = await viewerBox();
  await using opened = await viewer.open();
  const { page, problems } = opened;
  assertEquals(new URL(page.url()).hash.includes("token"), false);
  await page.reload();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  assertEquals(
    await page.evaluate("localStorage.length + document.cookie.length"),
    0,
  );
  assertEquals(problems, []);
});

Deno.test("without a token, and with one that is not good, the page says how it is opened", async () => {
  await using viewer = await viewerBox({ isEmpty: true });
  await using opened = await browserPage();
  const { page } = opened;
  await page.goto(viewer.url);
  await page.getByRole("heading", { name: "Open it by its link" }).waitFor();
  await page.getByText("deno run -A install.ts --viewer").waitFor();
  assertEquals(opened.requests.filter((it) => it.includes("/api/")), []);
  await page.goto("about:blank");
  await page.goto(`${viewer.url}#token=${"0".repeat(64)}`);
  await page.getByRole("heading", { name: "no longer good" }).waitFor();
  assertEquals(await page.getByRole("navigation").count(), 0);
});

Deno.test("nothing recorded: the page says how that is turned on", async () => {
  await using viewer = await viewerBox({ isEmpty: true });
  await using opened = await viewer.open();
  const { page } = opened;
  for (const view of ["Timeline", "Sessions", "Activity"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await page.getByRole("heading", { name: "Nothing recorded yet" }).waitFor();
    await page.getByText("deno run -A install.ts --capture").waitFor();
  }
  await page.getByRole("link", { name: "Vault", exact: true }).click();
  await page.getByRole("heading", { name: "No notes to draw yet" }).waitFor();
  await opened.picture("nothing-recorded");
  assertEquals(opened.problems, []);
});

Deno.test("the page asks nobody but its own worker, whatever stands in a text, and runs no script but its own", async () => {
  await using viewer = await viewerBox();
  const evil = `<img src="http://other.example/a.png" onerror="alert(1)">
<script>document.title = "taken"</script> ![x](http://other.example/b.png) [c](javascript:alert(2))`;
  await Deno.writeTextFile(
    `${viewer.box.daemon.box.vault}/Trade/Harbour.md`,
    `# Harbour\n\n${evil}\n`,
  );
  await viewer.box.json("/api/sessions/init", {
    body: { contentSessionId: "evil-1", cwd: "/home/me/evil", prompt: evil },
  });
  await using opened = await viewer.open();
  const { page, requests, problems } = opened;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  await page.getByText("onerror").first().waitFor();
  for (const view of ["Sessions", "Activity", "Settings", "Vault"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: view }).waitFor();
  }
  await page.getByRole("button", { name: /^Harbour/ }).first().click();
  const note = page.getByRole("complementary", { name: "Note" });
  await note.getByText("onerror").waitFor();
  assertEquals(
    await page.locator("main img, main script, main iframe").count(),
    0,
  );
  assertEquals(await note.locator("a[href^=javascript]").count(), 0);
  assertMatch(await page.title(), /^Vault/);
  assertEquals(dialogs, []);
  assert(requests.length > 5);
  assertEquals(requests.filter((it) => !it.startsWith(viewer.url)), []);
  // The page's own rules forbid what it does not need.
  await page.evaluate(`fetch("http://other.example/").catch(() => {})`);
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'taken'" }))`,
  );
  assertMatch(await page.title(), /^Vault/);
  assertEquals(
    problems.filter((it) =>
      !/Content Security Policy|Failed to fetch/.test(it)
    ),
    [],
  );
});
