import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { journalTheDead } from "../../lib/session/journal_the_dead.ts";
import { endSession } from "../../lib/session/end_session.ts";
import { markOpen, openSessions } from "../../lib/session/open_sessions.ts";
import { recordNote } from "../../lib/session/record_note.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import { until } from "../_support/until.ts";
import { entriesOf, hostEvent, journalText, type Lab, lab } from "./_lab.ts";
import { runStep } from "./_step.ts";

const NOBODY = 2 ** 30;
const DAY = 24 * 3_600_000;

function start(
  it: Lab,
  sessionId: string,
  pid: number | null = NOBODY,
  at = new Date(),
): void {
  recordStart(it.places.state, {
    sessionId,
    at,
    cwd: "/home/u/p",
    transcript: null,
    pid,
    source: "startup",
  });
}

function search(
  it: Lab,
  ownId: string | null,
  now = new Date(),
): Promise<number> {
  return journalTheDead({ ...it, now, ownId });
}

/** Searches until killed sessions were found: where `ps` does not answer in time, as on a slow machine, all count as alive. */
async function found(it: Lab, ownId: string | null): Promise<number> {
  let count = 0;
  await until("an answer of ps", async () => {
    count = await search(it, ownId);
    return count > 0;
  });
  return count;
}

Deno.test("journalTheDead() journals a killed session as never ended, at the time of its last record, once", async () => {
  await using it = await lab();
  start(it, "s1", NOBODY, new Date("2026-11-29T10:00:00Z"));
  recordNote(it.places.state, {
    sessionId: "s1",
    at: new Date("2026-11-29T11:22:33Z"),
    path: "a.md",
    tool: "Edit",
    id: "t1",
  });
  assertEquals(await found(it, "s2"), 1);
  assertEquals(await search(it, "s3"), 0);
  const text = Deno.readTextFileSync(`${it.vault}/journal/2026-11-29.md`);
  assertEquals(entriesOf(text), ["s1 killed"]);
  assertStringIncludes(
    text,
    "## 2026-11-29T11:22:33Z · p\n\n- project: p (`/home/u/p`)\n- notes: [[a]]\n- never ended: ",
  );
  assertEquals(openSessions(it.places.state), []);
});

Deno.test("journalTheDead() tells what a killed session came to, where that is known", async () => {
  await using it = await lab();
  start(it, "s1");
  start(it, "s2");
  let count = 0;
  await until("an answer of ps", async () => {
    count = await journalTheDead({
      ...it,
      now: new Date(),
      ownId: null,
      summaryOf: (id) => id === "s1" ? ["request: Make it faster"] : [],
    });
    return count > 0;
  });
  assertEquals(count, 2);
  const text = journalText(it.vault);
  assertEquals(entriesOf(text).toSorted(), ["s1 killed", "s2 killed"]);
  assertEquals(text.match(/^- request: .*$/gm), ["- request: Make it faster"]);
});

Deno.test("journalTheDead() leaves running sessions, ended ones and its own alone", async () => {
  await using it = await lab();
  start(it, "running", Deno.pid);
  start(it, "ended");
  endSession({
    ...it,
    event: hostEvent("ended"),
    now: new Date(),
    touched: () => [],
  });
  start(it, "own");
  assertEquals(await search(it, "own"), 0);
  assertEquals(entriesOf(journalText(it.vault)), ["ended prompt_input_exit"]);
  assertEquals(openSessions(it.places.state), ["own", "running"]);
});

Deno.test("journalTheDead() from two processes at once journals once", async () => {
  await using it = await lab();
  for (let round = 1; round <= 3; round++) {
    start(it, `s${round}`);
    const step = { step: "dead", home: it.home, vault: it.vault } as const;
    await until("an answer of ps", async () => {
      const outcomes = await Promise.all([
        runStep({ ...step, id: "x" }),
        runStep({ ...step, id: "y" }),
      ]);
      assertEquals(outcomes.map(({ stderr }) => stderr), ["", ""]);
      return entriesOf(journalText(it.vault)).length >= round;
    });
    assertEquals(entriesOf(journalText(it.vault)).length, round);
  }
});

