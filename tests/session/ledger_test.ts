import { assertEquals, assertThrows } from "@std/assert";
import {
  hasEnded,
  lastStart,
  notesSinceLastEnd,
  parseLedger,
  readLedger,
} from "../../lib/session/ledger.ts";
import { openSessions } from "../../lib/session/open_sessions.ts";
import { recordNote } from "../../lib/session/record_note.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import { lab } from "./_lab.ts";
import { runStep } from "./_step.ts";

const AT = new Date("2026-11-30T10:00:00.000Z");
const START = {
  sessionId: "s1",
  at: AT,
  cwd: "/home/u/p",
  transcript: "/home/u/t.jsonl",
  pid: 4711,
  source: "startup",
};
const NOTE = {
  sessionId: "s1",
  at: AT,
  path: "a.md",
  tool: "Write",
  id: "toolu_1",
};

Deno.test("recordStart() does not wait for a lock that is never let go", async () => {
  await using it = await lab();
  recordStart(it.places.state, START);
  const path = `${it.places.state}/sessions/s1.jsonl`;
  // Another open file of the same process locks just as another process does.
  using held = await Deno.open(path, { read: true, write: true });
  await held.lock(true);
  // Held until the end: it would wait for ever.
  recordStart(it.places.state, { ...START, source: "resume" });
  assertEquals(
    readLedger(it.places.state, "s1")?.records.map((record) =>
      record.kind === "start" && record.source
    ),
    ["startup", "resume"],
  );
});

Deno.test("recordNote() loses no note to a lock that is never let go", async () => {
  await using it = await lab();
  recordStart(it.places.state, START);
  const path = `${it.places.state}/sessions/s1.jsonl`;
  using held = await Deno.open(path, { read: true, write: true });
  await held.lock(true);
  assertEquals(recordNote(it.places.state, NOTE), true);
  const ledger = readLedger(it.places.state, "s1");
  assertEquals(ledger && notesSinceLastEnd(ledger), ["a.md"]);
});

Deno.test("recordStart() and recordNote() append one line each", async () => {
  await using it = await lab();
  recordStart(it.places.state, START);
  recordNote(it.places.state, { ...NOTE, agent: "agent1" });
  assertEquals(
    Deno.readTextFileSync(`${it.places.state}/sessions/s1.jsonl`),
    '{"kind":"start","at":"2026-11-30T10:00:00.000Z","cwd":"/home/u/p","project":"p","transcript":"/home/u/t.jsonl","pid":4711,"source":"startup"}\n' +
      '{"kind":"note","at":"2026-11-30T10:00:00.000Z","path":"a.md","tool":"Write","id":"toolu_1","agent":"agent1"}\n',
  );
});

Deno.test("recordNote() begins a ledger where SessionStart never ran", async () => {
  await using it = await lab();
  assertEquals(recordNote(it.places.state, NOTE), true);
  const ledger = readLedger(it.places.state, "s1");
  assertEquals(ledger?.records.map((record) => record.kind), ["note"]);
});

Deno.test("recordNote() keeps one record of a tool use, and each of those without an id", async () => {
  await using it = await lab();
  assertEquals(recordNote(it.places.state, NOTE), true);
  assertEquals(recordNote(it.places.state, NOTE), false);
  recordNote(it.places.state, { ...NOTE, id: null });
  recordNote(it.places.state, { ...NOTE, id: null });
  assertEquals(readLedger(it.places.state, "s1")?.records.length, 3);
});

Deno.test("recordNote() keeps one record of a tool use that 10 processes tell at once", async () => {
  await using it = await lab();
  const step = { step: "note", home: it.home, vault: it.vault } as const;
  const outcomes = await Promise.all(
    Array.from(
      { length: 10 },
      () => runStep({ ...step, id: "s1", toolUseId: "t1" }),
    ),
  );
  assertEquals(outcomes.filter(({ result }) => result === true).length, 1);
  assertEquals(outcomes.filter(({ result }) => result === false).length, 9);
  assertEquals(readLedger(it.places.state, "s1")?.records.length, 1);
});

