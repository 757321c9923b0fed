import { assertEquals } from "@std/assert";
import { readGist } from "../../lib/memory/gist.ts";
import { readSnapshot } from "../../lib/memory/snapshot.ts";
import { snapshotText } from "../../lib/memory/snapshot_text.ts";
import { scopedSnapshot } from "../../lib/memory/scoped_snapshot.ts";
import { tempDir } from "../_support/temp.ts";
import { memoryLab, WHOLE } from "./_memory.ts";

Deno.test("the snapshot tells what the hooks speak of", async () => {
  await using lab = await memoryLab();
  const note = lab.uid("note", {
    content: `first  line\nsecond ${"x".repeat(600)}`,
    title: "A note",
    domain: "acme/x100",
    session: "s1",
  });
  const pitfall = lab.uid("anti_pattern", {
    ...WHOLE["anti_pattern"],
    domain: "acme/x100",
  });
  const wrong = lab.uid("anti_pattern", { ...WHOLE["anti_pattern"] });
  lab.write("set_confidence", { uid: wrong, confidence: "contradicted" });
  const checkpoint = lab.uid("checkpoint", {
    ...WHOLE["checkpoint"],
    established: "y".repeat(600),
    domain: "acme/x100",
  });
  const handoff = lab.uid("handoff", {
    ...WHOLE["handoff"],
    domain: "omni/x900",
  });
  const flow = lab.uid("diagram", { ...WHOLE["diagram"] });
  const it = lab.snapshot();
  assertEquals(it.total, 6);
  assertEquals(it.checkpoint?.uid, checkpoint);
  assertEquals(it.checkpoint?.text.length, 500);
  assertEquals(it.handoffs.items.map(({ uid }) => uid), [handoff]);
  assertEquals([it.pitfalls.total, it.pitfalls.items[0]?.uid], [1, pitfall]);
  assertEquals(it.notes.items, [{
    uid: note,
    type: "note",
    domain: "acme/x100",
    title: "A note",
    text: `first line second ${"x".repeat(219)}...`,
    at: "2026-11-30T20:00:00.000Z",
  }]);
  assertEquals(it.flows, [{ uid: flow, title: "How a row travels" }]);
  assertEquals(it.flowTotal, 1);
  assertEquals(it.domains.map(({ path, count }) => [path, count]), [
    ["omni/x900", 1],
    ["acme/x100", 3],
  ]);
  assertEquals(it.busiest, "acme/x100");
  assertEquals(it.recent.map(({ uid }) => uid), [
    flow,
    handoff,
    checkpoint,
    pitfall,
    note,
  ]);
  assertEquals(it.recent.at(-1)?.session, "s1");
  assertEquals(it.lastWriteAt, "2026-11-30T20:00:00.000Z");
  const omni = scopedSnapshot(lab.folder, "x900", "preserve");
  assertEquals(omni?.total, 1);
  assertEquals(omni?.handoffs.items.map(({ uid }) => uid), [handoff]);
  assertEquals([omni?.notes.total, omni?.checkpoint], [0, null]);
  assertEquals(omni?.busiest, "omni/x900");
  assertEquals(scopedSnapshot(lab.folder, "", "preserve"), it);
  assertEquals(scopedSnapshot(lab.folder, "nowhere", "preserve")?.total, 0);
  assertEquals(scopedSnapshot(`${lab.folder}/none`, "", "preserve"), null);
});

Deno.test("the busiest domain is the one with most at exactly its path", async () => {
  await using lab = await memoryLab();
  for (let n = 0; n < 3; n++) {
    lab.uid("note", { content: `n${n}`, domain: "acme/x100/p200" });
  }
  lab.uid("note", { content: "p", domain: "acme" });
  lab.uid("note", { content: "q", domain: "acme/x100" });
  assertEquals(lab.snapshot().busiest, "acme/x100/p200");
  for (let n = 0; n < 3; n++) {
    lab.uid("note", { content: `o${n}`, domain: "z", also: ["acme"] });
  }
  assertEquals(lab.snapshot().busiest, "acme");
  assertEquals(
    scopedSnapshot(lab.folder, "acme", "preserve")?.busiest,
    "acme",
  );
});

Deno.test("totals follow confidence and forgetting", async () => {
  await using lab = await memoryLab();
  const [a, b] = [1, 2].map((n) => lab.uid("note", { content: `n${n}` }));
  assertEquals(lab.snapshot().notes.total, 2);
  lab.write("set_confidence", { uid: a, confidence: "contradicted" });
  assertEquals([lab.snapshot().notes.total, lab.snapshot().total], [1, 2]);
  lab.write("forget", { uid: a, reason: "r" });
  lab.write("forget", { uid: b, reason: "r" });
  assertEquals([lab.snapshot().notes.total, lab.snapshot().total], [0, 0]);
  assertEquals(lab.snapshot().domains, []);
});

