import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import {
  assertHarmless,
  assertInTime,
  assertSilent,
  briefOf,
  section,
} from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited } from "./_events.ts";
import {
  askIndex,
  complaints,
  exists,
  indexed,
  indexedNotes,
  indexPath,
  ledgerRecords,
  stampAged,
} from "./_state.ts";

function convention(summary: string): string {
  return `---\nsummary: ${summary}\ntags: convention\n---\n`;
}

async function conventions(box: Sandbox): Promise<string[] | null> {
  return section(await wholeBrief(box), "Conventions");
}

/** What a start tells that has no more than its own time. */
async function toldAtOnce(box: Sandbox): Promise<string[] | null> {
  const run = await box.run("session-start", { source: "startup" });
  return section(briefOf(run), "Conventions");
}

function manyNotes(count: number): Record<string, string> {
  const notes: Record<string, string> = {};
  for (let n = 1; n <= count; n++) {
    const name = `folder ${n % 7}/note ${n}.md`;
    notes[name] = `${convention(`summary ${n}`)}# Note ${n}\n[[Hub]]\n`;
  }
  notes["Hub.md"] = "the hub";
  return notes;
}

/** Asserts that a brief knows all of `manyNotes(count)`. */
function assertComplete(brief: string, count: number): void {
  const items = section(brief, "Conventions") ?? [];
  const more = /^… and (\d+) more conventions$/.exec(items.at(-1) ?? "");
  const left = more === null ? 0 : Number(more[1]) - 1;
  assertEquals(items.length + left, count);
  assertEquals(
    section(brief, "Most connected notes")?.[0],
    `Hub: degree ${count}`,
  );
}

Deno.test("The first session of a vault of 300 notes is fully briefed without any index, or on a slow machine says why not", async () => {
  await using box = await sandbox({ notes: manyNotes(300) });
  assertComplete(await wholeBrief(box), 300);
  await box.settled();
  assertEquals((await indexedNotes(box)).length, 301);
  assertComplete(await wholeBrief(box), 300);
  assertEquals(await complaints(box), []);
});

const DAMAGES: Record<string, (path: string) => Promise<void>> = {
  "no database": (path) => Deno.writeTextFile(path, "this is no database"),
  "an empty file": (path) => Deno.writeTextFile(path, ""),
  "cut short": async (path) => {
    const { size } = await Deno.stat(path);
    await Deno.truncate(path, Math.floor(size / 2));
  },
  "bad pages": async (path) => {
    using file = await Deno.open(path, { read: true, write: true });
    const { size } = await file.stat();
    for (let at = 4096; at < size; at += 4096) {
      await file.seek(at, Deno.SeekMode.Start);
      await file.write(new Uint8Array(512).fill(0xa5));
    }
  },
  "another schema": (path) => {
    using db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 99");
    return Promise.resolve();
  },
  "another vault's": (path) => {
    using db = new DatabaseSync(path);
    db.exec("UPDATE meta SET value = '/elsewhere' WHERE name = 'vault'");
    return Promise.resolve();
  },
  "a folder in its place": async (path) => {
    await Deno.remove(path);
    await Deno.mkdir(path);
  },
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  Deno.test(`With a damaged index (${what}) the brief is complete, and the index is made anew`, async () => {
    await using box = await sandbox({ notes: manyNotes(90) });
    await indexed(box);
    const path = await indexPath(box);
    for (const end of ["-wal", "-shm"]) {
      if (await exists(path + end)) await Deno.remove(path + end);
    }
    await damage(path);
    assertComplete(await wholeBrief(box), 90);
    await box.settled();
    assertEquals((await indexedNotes(box)).length, 91);
    const before = (await complaints(box)).length;
    assertComplete(await wholeBrief(box), 90);
    assertEquals((await complaints(box)).length, before);
  });
}

Deno.test("Notes that were added, removed and renamed outside Claude show in the very next session", async () => {
  await using box = await sandbox({
    notes: {
      "a/one.md": convention("one"),
      "a/two.md": convention("two"),
      "b/deep/three.md": convention("three"),
    },
  });
  await indexed(box);
  const { vault } = box;
  await Deno.writeTextFile(`${vault}/a/new.md`, convention("new"));
  await Deno.remove(`${vault}/a/one.md`);
  await Deno.rename(`${vault}/a/two.md`, `${vault}/b/moved.md`);
  await Deno.rename(`${vault}/b/deep`, `${vault}/b/deeper`);
  await Deno.mkdir(`${vault}/c/d`, { recursive: true });
  await Deno.writeTextFile(`${vault}/c/d/e.md`, convention("e [[new]]"));
  assertEquals(await conventions(box), [
    "new (a/new.md): new",
    "three (b/deeper/three.md): three",
    "moved (b/moved.md): two",
    "e (c/d/e.md): e [[new]]",
  ]);
  await Deno.remove(vault, { recursive: true });
  await Deno.mkdir(vault);
  assertEquals(await conventions(box), null);
});

