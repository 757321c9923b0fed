import {
  assert,
  assertEquals,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { exists } from "../../lib/private_file.ts";
import {
  projectFile,
  readProjectFile,
} from "../../lib/summary/project_file.ts";
import { textsBelow } from "../_support/files_below.ts";
import { SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { daemonBox, untilStored } from "../daemon/_daemon.ts";
import { assertSilent, briefOf, messageOf } from "../hooks/_answer.ts";
import { journalText } from "../hooks/_state.ts";
import { ask } from "../memory/_ask.ts";
import { generated, modelServer } from "./_model.ts";
import { play, type Turn, untilTold } from "./_turns.ts";

function turns(project: string): Turn[] {
  return [
    {
      prompt: "Make the basket faster",
      writes: `${project}/src/basket.ts`,
      answer: "I replaced the list by a map, because it was searched often.",
    },
    { prompt: "Write a test for it", runs: "deno test -A", answer: "Done." },
    {
      prompt: "yes",
      answer: "I chose a table of cases. The price service still needs a test.",
    },
  ];
}

Deno.test("Three turns, a daemon that is killed: the summary is there after the next start, and the next session is told", async () => {
  await using daemon = await daemonBox();
  const { box } = daemon;
  const first = await daemon.listening();
  await play(daemon, turns(box.project));
  await untilStored(daemon.places, 8);
  first.kill("SIGKILL");
  await first.result;
  await daemon.listening();
  const { last, name, sessions, observations } = await untilTold(
    daemon,
    box.project,
    ({ last }) => last?.decided.includes("table of cases") ?? false,
  );
  assertEquals([name, sessions, observations], ["my project", 1, 2]);
  assertEquals(last?.session, SESSION);
  assertEquals(
    last?.request,
    "Make the basket faster\nthen: Write a test for it",
  );
  assertEquals(
    last?.changed,
    "Wrote: src/basket.ts\nRan: deno test -A (passed)",
  );
  assertEquals(
    last?.decided,
    "I replaced the list by a map, because it was searched often.\nI chose a table of cases.",
  );
  assertEquals(last?.open, "The price service still needs a test.");
  const next = await box.run("session-start", {
    session_id: "next",
    source: "startup",
  });
  const brief = briefOf(next);
  assertStringIncludes(brief, "- Make the basket faster");
  assertStringIncludes(brief, "- The price service still needs a test.");
  assertStringIncludes(messageOf(next), "the last session's summary");
});

Deno.test("The journal's entry has the last turn, however soon the session ends after it", async () => {
  await using daemon = await daemonBox({ notes: {} });
  const { box } = daemon;
  await daemon.listening();
  await play(daemon, turns(box.project));
  assertSilent(await box.run("session-end", { reason: "logout" }));
  const text = await journalText(box);
  assertStringIncludes(
    text,
    [
      "- request: Make the basket faster; then: Write a test for it",
      "- changed: Wrote: src/basket.ts; Ran: deno test -A (passed)",
      "- decided: I replaced the list by a map, because it was searched often. I chose a table of cases.",
      "- open: The price service still needs a test.",
      `- session: \`${SESSION}\` (logout) ^`,
    ].join("\n"),
  );
});

Deno.test("The journal's entry of a session that was killed has what the daemon left of it", async () => {
  await using daemon = await daemonBox({ notes: {} });
  const { box } = daemon;
  await daemon.listening();
  // A process that is there no more, as that of a host that was killed.
  const env = { ...box.env, CLAUDE_PID: String(2 ** 30) };
  await box.run("session-start", { source: "startup" }, { env });
  await play(daemon, turns(box.project));
  await untilTold(
    daemon,
    box.project,
    ({ last }) => last?.open.includes("price service") ?? false,
  );
  let text = "";
  // Where `ps` does not answer in time, as on a slow machine, all count as alive.
  await until("the entry", async () => {
    await box.run("session-start", { session_id: "next" });
    text = await journalText(box);
    return text.includes("(killed)");
  });
  assertStringIncludes(
    text,
    "- open: The price service still needs a test.\n- never ended: ",
  );
  assertEquals(text.match(/^- request: /gm)?.length, 1);
});

Deno.test("Worktrees of one repository share, two repositories of one name do not", async () => {
  await using daemon = await daemonBox();
  const { home } = daemon.box;
  const shop = `${home}/a/shop`;
  const tree = `${home}/shop-fix`;
  const other = `${home}/b/shop`;
  await Deno.mkdir(`${shop}/.git/worktrees/fix`, { recursive: true });
  await Deno.mkdir(`${other}/.git`, { recursive: true });
  await Deno.mkdir(tree);
  await Deno.writeTextFile(
    `${tree}/.git`,
    `gitdir: ${shop}/.git/worktrees/fix\n`,
  );
  await daemon.listening();
  const one = (prompt: string): Turn[] => [{ prompt, answer: "I fixed it." }];
  await play(daemon, one("In the main tree"), { cwd: shop, session_id: "s1" });
  await play(daemon, one("Another shop"), { cwd: other, session_id: "s2" });
  await play(daemon, one("In the worktree"), { cwd: tree, session_id: "s3" });
  const file = await untilTold(
    daemon,
    `${shop}/.git`,
    ({ last, earlier }) => last !== null && earlier.length === 1,
  );
  assertEquals(file.name, "shop");
  assertEquals(file.last?.request, "In the worktree");
  assertEquals(file.earlier[0]?.request, "In the main tree");
  const others = await untilTold(
    daemon,
    `${other}/.git`,
    ({ last }) => last !== null,
  );
  assertEquals([others.name, others.sessions], ["shop", 1]);
  assertEquals(others.last?.request, "Another shop");
});

Deno.test("Of private turns nothing is told, and secrets are nowhere", async () => {
  await using daemon = await daemonBox({ notes: {} });
  const { box, places } = daemon;
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await daemon.listening();
  await play(daemon, [{
    prompt: "<private>the merger with Initech</private>",
    writes: `${box.project}/merger.ts`,
    answer: "I renamed it, because of the merger.",
  }], { session_id: "private" });
  await play(daemon, [
    {
      prompt: `Use ${secret} for it <private>and Initech</private>`,
      runs: `curl -H 'Authorization: Bearer ${secret}' example.org`,
      answer: `I used ${secret} instead of the old one.`,
    },
    {
      prompt: "<private>the merger with Initech</private>",
      writes: `${box.project}/merger.ts`,
      answer: "I renamed it, because of the merger.",
    },
  ]);
  assertSilent(await box.run("session-end", { reason: "logout" }));
  const file = await untilTold(
    daemon,
    box.project,
    ({ last }) => last !== null,
  );
  assertEquals(file.last?.session, SESSION);
  assertEquals(file.earlier, []);
  const journal = await journalText(box);
  assertStringIncludes(journal, "- request: Use ");
  const texts = [JSON.stringify(file), journal];
  for (const folder of [places.store, places.state]) {
    texts.push(...(await textsBelow(folder)).values());
  }
  for (const text of texts) {
    assertNotMatch(text, /a1B2a1B2|merger|Initech/);
  }
});

Deno.test("What is purged is told no more", async () => {
  await using daemon = await daemonBox();
  const { box, places } = daemon;
  await daemon.listening();
  await play(daemon, turns(box.project));
  await untilTold(daemon, box.project, ({ last }) => last !== null);
  await ask(daemon, "purge", { session: SESSION });
  assert(!exists(projectFile(places, box.project)));
  assertEquals(
    await ask(daemon, "summary", { session: SESSION }),
    null as unknown as Record<string, unknown>,
  );
});

Deno.test("A summary that is deleted stays so over a start, until the session goes on", async () => {
  await using daemon = await daemonBox();
  const { box, places } = daemon;
  const first = await daemon.listening();
  await play(daemon, turns(box.project));
  const { address } = await ask(daemon, "summary", { session: SESSION });
  await ask(daemon, "delete_item", { address });
  assertEquals(readProjectFile(places, box.project)?.last, null);
  first.kill("SIGTERM");
  await first.result;
  await daemon.listening();
  await ask(daemon, "status");
  assertEquals(readProjectFile(places, box.project)?.last, null);
  await play(daemon, [{ prompt: "And now the prices" }]);
  await untilTold(
    daemon,
    box.project,
    ({ last }) => last?.request.endsWith("then: And now the prices") ?? false,
  );
});

Deno.test("A session that ended is summed up by the model that the settings name", async () => {
  const said = JSON.stringify({
    request: "A faster basket",
    changed: ["src/basket.ts"],
    decided: "A map",
  });
  await using server = modelServer(() => generated(said));
  await using daemon = await daemonBox({
    notes: {},
    config: `summary:\n  model: small-model\nmodel:\n  url: ${server.url}\n`,
  });
  const { box } = daemon;
  await daemon.listening();
  await play(daemon, turns(box.project));
  assertSilent(await box.run("session-end", { reason: "logout" }));
  const { last } = await untilTold(
    daemon,
    box.project,
    ({ last }) => last?.request === "A faster basket",
  );
  assertEquals([last?.changed, last?.decided], ["src/basket.ts", "A map"]);
  const { source } = await ask(daemon, "summary", { session: SESSION });
  assertEquals(source, "small-model");
  assertEquals(server.asked.length, 1);
  // The journal does not wait for it.
  assertStringIncludes(
    await journalText(box),
    "- request: Make the basket faster",
  );
});

Deno.test("No model is called that the settings do not name", async () => {
  await using server = modelServer(() => generated("{}"));
  await using daemon = await daemonBox({
    notes: {},
    config: `model:\n  url: ${server.url}\n`,
  });
  const { box } = daemon;
  const first = await daemon.listening();
  await play(daemon, turns(box.project));
  assertSilent(await box.run("session-end", { reason: "logout" }));
  await untilTold(daemon, box.project, ({ last }) => last !== null);
  first.kill("SIGTERM");
  assertEquals((await first.result).code, 0);
  assertEquals(server.asked, []);
});
