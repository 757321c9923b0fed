import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { briefOf, section } from "./_answer.ts";
import { edited } from "./_events.ts";
import { graphFiles } from "./_graph.ts";
import {
  exists,
  graphifyCalls,
  indexed,
  indexedNotes,
  journalEntries,
  journalText,
  ledgerRecords,
  spooled,
  stampAged,
  stampTime,
} from "./_state.ts";

function assertWell(run: ProgramResult): void {
  assertEquals([run.code, run.signal, run.stderr], [0, null, ""]);
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

Deno.test("50 SessionEnds and 20 SessionStarts at once: 50 entries, none torn, and one rebuild", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "a.md": "a" },
  });
  await box.graphify?.answer("extract", {
    seconds: 0.5,
    files: graphFiles("Beta"),
  });
  const env = { ...box.env, CLAUDE_PID: `${Deno.pid}` };
  const runs = await Promise.all([
    ...times(50, (n) => {
      // As Claude Code sets it. It counts where the machine is so busy that stdin comes too late.
      const own = { ...box.env, CLAUDE_CODE_SESSION_ID: `end-${n}` };
      const event = { "session_id": `end-${n}`, reason: "other" };
      return box.run("session-end", event, { env: own });
    }),
    ...times(20, (n) =>
      box.run("session-start", {
        "session_id": `start-${n}`,
        source: "startup",
      }, { env })),
  ]);
  runs.forEach(assertWell);
  assert(runs.slice(50).every((run) => briefOf(run) !== ""));
  await box.settled();
  assertEquals(await spooled(box), []);
  const entries = await journalEntries(box);
  const ids = entries.map((entry) =>
    /^- session: `(end-\d+)` \((?:other|unknown)\) \^\w+$/m.exec(entry)?.[1]
  );
  const log = (await box.log()).join("\n");
  assertEquals(ids.sort(), times(50, (n) => `end-${n}`).sort(), log);
  assertEquals((await journalText(box)).match(/^---$/gm)?.length, 2);
  assertEquals((await graphifyCalls(box, "extract")).length, 1);
  assert(await stampTime(box) !== null);
  assert(!await exists(box.places.rebuildLock));
});

Deno.test("30 PostToolUses at once on one index: every note is in the index, the ledger and the journal", async () => {
  const names = times(30, (n) => `note ${String(n).padStart(2, "0")}`);
  await using box = await sandbox({ notes: { "Hub.md": "hub" } });
  await stampAged(box, 1);
  await indexed(box);
  await Promise.all(
    names.map((name) =>
      Deno.writeTextFile(`${box.vault}/${name}.md`, "[[Hub]]")
    ),
  );
  const runs = await Promise.all(
    names.map((name, n) =>
      box.run(
        "post-tool-use",
        edited(`${box.vault}/${name}.md`, { "tool_use_id": `t${n}` }),
      )
    ),
  );
  runs.forEach(assertWell);
  await box.settled();
  const paths = names.map((name) => `${name}.md`);
  assertEquals(await indexedNotes(box), ["Hub.md", ...paths]);
  const recorded = (await ledgerRecords(box, SESSION)).map(({ path }) => path);
  assertEquals(recorded.sort(), paths);
  const brief = briefOf(await box.run("session-start", { source: "resume" }));
  assertEquals(section(brief, "Most connected notes")?.[0], "Hub: degree 30");
  await box.run("session-end", { reason: "other" });
  const [entry = ""] = await journalEntries(box);
  for (const name of names) assertStringIncludes(entry, `[[${name}]]`);
  const graph = JSON.parse(
    await Deno.readTextFile(`${box.vault}/graphify-out/graph.json`),
  );
  assertEquals(graph.links.length, 30);
});

/** Moments in a hook's life, in milliseconds after its start. */
const MOMENTS = [5, 25, 40, 50, 60, 70, 80, 90, 100, 120, 150];

Deno.test("PostToolUse killed at any moment: the same event again makes all good", async () => {
  await using box = await sandbox({ notes: { "Hub.md": "hub" } });
  await indexed(box);
  for (const [n, moment] of MOMENTS.entries()) {
    const path = `${box.vault}/n${n}.md`;
    await Deno.writeTextFile(path, "[[Hub]]");
    const event = edited(path, { "tool_use_id": `t${n}` });
    await box.run("post-tool-use", event, { killAfterMs: moment });
    assertWell(await box.run("post-tool-use", event));
  }
  await box.settled();
  const names = MOMENTS.map((_, n) => `n${n}.md`);
  assertEquals(await indexedNotes(box), ["Hub.md", ...names].sort());
  const recorded = (await ledgerRecords(box, SESSION)).map(({ path }) => path);
  assertEquals(recorded.sort(), [...names].sort());
  assert(!await exists(box.places.rebuildLock));
});

Deno.test("SessionEnd killed at any moment: one whole entry for each session in the end", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  await indexed(box);
  const gone = new Deno.Command("/bin/true").spawn();
  await gone.status;
  const env = { ...box.env, CLAUDE_PID: `${gone.pid}` };
  const ids = MOMENTS.map((moment) => `killed-${moment}`);
  for (const [n, moment] of MOMENTS.entries()) {
    const event = { "session_id": ids[n], reason: "other" };
    const start = { ...event, source: "startup" };
    await box.run("session-start", start, { env });
    await box.run("session-end", event, { killAfterMs: moment });
  }
  const last = { "session_id": "last", source: "startup" };
  assertWell(await box.run("session-start", last));
  await assertJournaled(box, ids);
  assertEquals(await spooled(box), []);
});

Deno.test("SessionStart killed at any moment: the next one briefs, rebuilds and lets go of the lock", async () => {
  for (const moment of MOMENTS) {
    await using box = await sandbox({
      notes: {
        "a.md": "[[b]]",
        "b.md": "---\nsummary: Be kind\ntags: convention\n---\n",
      },
    });
    await box.run("session-start", { source: "startup" }, {
      killAfterMs: moment,
    });
    await box.settled();
    const run = await box.run("session-start", {
      source: "startup",
      "session_id": "next",
    });
    assertWell(run);
    assertEquals(section(briefOf(run), "Conventions"), ["b: Be kind"]);
    await box.settled();
    const log = (await box.log()).join("\n");
    assert(await stampTime(box) !== null, log);
    assert(!await exists(box.places.rebuildLock), log);
    assertEquals(await indexedNotes(box), ["a.md", "b.md"]);
  }
});

async function assertJournaled(box: Sandbox, ids: string[]): Promise<void> {
  const entries = await journalEntries(box);
  const found = entries.map((entry) =>
    /^- session: `([\w-]+)` \(\w+\) \^\w+$/m.exec(entry)?.[1]
  );
  assertEquals(found.sort(), [...ids].sort());
}