Deno.test("A note that the brief names shows as it is now", async () => {
  await using box = await sandbox({
    notes: { "hub.md": "# Old title\n[[x]]", "x.md": convention("old") },
  });
  await indexed(box);
  await Deno.writeTextFile(`${box.vault}/x.md`, convention("edited in place"));
  await Deno.writeTextFile(`${box.vault}/hub.md`, "# New title\n[[x]]");
  const brief = await wholeBrief(box);
  assertEquals(section(brief, "Conventions"), ["x: edited in place"]);
  assertStringIncludes(brief, "New title (hub.md): degree 1");
  // Edited so that it is not named any more.
  await Deno.writeTextFile(`${box.vault}/x.md`, "no convention any more");
  assertEquals(await conventions(box), null);
});

Deno.test("A note of just now shows, though the file system counts time in whole seconds", async () => {
  await using box = await sandbox({
    notes: { "hub.md": "[[x]]", "x.md": "no convention", "y.md": "y" },
  });
  await indexed(box);
  for (const name of ["x", "y"]) {
    const path = `${box.vault}/${name}.md`;
    await Deno.writeTextFile(path, convention(`${name} is one now [[hub]]`));
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    await Deno.utime(path, now, now);
    await box.run("post-tool-use", edited(path, { "tool_use_id": name }));
  }
  const brief = await wholeBrief(box);
  assertEquals(section(brief, "Conventions"), [
    "x: x is one now [[hub]]",
    "y: y is one now [[hub]]",
  ]);
  assertEquals(section(brief, "Most connected notes")?.[0], "hub: degree 2");
});

Deno.test("A note edited in place elsewhere is picked up by a refresh at most once an hour", async () => {
  await using box = await sandbox({
    notes: { "deep/x.md": "no convention yet", "y.md": convention("y") },
  });
  // Before the time in which a change could hide behind an equal time of change.
  const past = new Date(Date.now() - 60_000);
  await Deno.utime(`${box.vault}/deep/x.md`, past, past);
  await Deno.utime(`${box.vault}/deep`, past, past);
  await indexed(box);
  await setRefreshed(box, Date.now());
  await Deno.writeTextFile(`${box.vault}/deep/x.md`, convention("now one"));
  assertEquals(await toldAtOnce(box), ["y: y"]);
  await box.settled();
  const log = (await box.log()).length;
  assertEquals(await toldAtOnce(box), ["y: y"]);
  assertEquals((await box.log()).length, log, "no refresh within the hour");

  await setRefreshed(box, Date.now() - 3_700_000);
  assertEquals(await toldAtOnce(box), ["y: y"]);
  await box.settled();
  assertStringIncludes((await box.log())[log] ?? "", "the index is old");
  assertEquals(await conventions(box), ["x (deep/x.md): now one", "y: y"]);
  const [row] = await askIndex(
    box,
    "SELECT value FROM meta WHERE name = 'refreshed_at'",
  );
  assert(Date.now() - Number(row?.["value"]) < 60_000);
});

Deno.test("While somebody writes the index, sessions are briefed and edits recorded, and the index catches up", async () => {
  await using box = await sandbox({
    notes: { "x.md": convention("x"), "y.md": convention("y") },
  });
  await stampAged(box, 1);
  await indexed(box);
  await Deno.writeTextFile(`${box.vault}/x.md`, convention("edited"));
  {
    using db = new DatabaseSync(await indexPath(box));
    db.exec("BEGIN IMMEDIATE");
    db.exec("UPDATE meta SET value = value");
    const run = await box.run("session-start", { source: "startup" });
    // What cannot be brought up to date is not told, rather than told wrongly.
    assertEquals(section(briefOf(run), "Conventions"), ["y: y"]);
    const edit = await box.run("post-tool-use", edited(`${box.vault}/x.md`));
    assertHarmless(edit);
    assertSilent(edit);
    assertEquals((await ledgerRecords(box, SESSION)).length, 2);
    db.exec("ROLLBACK");
  }
  assertInTime(await box.log());
  await box.settled();
  assertEquals(await conventions(box), ["x: edited", "y: y"]);
});

/** Says that the whole vault was last gone through at another time, in the index and in what was kept of it. */
async function setRefreshed(box: Sandbox, at: number): Promise<void> {
  const path = await indexPath(box);
  {
    using db = new DatabaseSync(path);
    db.prepare("UPDATE meta SET value = ? WHERE name = 'refreshed_at'").run(at);
  }
  const kept = path.replace(/\.sqlite$/, ".json");
  if (!await exists(kept)) return;
  const facts = JSON.parse(await Deno.readTextFile(kept));
  await Deno.writeTextFile(
    kept,
    JSON.stringify({ ...facts, refreshedAt: at }),
  );
}
