import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { deliverSpooled } from "../../lib/session/deliver_spooled.ts";
import { endSession } from "../../lib/session/end_session.ts";
import { readLedger } from "../../lib/session/ledger.ts";
import { openSessions } from "../../lib/session/open_sessions.ts";
import { recordNote } from "../../lib/session/record_note.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import {
  entriesOf,
  hostEvent,
  journalText,
  type Lab,
  lab,
  spooledNames,
} from "./_lab.ts";
import { run, runStep, stepCommand } from "./_step.ts";

const NOW = new Date("2026-11-30T18:56:24.123Z");

function start(it: Lab, sessionId: string, cwd = "/home/u/my-project"): void {
  recordStart(it.places.state, {
    sessionId,
    at: NOW,
    cwd,
    transcript: null,
    pid: Deno.pid,
    source: "startup",
  });
}

function note(it: Lab, sessionId: string, path: string): void {
  recordNote(it.places.state, {
    sessionId,
    at: NOW,
    path,
    tool: "Write",
    id: null,
  });
}

function end(
  it: Lab,
  sessionId: string | null,
  touched: () => readonly string[] = () => [],
): void {
  endSession({ ...it, event: hostEvent(sessionId), now: NOW, touched });
}

Deno.test("endSession() journals project, notes, reason and session from the ledger", async () => {
  await using it = await lab();
  start(it, "s1");
  note(it, "s1", "b.md");
  note(it, "s1", "folder/a.md");
  note(it, "s1", "b.md");
  end(it, "s1", () => {
    throw new Error("the transcript must not be asked");
  });
  assertMatch(
    Deno.readTextFileSync(`${it.vault}/journal/2026-11-30.md`),
    /^---\nsummary: Sessions of 2026-11-30\ntags:\n {2}- scope\/global\n {2}- type\/log\n---\n\n# Sessions of 2026-11-30\n\n## 2026-11-30T18:56:24Z · my-project\n\n- project: my-project \(`\/home\/u\/my-project`\)\n- notes: \[\[b\]\], \[\[folder\/a\]\]\n- session: `s1` \(prompt_input_exit\) \^s[0-9a-z]{12}\n$/,
  );
  assertEquals(spooledNames(it.places), []);
  assertEquals([...Deno.readDirSync(`${it.places.state}/sessions/open`)], []);
  assertEquals(it.lines, []);
});

Deno.test("endSession() journals what the session came to, and has it in the spool first", async () => {
  await using it = await lab();
  const summary = [
    "request: Make it *faster*",
    "decided: A map, since [[lists]] are slow",
  ];
  const event = hostEvent("s1");
  const touched = (): string[] => [];
  await Deno.rename(it.vault, `${it.vault}-away`);
  start(it, "s1");
  endSession({ ...it, event, now: NOW, touched, summary });
  const [name = ""] = spooledNames(it.places);
  const spooled = await Deno.readTextFile(`${it.places.state}/spool/${name}`);
  assertEquals(JSON.parse(spooled).entry.summary, summary);
  await Deno.rename(`${it.vault}-away`, it.vault);
  // Another one that asks later, and is told something else, changes nothing.
  endSession({ ...it, event, now: NOW, touched, summary: ["open: no"] });
  const text = journalText(it.vault);
  assertEquals(entriesOf(text), ["s1 prompt_input_exit"]);
  assertStringIncludes(
    text,
    "- request: Make it \\*faster\\*\n- decided: A map, since \\[\\[lists\\]\\] are slow\n- session: `s1`",
  );
});

Deno.test("a spooled entry whose summary is no list of texts is set aside", async () => {
  await using it = await lab();
  start(it, "s1");
  await Deno.rename(it.vault, `${it.vault}-away`);
  end(it, "s1");
  const [name = ""] = spooledNames(it.places);
  const path = `${it.places.state}/spool/${name}`;
  const value = JSON.parse(await Deno.readTextFile(path));
  value.entry.summary = ["open: a", 5];
  await Deno.writeTextFile(path, JSON.stringify(value));
  await Deno.rename(`${it.vault}-away`, it.vault);
  assertEquals(deliverSpooled(it), 0);
  assertEquals(spooledNames(it.places), [`${name}.bad`]);
});

Deno.test("endSession() twice for one end journals once", async () => {
  await using it = await lab();
  start(it, "s1");
  end(it, "s1");
  end(it, "s1");
  assertEquals(entriesOf(journalText(it.vault)), ["s1 prompt_input_exit"]);
});

Deno.test("endSession() at the same moment from two processes journals once", async () => {
  await using it = await lab();
  const step = { step: "end", home: it.home, vault: it.vault } as const;
  for (const known of [true, false]) {
    const id = `known-${known}`;
    if (known) start(it, id);
    await Promise.all([runStep({ ...step, id }), runStep({ ...step, id })]);
    const entries = entriesOf(journalText(it.vault));
    assertEquals(entries.filter((entry) => entry.startsWith(id)).length, 1);
  }
});

