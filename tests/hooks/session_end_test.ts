import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { assertSilent } from "./_answer.ts";
import { edited } from "./_events.ts";
import {
  complaints,
  exists,
  journalEntries,
  journalText,
  ledgerRecords,
  spooled,
} from "./_state.ts";

/** The lines that any reader of transcripts must survive; the last one is cut. */
function minimalTranscript(cwd: string): string {
  const at = "2026-11-30T10:00:00.000Z";
  const lines = [
    { type: "brand-new-thing", x: 1 },
    { type: "user", message: { role: "user", content: "hi" }, uuid: "u1", cwd },
    {
      type: "assistant",
      message: {
        id: "m1",
        role: "assistant",
        content: [{
          type: "tool_use",
          id: "t1",
          name: "Write",
          input: { "file_path": "a.md", content: "x" },
        }],
      },
      uuid: "u2",
      timestamp: at,
      cwd,
    },
    {
      type: "user",
      message: {
        role: "user",
        content: [{
          type: "tool_result",
          "tool_use_id": "t1",
          content: "File created successfully at: a.md",
        }],
      },
      toolUseResult: {
        type: "create",
        filePath: "a.md",
        content: "x",
        structuredPatch: [],
        originalFile: null,
      },
      uuid: "u3",
      cwd,
    },
    { type: "system", subtype: "compact_boundary", uuid: "u4" },
    {
      type: "user",
      message: {
        role: "user",
        content: [{
          type: "tool_result",
          "tool_use_id": "t2",
          content: "Error: file modified",
          "is_error": true,
        }],
      },
      toolUseResult: "Error: file modified",
      uuid: "u5",
    },
  ];
  const cut =
    '{"parentUuid":"u5","type":"assistant","message":{"id":"m2","role":"assi';
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n${cut}`;
}

async function withTranscript(box: Sandbox, text: string): Promise<string> {
  const folder = `${box.home}/.claude/projects/-p`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/t.jsonl`, text);
  return `${folder}/t.jsonl`;
}

function linksIn(entry: string | undefined): string | null {
  return /^- notes: (.*)$/m.exec(entry ?? "")?.[1] ?? null;
}

Deno.test("Without a ledger the touched notes come from the transcript, whose last line is cut", async () => {
  await using box = await sandbox({ notes: { "a.md": "x" } });
  const transcript = await withTranscript(box, minimalTranscript(box.vault));
  const event = { reason: "other", "transcript_path": transcript };
  assertSilent(await box.run("session-end", event));
  const entries = await journalEntries(box);
  assertEquals(entries.length, 1);
  assertEquals(linksIn(entries[0]), "[[a]]");
  assertEquals(await complaints(box), []);
});

Deno.test("With a ledger the transcript is not asked", async () => {
  await using box = await sandbox({ notes: { "a.md": "x", "b.md": "x" } });
  const transcript = await withTranscript(box, minimalTranscript(box.vault));
  await box.run("post-tool-use", edited(`${box.vault}/b.md`));
  await box.run("session-end", {
    reason: "other",
    "transcript_path": transcript,
  });
  assertEquals(linksIn((await journalEntries(box))[0]), "[[b]]");
});

Deno.test("A transcript that is missing, a folder, a device, empty or binary is a session without notes", async () => {
  await using box = await sandbox();
  const text = await withTranscript(box, "\0\u0001\uFFFF\n\n{]\n");
  const paths: unknown[] = [
    `${box.home}/.claude/projects/-nope/x.jsonl`,
    "",
    `${box.home}/.claude/projects`,
    "/dev/null",
    "/proc/self/mem",
    text,
    null,
    7,
  ];
  for (const [n, path] of paths.entries()) {
    const event = {
      "session_id": `s${n}`,
      reason: "other",
      "transcript_path": path,
    };
    assertSilent(await box.run("session-end", event));
  }
  const entries = await journalEntries(box);
  assertEquals(entries.length, paths.length);
  assertEquals(entries.map(linksIn), paths.map(() => null));
});

Deno.test("A session is journaled where it began, not where it went", async () => {
  await using box = await sandbox();
  await box.run("session-start", { source: "startup" });
  await box.run("session-end", { reason: "other", cwd: "/tmp/elsewhere" });
  const [entry = ""] = await journalEntries(box);
  assertMatch(entry, /· my project\n/);
  assert(!entry.includes("elsewhere"));
});

