import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { briefOf, section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import {
  complaints,
  exists,
  stampAged,
  stampTime,
  textOrNothing,
} from "./_state.ts";

// The scenarios of the seed vault-hooks for SessionStart on a machine without graphify.

const NOTES = {
  "Hub.md": "[[One]] [[Two]]\n",
  "One.md": "---\nsummary: The first\n---\n[[Two]]\n",
  "Two.md": "two\n",
  "Naming.md": "---\nsummary: Names are nouns\ntags: convention\n---\n",
};

const GOD_NODES = ["Hub: degree 2", "One: degree 2", "Two: degree 2"];

function graphOf(box: Sandbox): string {
  return `${box.vault}/graphify-out/graph.json`;
}

Deno.test("seed, embedded engine: Stamp is fresh (within threshold)", async () => {
  await using box = await sandbox({ notes: NOTES });
  await wholeBrief(box);
  await box.settled();
  const stamp = await stampAged(box, 6.9);
  await Deno.remove(graphOf(box));
  assertEquals(
    section(await wholeBrief(box), "Most connected notes"),
    GOD_NODES,
  );
  await box.settled();
  assertEquals(await stampTime(box), stamp);
  assert(!await exists(graphOf(box)));
});

for (const age of [null, 7.1]) {
  const name = age === null ? "absent" : "stale";
  Deno.test(`seed, embedded engine: Stamp is stale or absent (${name})`, async () => {
    await using box = await sandbox({ notes: NOTES });
    if (age !== null) await stampAged(box, age);
    const before = Date.now();
    const brief = await wholeBrief(box);
    assertEquals(section(brief, "Most connected notes"), GOD_NODES);
    assertEquals(section(brief, "Conventions"), ["Naming: Names are nouns"]);
    await box.settled();
    assert(!await exists(box.places.rebuildLock));
    assert(((await stampTime(box))?.getTime() ?? 0) >= before - 1000);
    const graph = JSON.parse(await Deno.readTextFile(graphOf(box)));
    assertEquals([graph.nodes.length, graph.links.length], [4, 3]);
    assertEquals(
      section(await wholeBrief(box), "Most connected notes"),
      GOD_NODES,
    );
    assertEquals(await complaints(box), []);
  });
}

Deno.test("seed, embedded engine: Rebuild already in progress (lock file present)", async () => {
  await using box = await sandbox({ notes: NOTES });
  await Deno.mkdir(box.places.graphCache, { recursive: true });
  // Somebody who lives and holds the lock as a worker does.
  const owner = { phase: "running", pid: Deno.pid, since: Date.now() };
  await Deno.writeTextFile(box.places.rebuildLock, JSON.stringify(owner));
  using held = await Deno.open(box.places.rebuildLock, { write: true });
  await held.lock(true);
  await until("a start that had the time to read the notes", async () => {
    const before = (await box.log()).length;
    const run = await box.run("session-start", { source: "startup" });
    const said = (await box.log()).slice(before).join("\n");
    assertStringIncludes(said, "a rebuild is in progress");
    if (said.includes("too large to be read")) return false;
    assertEquals(section(briefOf(run), "Most connected notes"), GOD_NODES);
    return true;
  });
  assertEquals(
    await textOrNothing(box.places.rebuildLock),
    JSON.stringify(owner),
  );
  assert(!await exists(graphOf(box)));
});

Deno.test("seed, embedded engine: the rebuild fails", async () => {
  await using box = await sandbox({
    notes: { ...NOTES, "graphify-out": "a file where the folder should be" },
  });
  assertEquals(
    section(await wholeBrief(box), "Most connected notes"),
    GOD_NODES,
  );
  await until(
    "the failure in the log",
    async () =>
      (await complaints(box)).some((line) => line.includes("ERROR rebuild:")),
  );
  await box.settled();
  assertStringIncludes(
    await Deno.readTextFile(box.places.rebuildLog),
    "Cannot build the index: ",
  );
  assert(!await exists(box.places.rebuildLock));
  assertEquals(await stampTime(box), null);
  await Deno.remove(`${box.vault}/graphify-out`);
  await wholeBrief(box);
  await box.settled();
  assert(await exists(graphOf(box)));
  assert(await stampTime(box) !== null);
});
