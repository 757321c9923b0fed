import { assertEquals, assertMatch } from "@std/assert";
import { openSpool } from "../../lib/spool.ts";
import { deliverSpooled } from "../../lib/session/deliver_spooled.ts";
import type { SpooledEntry } from "../../lib/session/spooled_entry.ts";
import { entriesOf, journalText, lab, spooledNames } from "./_lab.ts";
import { runStep } from "./_step.ts";

function spooled(number: number): SpooledEntry {
  return {
    entry: {
      at: "2026-11-30T10:00:00.000Z",
      project: "p",
      path: "/home/u/p",
      sessionId: `s${number}`,
      reason: "other",
      killed: false,
      notes: [],
      key: `s${String(number).padStart(12, "0")}`,
    },
    upto: null,
  };
}

Deno.test("deliverSpooled() delivers in the order of spooling", async () => {
  await using it = await lab();
  const spool = openSpool(it.places.state);
  for (const number of [3, 1, 2]) {
    spool.put("journal", `x-${number}`, spooled(number), new Date(9 - number));
  }
  spool.put("other", "x", {}, new Date(0));
  assertEquals(deliverSpooled(it), 3);
  assertEquals(entriesOf(journalText(it.vault)), [
    "s3 other",
    "s2 other",
    "s1 other",
  ]);
  assertEquals(spooledNames(it.places), ["000000000000000-other-x.json"]);
  assertEquals(deliverSpooled(it), 0);
});

Deno.test("deliverSpooled() sets aside what it cannot understand", async () => {
  await using it = await lab();
  const spool = openSpool(it.places.state);
  const broken = ["null", "[]", "7", '{"entry":{}}', '{"entry":null,"upto":1}'];
  for (const [index, text] of broken.entries()) {
    spool.put("journal", `b-${index}`, JSON.parse(text), new Date(index));
  }
  spool.put("journal", "good", spooled(1), new Date(50));
  Deno.writeTextFileSync(`${spool.folder}/000000000000009-journal-c.json`, "{");
  Deno.writeTextFileSync(`${spool.folder}/000000000000008-journal-d.json`, "");
  assertEquals(deliverSpooled(it), 1);
  assertEquals(it.lines.length, 7);
  assertMatch(it.lines[0] ?? "", /^ERROR Cannot understand .*b-0\.json\.bad/);
  const names = spooledNames(it.places);
  assertEquals(names.filter((name) => name.endsWith(".json.bad")).length, 7);
  assertEquals(names.length, 7);
  assertEquals(deliverSpooled(it), 0);
});

Deno.test("deliverSpooled() keeps one day's entries back without keeping back the others'", async () => {
  await using it = await lab();
  const spool = openSpool(it.places.state);
  const first = spooled(1);
  spool.put("journal", "a", first, new Date(1));
  const entry = { ...spooled(2).entry, at: "2026-11-29T10:00:00.000Z" };
  spool.put("journal", "b", { entry, upto: null }, new Date(2));
  await Deno.mkdir(`${it.vault}/journal/2026-11-30.md`, { recursive: true });
  assertEquals(deliverSpooled(it), 1);
  assertEquals(it.lines.length, 1);
  await Deno.remove(`${it.vault}/journal/2026-11-30.md`);
  assertEquals(deliverSpooled(it), 1);
});

Deno.test("deliverSpooled() stops at its deadline", async () => {
  await using it = await lab();
  const spool = openSpool(it.places.state);
  for (const number of [1, 2, 3]) {
    spool.put("journal", `x-${number}`, spooled(number), new Date(number));
  }
  let asked = 0;
  assertEquals(deliverSpooled({ ...it, deadline: () => ++asked > 2 }), 2);
  assertEquals(spooledNames(it.places).length, 1);
});

Deno.test("deliverSpooled() from four processes at once delivers once", async () => {
  await using it = await lab();
  const spool = openSpool(it.places.state);
  const all = Array.from({ length: 40 }, (_, index) => index + 10);
  for (const number of all) {
    spool.put("journal", `x-${number}`, spooled(number), new Date(number));
  }
  const step = { step: "deliver", home: it.home, vault: it.vault } as const;
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => runStep(step)),
  );
  assertEquals(outcomes.map(({ stderr }) => stderr), ["", "", "", ""]);
  assertEquals(
    entriesOf(journalText(it.vault)),
    all.map((number) => `s${number} other`),
  );
});