Deno.test("A project's name can break neither the entry nor what follows it", async () => {
  await using box = await sandbox();
  const cwd =
    "/tmp/x\n## 2026-01-01T00:00:00Z · forged [[link]] #tag `code` $x$ %%";
  await box.run("session-end", { reason: "a\n- b `c`", cwd });
  const text = await journalText(box);
  assertEquals((await journalEntries(box)).length, 1);
  assertEquals(text.match(/^## /gm)?.length, 1);
  assert(!/(?<!\\)\[\[link/.test(text.replace(/`+[^`]+`+/g, "")), text);
});

Deno.test("SessionEnd twice is one entry", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  await box.run("post-tool-use", edited(`${box.vault}/a.md`));
  const runs = await Promise.all([
    box.run("session-end", { reason: "other" }),
    box.run("session-end", { reason: "other" }),
  ]);
  runs.forEach(assertSilent);
  assertSilent(await box.run("session-end", { reason: "other" }));
  assertEquals((await journalEntries(box)).length, 1);
});

Deno.test("A session that goes on after its end is journaled again, with what came since", async () => {
  await using box = await sandbox({ notes: { "a.md": "a", "b.md": "b" } });
  await box.run("session-start", { source: "startup" });
  await box.run(
    "post-tool-use",
    edited(`${box.vault}/a.md`, { "tool_use_id": "t1" }),
  );
  await box.run("session-end", { reason: "other" });
  await box.run("session-start", { source: "resume" });
  await box.run(
    "post-tool-use",
    edited(`${box.vault}/b.md`, { "tool_use_id": "t2" }),
  );
  await box.run("session-end", { reason: "other" });
  assertEquals((await journalEntries(box)).map(linksIn), ["[[a]]", "[[b]]"]);
});

for (const back of ["session-start", "session-end"] as const) {
  Deno.test(`A vault that is not there is not made: entries wait and are delivered by a ${back} when it is back`, async () => {
    await using box = await sandbox({ notes: null });
    const { vault } = box;
    for (const id of ["first", "second"]) {
      const event = { "session_id": id, reason: "other" };
      assertSilent(await box.run("session-end", event));
    }
    assert(!await exists(`${box.home}/Documents`));
    assertEquals((await spooled(box)).length, 2);
    assertEquals((await complaints(box)).length, 2);
    await Deno.mkdir(vault, { recursive: true });
    const third = { "session_id": "third", reason: "other", source: "startup" };
    await box.run(back, third);
    await box.settled();
    const entries = await journalEntries(box);
    const ids = entries.map((entry) => /session: `(\w+)`/.exec(entry)?.[1]);
    assertEquals(
      ids,
      back === "session-end" ? ["first", "second", "third"] : [
        "first",
        "second",
      ],
    );
    assertEquals(await spooled(box), []);
    await box.run(back, { ...third, "session_id": "fourth" });
    assertEquals(
      (await journalText(box)).match(/session: `first`/g)?.length,
      1,
    );
  });
}

Deno.test("An entry that waited is journaled on the day it is of", async () => {
  await using box = await sandbox({
    notes: null,
    config: "journal:\n  day: utc\n",
  });
  await box.run("session-end", { reason: "other" });
  const [name = ""] = await spooled(box);
  const path = `${box.places.state}/spool/${name}`;
  const text = await Deno.readTextFile(path);
  const today = new Date().toISOString().slice(0, 10);
  assert(text.includes(`"at":"${today}`), text);
  await Deno.writeTextFile(path, text.replace(today, "2026-01-02"));
  await Deno.mkdir(box.vault, { recursive: true });
  await box.run("session-end", { reason: "other", "session_id": "later" });
  assertMatch(
    await Deno.readTextFile(`${box.vault}/journal/2026-01-02.md`),
    /summary: Sessions of 2026-01-02[\s\S]*## 2026-01-02T/,
  );
});

Deno.test("What cannot be read in the spool is set aside, and the rest delivered", async () => {
  await using box = await sandbox();
  const spool = `${box.places.state}/spool`;
  await Deno.mkdir(spool, { recursive: true });
  for (const [name, text] of Object.entries({ a: "{", b: "null", c: "[]" })) {
    await Deno.writeTextFile(
      `${spool}/000000000000001-journal-${name}.json`,
      text,
    );
  }
  assertSilent(await box.run("session-end", { reason: "other" }));
  assertEquals((await journalEntries(box)).length, 1);
  assertEquals(await spooled(box), []);
});

Deno.test("A journal that is a link out of the vault is not written through", async () => {
  await using box = await sandbox();
  await Deno.mkdir(`${box.home}/out`);
  await Deno.symlink(`${box.home}/out`, `${box.vault}/journal`);
  assertSilent(await box.run("session-end", { reason: "other" }));
  assertEquals([...Deno.readDirSync(`${box.home}/out`)], []);
  assertEquals((await spooled(box)).length, 1);
  assertEquals((await complaints(box)).length, 1);
});

Deno.test("The ledger ends with the session", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  await box.run("session-start", { source: "startup", "session_id": "s" });
  assert(await exists(`${box.places.state}/sessions/open/s`));
  await box.run("session-end", { reason: "logout", "session_id": "s" });
  assert(!await exists(`${box.places.state}/sessions/open/s`));
  const kinds = (await ledgerRecords(box, "s")).map(({ kind }) => kind);
  assertEquals(kinds, ["start", "end"]);
});