Deno.test("endSession() of a resumed session tells only what is new", async () => {
  await using it = await lab();
  start(it, "s1");
  note(it, "s1", "first.md");
  end(it, "s1");
  start(it, "s1");
  note(it, "s1", "second.md");
  end(it, "s1");
  const [, first = "", second = ""] = journalText(it.vault).split(/^## /m);
  assertStringIncludes(first, "- notes: [[first]]\n");
  assertStringIncludes(second, "- notes: [[second]]\n");
  assertEquals(entriesOf(journalText(it.vault)).length, 2);
});

Deno.test("endSession() without a ledger asks the transcript, and that once", async () => {
  await using it = await lab();
  end(it, "s1", () => ["x.md", "y.md"]);
  end(it, "s1", () => ["z.md"]);
  assertStringIncludes(journalText(it.vault), "- notes: [[x]], [[y]]\n");
  assertEquals(entriesOf(journalText(it.vault)).length, 1);
});

Deno.test("endSession() journals without notes when the transcript cannot be read", async () => {
  await using it = await lab();
  end(it, "s1", () => {
    throw new Error("broken");
  });
  assertEquals(entriesOf(journalText(it.vault)).length, 1);
  assertEquals(it.lines, ["ERROR Cannot read the transcript: Error: broken"]);
});

Deno.test("endSession() asks the transcript also when the ledger's only line was cut off", async () => {
  await using it = await lab();
  await Deno.mkdir(`${it.places.state}/sessions`, { recursive: true });
  Deno.writeTextFileSync(`${it.places.state}/sessions/s1.jsonl`, '{"kind":"st');
  end(it, "s1", () => ["x.md"]);
  assertStringIncludes(journalText(it.vault), "- notes: [[x]]\n");
});

Deno.test("endSession() is not stopped by a broken entry of its own in the spool", async () => {
  await using it = await lab();
  start(it, "s1");
  await Deno.mkdir(`${it.places.state}/spool`);
  const broken = `${it.places.state}/spool/000000000000001-journal-s1-1.json`;
  await Deno.writeTextFile(broken, "{");
  end(it, "s1");
  assertEquals(entriesOf(journalText(it.vault)), ["s1 prompt_input_exit"]);
  assertEquals(spooledNames(it.places), [
    "000000000000001-journal-s1-1.json.bad",
  ]);
});

Deno.test("endSession() without a usable id journals each time, as unknown", async () => {
  await using it = await lab();
  end(it, null, () => ["x.md"]);
  end(it, null);
  assertEquals(entriesOf(journalText(it.vault)), [
    "unknown prompt_input_exit",
    "unknown prompt_input_exit",
  ]);
  assertStringIncludes(
    journalText(it.vault),
    "- project: my proj (`/home/u/my proj`)",
  );
});

Deno.test("endSession() spools while the vault is away and delivers when it is back", async () => {
  await using it = await lab();
  await Deno.remove(it.vault);
  start(it, "s1");
  end(it, "s1");
  start(it, "s2");
  end(it, "s2");
  assertEquals(spooledNames(it.places).length, 2);
  assertThrows(() => Deno.statSync(it.vault), Deno.errors.NotFound);
  assertEquals(it.lines.length, 2, "one line for each hook");
  assertMatch(
    it.lines[0] ?? "",
    /^WARN Journal entries stay in the spool: .*vault/,
  );

  await Deno.mkdir(it.vault);
  assertEquals(deliverSpooled(it), 2);
  assertEquals(entriesOf(journalText(it.vault)), [
    "s1 prompt_input_exit",
    "s2 prompt_input_exit",
  ]);
  assertEquals(spooledNames(it.places), []);
});

Deno.test("endSession() spools when the vault is a file", async () => {
  await using it = await lab();
  await Deno.remove(it.vault);
  await Deno.writeTextFile(it.vault, "mine");
  end(it, "s1");
  assertEquals(spooledNames(it.places).length, 1);
  assertEquals(await Deno.readTextFile(it.vault), "mine");
});

Deno.test("endSession() spools when the vault cannot be written", async () => {
  await using it = await lab();
  await Deno.chmod(it.vault, 0o555);
  // Root may write everywhere, so the process is kept from it as well.
  const { code, lines } = await runStep(
    { step: "end", home: it.home, vault: it.vault, id: "s1" },
    ["--allow-all", `--deny-write=${it.vault}`],
  );
  assertEquals(code, 0);
  assertEquals(lines.length, 1);
  assertEquals(spooledNames(it.places).length, 1);
  await Deno.chmod(it.vault, 0o755);
  assertEquals(deliverSpooled(it), 1);
});

Deno.test("endSession() journals at once when the state folder cannot be written", async () => {
  await using it = await lab();
  for (const id of ["s1", undefined]) {
    const { code, stderr } = await runStep(
      { step: "end", home: it.home, vault: it.vault, ...(id ? { id } : {}) },
      ["--allow-all", `--deny-write=${it.places.state}`],
    );
    assertEquals([code, stderr], [0, ""]);
  }
  assertEquals(entriesOf(journalText(it.vault)), [
    "s1 prompt_input_exit",
    "unknown prompt_input_exit",
  ]);
});

Deno.test("endSession() on a full disk tears no journal and keeps the entry in the spool", async () => {
  await using it = await lab();
  await Deno.mkdir(`${it.vault}/journal`);
  const path = `${it.vault}/journal/2026-11-30.md`;
  // No file may grow beyond 64 KiB, and the journal lacks some bytes to that: the write is cut as on a full disk.
  const before = "x".repeat(64 * 1024 - 50);
  await Deno.writeTextFile(path, before);
  start(it, "s1");
  note(it, "s1", "kept.md");
  const command = stepCommand({
    step: "end",
    home: it.home,
    vault: it.vault,
    id: "s1",
    now: NOW.getTime(),
  });
  const limited = [
    "bash",
    "-c",
    `trap '' XFSZ; ulimit -f 64; exec "$@"`,
    "bash",
    ...command,
  ];
  const { code, lines, stderr } = await run(limited);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(lines.join(), /^WARN Journal entries stay in the spool: /);
  assertEquals(await Deno.readTextFile(path), before);
  assertEquals(spooledNames(it.places).length, 1);

  assertEquals(deliverSpooled(it), 1);
  const after = await Deno.readTextFile(path);
  assert(after.startsWith(`${before}\n\n## 2026-11-30T18:56:24Z`));
  assertStringIncludes(after, "- notes: [[kept]]\n");
});

Deno.test("endSession() on a disk too full for the journal's first entry leaves no empty file", async () => {
  await using it = await lab();
  // Nothing at all can be written, so the session stays open in its ledger for the next SessionStart.
  start(it, "s1");
  const ledger = readLedger(it.places.state, "s1");
  const command = stepCommand({
    step: "end",
    home: it.home,
    vault: it.vault,
    id: "s1",
  });
  const { code } = await run([
    "bash",
    "-c",
    `trap '' XFSZ; ulimit -f 0; exec "$@" 2>/dev/null`,
    "bash",
    ...command,
  ]);
  assert(code !== 0, "the caller has to learn that nothing was kept");
  assertEquals([...Deno.readDirSync(`${it.vault}/journal`)], []);
  assertEquals(spooledNames(it.places), []);
  assertEquals(readLedger(it.places.state, "s1"), ledger);
});

Deno.test("endSession() that can neither spool nor end the ledger journals at once, and nobody does so again", async () => {
  await using it = await lab();
  start(it, "s1");
  Deno.writeTextFileSync(`${it.places.state}/spool`, "in the way");
  const ledger = `${it.places.state}/sessions/s1.jsonl`;
  const size = Deno.statSync(ledger).size;
  const filler = `${"x".repeat(64 * 1024 - size - 10)}\n`;
  Deno.writeTextFileSync(ledger, filler, { append: true });
  const command = stepCommand({
    step: "end",
    home: it.home,
    vault: it.vault,
    id: "s1",
  });
  const limit = `trap '' XFSZ; ulimit -f 64; exec "$@"`;
  const { code, lines } = await run(["bash", "-c", limit, "bash", ...command]);
  assertEquals([code, lines.length], [0, 2]);
  assertEquals(entriesOf(journalText(it.vault)), ["s1 prompt_input_exit"]);
  assertEquals(openSessions(it.places.state), []);
  assertEquals(readLedger(it.places.state, "s1"), null);
});

Deno.test("endSession() 50 times at once leaves 50 whole entries", async () => {
  await using it = await lab();
  const ids = Array.from({ length: 50 }, (_, index) => `session-${index}`);
  await Promise.all(ids.map((id) =>
    runStep({
      step: "end",
      home: it.home,
      vault: it.vault,
      id,
      now: NOW.getTime(),
      touched: [`${id}.md`],
    })
  ));
  deliverSpooled(it);
  const entries = entriesOf(journalText(it.vault));
  assertEquals(
    entries.sort(),
    ids.map((id) => `${id} prompt_input_exit`).sort(),
  );
  assertEquals(spooledNames(it.places), []);
});

Deno.test("endSession() writes nothing that others can read, but for the journal", async () => {
  await using it = await lab();
  start(it, "s1");
  note(it, "s1", "a.md");
  await Deno.rename(it.vault, `${it.vault}-away`);
  end(it, "s1");
  const open: string[] = [];
  const walk = (folder: string): void => {
    if (((Deno.statSync(folder).mode ?? 0) & 0o077) !== 0) open.push(folder);
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) walk(path);
      else if (((Deno.statSync(path).mode ?? 0) & 0o077) !== 0) open.push(path);
    }
  };
  walk(it.places.state);
  assertEquals(open, []);
});

Deno.test("endSession() takes secrets out of the project's name and path", async () => {
  await using it = await lab();
  start(it, "s1", "/home/u/AKIAEXAMPLEEXAMPLE00");
  end(it, "s1");
  end(it, null);
  const text = journalText(it.vault) +
    Deno.readTextFileSync(`${it.places.state}/sessions/s1.jsonl`);
  assert(!text.includes("EXAMPLE"));
  assertStringIncludes(text, "- project: \\[secret\\] (`/home/u/[secret]`)");
});
