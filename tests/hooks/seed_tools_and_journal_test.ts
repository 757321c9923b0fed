import { assert, assertEquals, assertMatch } from "@std/assert";
import { sandbox, SESSION } from "../_support/sandbox.ts";
import { assertSilent, section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited, written } from "./_events.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  indexed,
  indexedNotes,
  journalEntries,
  journalText,
  ledgerRecords,
  stampAged,
} from "./_state.ts";

// The scenarios of the seed vault-hooks for PostToolUse and SessionEnd; those with a graph both with graphify on PATH and without.

for (const graphify of [true, false]) {
  const engine = graphify ? "graphify" : "embedded engine";

  Deno.test(`seed: A vault note is written or edited (${engine})`, async () => {
    await using box = await sandbox({ graphify, notes: { "b.md": "b" } });
    await stampAged(box, 1);
    await indexed(box);
    const path = `${box.vault}/a.md`;
    await Deno.writeTextFile(path, "[[b]]");
    assertSilent(await box.run("post-tool-use", written(path)));
    assertEquals(
      await graphifyCalls(box, "update"),
      graphify ? [["update", "--file", path]] : [],
    );
    assertSilent(await box.run("post-tool-use", edited(path)));
    assertEquals(
      await graphifyCalls(box, "update"),
      graphify ? Array(2).fill(["update", "--file", path]) : [],
    );
    await box.settled();
    if (!graphify) {
      const graph = JSON.parse(
        await Deno.readTextFile(`${box.vault}/graphify-out/graph.json`),
      );
      assertEquals(graph.links.length, 1);
    }
    const brief = await wholeBrief(box, { source: "resume" });
    assertEquals(section(brief, "Most connected notes"), [
      "a: degree 1",
      "b: degree 1",
    ]);
    assertEquals(await indexedNotes(box), ["a.md", "b.md"]);
    assertEquals(await complaints(box), []);
  });

  Deno.test(`seed: A non-vault file is written or edited (${engine})`, async () => {
    await using box = await sandbox({ graphify });
    const path = `${box.project}/README.md`;
    await Deno.writeTextFile(path, "x");
    for (const event of [written(path), edited(path)]) {
      assertSilent(await box.run("post-tool-use", event));
    }
    assertSilent(
      await box.run("post-tool-use", written(`${box.vault}/picture.png`)),
    );
    assertEquals(await graphifyCalls(box, "update"), []);
    assert(!await exists(`${box.places.state}/sessions`));
    assert(!await exists(box.places.rebuildLock));
    assertEquals(await box.log(), []);
  });
}

Deno.test("seed: graphify update fails for a vault write", async () => {
  await using box = await sandbox({ graphify: true, notes: { "a.md": "a" } });
  await stampAged(box, 1);
  await indexed(box);
  await box.graphify?.answer("update", {
    stderr: "Traceback\nerror: it broke\n",
    exit: 1,
  });
  assertSilent(await box.run("post-tool-use", edited(`${box.vault}/a.md`)));
  const [line, ...more] = await complaints(box);
  assertMatch(line ?? "", / ERROR post-tool-use: .*exit 1.*it broke$/);
  assertEquals(more, []);
});

Deno.test("seed: graph update fails for a vault write (embedded engine)", async () => {
  await using box = await sandbox({
    notes: { "a.md": "a", "graphify-out": "in the way" },
  });
  await stampAged(box, 1);
  await indexed(box);
  assertSilent(await box.run("post-tool-use", edited(`${box.vault}/a.md`)));
  await box.settled();
  assertMatch(
    (await complaints(box)).join("\n"),
    / ERROR rebuild: Cannot write the graph/,
  );
  assertEquals((await ledgerRecords(box, SESSION)).length, 1);
});

Deno.test("seed: Session ends with vault notes touched", async () => {
  await using box = await sandbox({
    notes: { "a.md": "a", "deep/b c.md": "b" },
  });
  for (const [index, name] of ["a.md", "deep/b c.md", "a.md"].entries()) {
    const more = { "tool_use_id": `t${index}` };
    await box.run("post-tool-use", edited(`${box.vault}/${name}`, more));
  }
  const before = Date.now();
  assertSilent(await box.run("session-end", { reason: "prompt_input_exit" }));
  const [entry = "", ...more] = await journalEntries(box);
  assertEquals(more, []);
  const [heading = "", , ...lines] = entry.split("\n");
  const match = /^## (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) · my project$/.exec(
    heading,
  );
  const at = Date.parse(match?.[1] ?? "");
  assert(at >= before - 1000 && at <= Date.now(), heading);
  assertEquals(lines.slice(0, 2), [
    `- project: my project (\`${box.project}\`)`,
    "- notes: [[a]], [[deep/b c]]",
  ]);
  assertMatch(
    lines[2] ?? "",
    new RegExp(`^- session: \`${SESSION}\` \\(prompt_input_exit\\) \\^s\\w+$`),
  );
  assertEquals(lines.length, 3);
});

Deno.test("seed: Session ends with no vault writes", async () => {
  await using box = await sandbox();
  assertSilent(await box.run("session-end", { reason: "clear" }));
  const [entry = "", ...more] = await journalEntries(box);
  assertEquals(more, []);
  assertMatch(
    entry,
    /^## \S+Z · my project\n\n- project: my project \(`[^`]+`\)\n- session: `[^`]+` \(clear\) \^\w+$/,
  );
});

Deno.test("seed: Journal file does not exist yet for the day", async () => {
  await using box = await sandbox({ config: "journal:\n  day: utc\n" });
  const day = new Date().toISOString().slice(0, 10);
  const path = `${box.vault}/journal/${day}.md`;
  assertSilent(await box.run("session-end", { reason: "other" }));
  const first = await Deno.readTextFile(path);
  assert(
    first.startsWith(
      `---\nsummary: Sessions of ${day}\ntags:\n  - scope/global\n  - type/log\n---\n`,
    ),
    first,
  );
  // Appended to and never overwritten, also where a person wrote into it.
  const own = `${first}\nA line of my own, without an end`;
  await Deno.writeTextFile(path, own);
  await box.run("session-end", { reason: "other", "session_id": "second" });
  const then = await Deno.readTextFile(path);
  assert(then.startsWith(`${own}\n\n## `), then);
  assertEquals((await journalEntries(box)).length, 2);
  assertEquals((await journalText(box)).split("\n---\n").length, 2);
});
