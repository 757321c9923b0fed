import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { briefOf, GAVE_UP, section } from "./_answer.ts";
import { atOnce, type Call } from "./_at_once.ts";
import { wholeBrief } from "./_brief.ts";
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

async function one(box: Sandbox, call: Call): Promise<ProgramResult> {
  const [run] = await atOnce(box, [call]);
  assert(run !== undefined);
  return run;
}

/** How many lines of a hook in the log have some words. */
async function linesOf(
  box: Sandbox,
  hook: string,
  words: string,
): Promise<number> {
  const own = (await box.log()).filter((line) => line.includes(` ${hook}: `));
  return own.filter((line) => line.includes(words)).length;
}

/**
 * Whether the machine was too slow for so many hooks at once, which is told in the log: some gave up at their deadline, or waited for
 * each other so long that entries are left for a later hook.
 */
async function wasTooMuch(box: Sandbox): Promise<boolean> {
  const log = await box.log();
  if (log.some((line) => line.includes(GAVE_UP))) return true;
  return (await spooled(box)).length > 0 &&
    log.some((line) =>
      / being delivered by another process| stay in the spool/.test(line)
    );
}

Deno.test("50 SessionEnds and 20 SessionStarts at once: 50 entries, none torn, and one rebuild", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "a.md": "a" },
  });
  await box.graphify?.answer("extract", {
    waits: true,
    files: graphFiles("Beta"),
  });
  const env = { ...box.env, CLAUDE_PID: `${Deno.pid}` };
  const ids = times(50, (n) => `end-${n}`);
  const ending = (id: string): Call => ({
    hook: "session-end",
    event: { "session_id": id, reason: "other" },
  });
  const runs = await atOnce(box, [
    ...ids.map(ending),
    ...times(20, (n): Call => ({
      hook: "session-start",
      event: { "session_id": `start-${n}`, source: "startup" },
      env,
    })),
  ]);
  runs.forEach(assertWell);
  const silent = runs.slice(50).filter((run) => briefOf(run) === "");
  assertEquals(silent.length, await linesOf(box, "session-start", GAVE_UP));
  if (await wasTooMuch(box)) {
    for (const id of ids) assertWell(await one(box, ending(id)));
    const event = { "session_id": "later", source: "startup" };
    assertWell(await one(box, { hook: "session-start", event, env }));
  }
  await box.graphify?.go();
  await box.settled();
  assertEquals(await spooled(box), []);
  const entries = await journalEntries(box);
  const journaled = entries.map((entry) =>
    /^- session: `(end-\d+)` \(other\) \^\w+$/m.exec(entry)?.[1]
  );
  const log = (await box.log()).join("\n");
  assertEquals(journaled.sort(), ids.toSorted(), log);
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
  const runs = await atOnce(
    box,
    names.map((name, n) => ({
      hook: "post-tool-use",
      event: edited(`${box.vault}/${name}.md`, { "tool_use_id": `t${n}` }),
    })),
  );
  runs.forEach(assertWell);
  await box.settled();
  const paths = names.map((name) => `${name}.md`);
  assertEquals(await indexedNotes(box), ["Hub.md", ...paths]);
  const recorded = (await ledgerRecords(box, SESSION)).map(({ path }) => path);
  assertEquals(recorded.sort(), paths, (await box.log()).join("\n"));
  const brief = await wholeBrief(box, { source: "resume" });
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
  let starts = 0;
  // Where `ps` does not answer in time, as on a slow machine, a later start finds the rest.
  await until("all entries", async () => {
    const last = { "session_id": `last${starts++}`, source: "startup" };
    assertWell(await box.run("session-start", last));
    return (await journalEntries(box)).length >= ids.length;
  });
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
    const next = { source: "startup", "session_id": "next" };
    const brief = await wholeBrief(box, next);
    assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
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