Deno.test("the snapshot stays below 64 KiB, whatever is in the store", async () => {
  await using lab = await memoryLab();
  for (let n = 0; n < 70; n++) {
    const domain = `${n}${"語".repeat(190)}/x`;
    lab.uid(Object.keys(WHOLE)[n % 6] ?? "", {
      content: "語".repeat(3000),
      ...Object.fromEntries(
        Object.keys(WHOLE[Object.keys(WHOLE)[n % 6] ?? ""] ?? {})
          .map((name) => [name, "語".repeat(1000)]),
      ),
      title: "題".repeat(500),
      session: "會".repeat(500),
      domain,
    });
  }
  const it = lab.snapshot();
  const bytes = new TextEncoder().encode(JSON.stringify(it)).length;
  assertEquals(bytes < 64 * 1024, true, `${bytes}`);
  assertEquals([it.total, it.domainTotal], [70, 70]);
  assertEquals(it.domains.length >= 8, true);
  assertEquals(it.notes.items.length, 4);
});

Deno.test("readSnapshot() takes nothing else for a snapshot", async () => {
  await using tmp = await tempDir();
  const snapshot = `${tmp.path}/snapshot.json`;
  assertEquals(readSnapshot({ snapshot }), null);
  for (
    const text of [
      "",
      "{",
      "null",
      "[1]",
      "5",
      '{"version":2,"total":1}',
      '{"version":1,"total":1,"domains":{},"flows":[],"recent":[]}',
      '{"version":1,"total":1,"domains":[],"flows":[],"recent":[],"handoffs":null,"pitfalls":{},"notes":{"items":[]}}',
      " ".repeat(200 * 1024),
    ]
  ) {
    await Deno.writeTextFile(snapshot, text);
    assertEquals(readSnapshot({ snapshot }), null, text.slice(0, 60));
  }
  await using lab = await memoryLab();
  lab.uid("note", { content: "x" });
  lab.uid("diagram", { title: "t", mermaid: "m" });
  await Deno.writeTextFile(snapshot, JSON.stringify(lab.snapshot()));
  assertEquals(readSnapshot({ snapshot }), lab.snapshot());
  // What the hooks go through has to be what they take it for.
  const { notes } = lab.snapshot();
  for (
    const wrong of [
      { domains: [null] },
      { domains: [{ path: 7, subtree: 1 }] },
      { flows: ["x"] },
      { recent: [{}] },
      { notes: { ...notes, items: [null] } },
      { notes: { items: notes.items } },
      { checkpoint: "x" },
      { busiest: 7 },
      { wardenEnabled: true, wardenMinutes: null },
    ]
  ) {
    const text = JSON.stringify({ ...lab.snapshot(), ...wrong });
    await Deno.writeTextFile(snapshot, text);
    assertEquals(readSnapshot({ snapshot }), null, JSON.stringify(wrong));
  }
});

Deno.test("the first line of the snapshot's file is its gist", async () => {
  await using tmp = await tempDir();
  await using lab = await memoryLab();
  const places = { snapshot: `${tmp.path}/snapshot.json` };
  assertEquals(readGist(places), null);
  lab.uid("note", { content: "One.", domain: "acme/x100" });
  lab.uid("checkpoint", { ...WHOLE["checkpoint"], domain: "acme" });
  const snapshot = lab.snapshot();
  Deno.writeTextFileSync(places.snapshot, snapshotText(snapshot, 900));
  assertEquals(readSnapshot(places), snapshot);
  const gist = readGist(places);
  const { total, busiest, lastWriteAt, wardenEnabled, wardenMinutes } =
    snapshot;
  assertEquals(gist, {
    gist: 1,
    total,
    busiest,
    lastWriteAt,
    wardenEnabled,
    wardenMinutes,
    checkpoint: { at: "2026-11-30T20:00:00.000Z" },
    brief: { units: 900, text: gist?.brief.text ?? "" },
  });
  assertEquals(
    gist?.brief.text.startsWith("# Long-term memory: 2 memories"),
    true,
  );
  assertEquals((gist?.brief.text.length ?? 0) <= 900, true);
  // A file of an earlier version, and what somebody made of one.
  const spoiled = [
    JSON.stringify(snapshot),
    `${JSON.stringify(snapshot)}\n`,
    "",
    "{",
    "[]\n",
    "null\n",
    ...["total", "checkpoint", "busiest", "wardenMinutes", "brief", "gist"]
      .map((name) => `${JSON.stringify({ ...gist, [name]: "2" })}\n{}\n`)
      .filter((line) => !line.includes('"busiest":"2"')),
  ];
  for (const text of spoiled) {
    Deno.writeTextFileSync(places.snapshot, text);
    assertEquals(readGist(places), null, text);
  }
});