Deno.test("journalTheDead() lets a killed session be resumed: its ledger goes on", async () => {
  await using it = await lab();
  start(it, "s1");
  assertEquals(await found(it, "s2"), 1);
  start(it, "s1", Deno.pid);
  assertEquals(await search(it, "s3"), 0);
  endSession({
    ...it,
    event: hostEvent("s1"),
    now: new Date(),
    touched: () => [],
  });
  assertEquals(entriesOf(journalText(it.vault)), [
    "s1 killed",
    "s1 prompt_input_exit",
  ]);
});

Deno.test("journalTheDead() leaves a session alone that is resumed while it looks", async () => {
  await using it = await lab();
  start(it, "s1");
  const ps = `${it.home}/ps`;
  const record = JSON.stringify({
    kind: "start",
    at: new Date().toISOString(),
    pid: Deno.pid,
  });
  await Deno.writeTextFile(
    ps,
    `#!/bin/sh\necho '${record}' >> '${it.places.state}/sessions/s1.jsonl'\nexec ps "$@"\n`,
    { mode: 0o755 },
  );
  const now = new Date();
  assertEquals(await journalTheDead({ ...it, now, ownId: "s2", ps: [ps] }), 0);
  assertEquals(openSessions(it.places.state), ["s1"]);
  assertEquals(journalText(it.vault), "");
});

Deno.test("journalTheDead() takes a session without a process for dead after 7 days without a word in ledger or transcript", async () => {
  await using it = await lab();
  const transcript = `${it.home}/t.jsonl`;
  await Deno.writeTextFile(transcript, "");
  recordStart(it.places.state, {
    sessionId: "s1",
    at: new Date(),
    cwd: null,
    transcript,
    pid: null,
    source: null,
  });
  const ledger = `${it.places.state}/sessions/s1.jsonl`;
  const old = new Date(Date.now() - 8 * DAY);
  assertEquals(await search(it, null), 0);
  await Deno.utime(ledger, old, old);
  assertEquals(await search(it, null), 0);
  await Deno.utime(transcript, old, old);
  assertEquals(await search(it, null), 1);
  assertEquals(entriesOf(journalText(it.vault)), ["s1 killed"]);
});

Deno.test("journalTheDead() removes marks that nothing stands behind, and steps over strange names", async () => {
  await using it = await lab();
  markOpen(it.places.state, "gone");
  markOpen(it.places.state, "empty");
  Deno.writeTextFileSync(`${it.places.state}/sessions/empty.jsonl`, "");
  markOpen(it.places.state, "a b");
  assertEquals(await search(it, null), 0);
  assertEquals(openSessions(it.places.state), ["a b"]);
  assertEquals(journalText(it.vault), "");
});

Deno.test("journalTheDead() spools while the vault is away", async () => {
  await using it = await lab();
  await Deno.remove(it.vault);
  start(it, "s1");
  assertEquals(await found(it, null), 1);
  assertEquals(await search(it, null), 0);
  await Deno.mkdir(it.vault);
  start(it, "s2");
  await found(it, null);
  assertEquals(entriesOf(journalText(it.vault)), ["s1 killed", "s2 killed"]);
});

Deno.test("journalTheDead() sweeps ended ledgers after 30 days, at most once a day", async () => {
  await using it = await lab();
  const sessions = `${it.places.state}/sessions`;
  for (const id of ["old", "new", "open"]) start(it, id, Deno.pid);
  for (const id of ["old", "new"]) {
    endSession({
      ...it,
      event: hostEvent(id),
      now: new Date(),
      touched: () => [],
    });
  }
  const spooled = `${it.places.state}/spool/x.json.1.tmp`;
  Deno.writeTextFileSync(spooled, "");
  const old = new Date(Date.now() - 31 * DAY);
  for (const id of ["old", "open"]) {
    await Deno.utime(`${sessions}/${id}.jsonl`, old, old);
  }
  await Deno.utime(spooled, old, old);
  await search(it, null);
  assertThrows(
    () => Deno.statSync(`${sessions}/old.jsonl`),
    Deno.errors.NotFound,
  );
  assertThrows(() => Deno.statSync(spooled), Deno.errors.NotFound);
  Deno.statSync(`${sessions}/new.jsonl`);
  Deno.statSync(`${sessions}/open.jsonl`);

  await Deno.utime(`${sessions}/new.jsonl`, old, old);
  await search(it, null);
  Deno.statSync(`${sessions}/new.jsonl`);
  await search(it, null, new Date(Date.now() + 1.1 * DAY));
  assertThrows(
    () => Deno.statSync(`${sessions}/new.jsonl`),
    Deno.errors.NotFound,
  );
});