Deno.test("recordNote() closes a line that was cut off", async () => {
  await using it = await lab();
  recordStart(it.places.state, START);
  const path = `${it.places.state}/sessions/s1.jsonl`;
  Deno.writeTextFileSync(path, '{"kind":"note","at', { append: true });
  assertEquals(readLedger(it.places.state, "s1")?.torn, true);
  recordNote(it.places.state, NOTE);
  const ledger = readLedger(it.places.state, "s1");
  assertEquals(ledger?.records.map((record) => record.kind), ["start", "note"]);
  assertEquals([ledger?.lines, ledger?.torn], [3, false]);
});

Deno.test("recordNote() marks a session as open whose first line was cut off", async () => {
  await using it = await lab();
  await Deno.mkdir(`${it.places.state}/sessions`, { recursive: true });
  Deno.writeTextFileSync(`${it.places.state}/sessions/s1.jsonl`, '{"kind":"st');
  recordNote(it.places.state, NOTE);
  assertEquals(openSessions(it.places.state), ["s1"]);
});

Deno.test("recordStart() refuses an id that cannot be part of a path", async () => {
  await using it = await lab();
  for (const sessionId of ["", ".", "..", "../x", "a/b", "x".repeat(129)]) {
    assertThrows(
      () => recordStart(it.places.state, { ...START, sessionId }),
      RangeError,
    );
  }
  assertThrows(() => Deno.statSync(it.places.state), Deno.errors.NotFound);
});

Deno.test("readLedger() says null where there is no ledger", async () => {
  await using it = await lab();
  assertEquals(readLedger(it.places.state, "s1"), null);
});

const start = '{"kind":"start","at":"2026-11-30T10:00:00Z","cwd":"/p"}\n';
const note = (path: string): string =>
  `{"kind":"note","at":"2026-11-30T10:00:01Z","path":"${path}"}\n`;
const end = (upto: number): string =>
  `{"kind":"end","at":"2026-11-30T10:00:02Z","reason":"other","upto":${upto}}\n`;

Deno.test("parseLedger() passes over what it does not understand", () => {
  const ledger = parseLedger(
    'null\n[]\n"x"\n\n{"kind":"new","at":"2026-11-30T10:00:00Z"}\n{"kind":"note"}\n' +
      '{"kind":"note","at":"yesterday","path":"a"}\n{"kind":"note","at":"2026-11-30T10:00:00Z","path":7}\n' +
      start + '{"kind":"start","at":"2026-11-30T10:00:00Z","pid":"x","cwd":7}',
  );
  assertEquals(ledger.records.length, 2);
  assertEquals(ledger.lines, 10);
  assertEquals(lastStart(ledger), {
    kind: "start",
    at: "2026-11-30T10:00:00Z",
    cwd: null,
    project: "unknown",
    transcript: null,
    pid: null,
    source: null,
  });
});

Deno.test("hasEnded() and notesSinceLastEnd() look at what no entry covers", () => {
  const cases: [string, boolean, string[]][] = [
    ["", false, []],
    [start, false, []],
    [start + note("a"), false, ["a"]],
    [start + note("a") + end(2), true, []],
    [end(0), true, []],
    // Notes that come after the end are a part of the session that is still to be journaled.
    [start + end(1) + note("b") + note("b"), false, ["b"]],
    // Resumed before the end of its killed SessionEnd was delivered.
    [start + note("a") + start + note("b") + end(2), false, ["b"]],
    [start + note("a") + end(2) + start + end(4), true, []],
  ];
  for (const [text, ended, notes] of cases) {
    const ledger = parseLedger(text);
    assertEquals(hasEnded(ledger), ended, text);
    assertEquals(notesSinceLastEnd(ledger), notes, text);
  }
});
