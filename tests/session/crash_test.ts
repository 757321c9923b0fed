import { assert, assertEquals } from "@std/assert";
import { deliverSpooled } from "../../lib/session/deliver_spooled.ts";
import { journalTheDead } from "../../lib/session/journal_the_dead.ts";
import { recordNote } from "../../lib/session/record_note.ts";
import { openSessions } from "../../lib/session/open_sessions.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import { until } from "../_support/until.ts";
import { entriesOf, journalText, lab, spooledNames } from "./_lab.ts";
import { runStep, type Step, stepCommand } from "./_step.ts";

/** A pid that no process has: above the kernel's highest. */
const NOBODY = 2 ** 30;

for (const journal of ["new", "old"]) {
  Deno.test(`endSession() killed at any change of a file is journaled once by the next SessionStart, in a ${journal} journal`, async () => {
    await using it = await lab();
    let expected: string[] = [];
    let died = true;
    let torn = 0;
    let nth = 0;
    while (died) {
      nth++;
      const id = `session-${nth}`;
      begin(it.places.state, id);
      const { signal } = await runStep({ ...step(it, id), dieAt: nth });
      died = signal === "SIGKILL";
      if (isTorn(journalText(it.vault))) torn++;
      await nextStart(it, `later-${nth}`);
      expected.push(id);
      const entries = entriesOf(journalText(it.vault));
      assertEquals(entries.map((entry) => entry.split(" ")[0]), expected);
      const waiting = spooledNames(it.places);
      assertEquals(waiting.filter((name) => name.endsWith(".json")), []);
      assert(nth < 60, "the process has to come to its end");
      if (journal === "new") {
        await Deno.remove(`${it.vault}/journal`, { recursive: true });
        expected = [];
      }
    }
    assert(nth > 12, `it died at ${nth - 1} places only`);
    assertEquals(torn, 1, "it has to die in the middle of the entry");
  });
}

Deno.test("endSession() killed at any change of a file, the session resumed and ended, has one entry for each part", async () => {
  await using it = await lab();
  let died = true;
  for (let nth = 1; died; nth++) {
    const id = `session-${nth}`;
    begin(it.places.state, id);
    const { signal } = await runStep({ ...step(it, id), dieAt: nth });
    died = signal === "SIGKILL";
    // As SessionStart does it: first the record, then the deliveries.
    begin(it.places.state, id, "second.md");
    await nextStart(it, id);
    await runStep(step(it, id));
    const text = journalText(it.vault);
    const own = entriesOf(text).filter((entry) => entry.startsWith(`${id} `));
    // Killed before anything was written, the first part goes on in the second.
    assert(own.length === 2 || (died && own.length === 1), `${nth}: ${own}`);
    const sections = text.split(/^(?=## )/m).filter((part) =>
      part.includes(`\`${id}\``)
    );
    const notes = sections.flatMap((part) => part.match(/\[\[[^\]]+\]\]/g));
    assertEquals(notes, ["[[first]]", "[[second]]"], `killed at ${nth}`);
    assert(nth < 60, "the process has to come to its end");
  }
});

Deno.test("deliverSpooled() and journalTheDead() killed at any change of a file leave one entry each", async () => {
  await using it = await lab();
  const expected: string[] = [];
  for (const what of ["deliver", "dead"] as const) {
    let died = true;
    for (let nth = 1; died; nth++) {
      const id = `${what}-${nth}`;
      begin(it.places.state, id);
      if (what === "deliver") {
        // The vault is away for the session's end.
        await Deno.rename(it.vault, `${it.vault}-away`);
        await runStep(step(it, id));
        await Deno.rename(`${it.vault}-away`, it.vault);
      }
      await until("an answer of ps", async () => {
        const { signal, result } = await runStep({
          ...step(it, "other"),
          step: what,
          dieAt: nth,
        });
        died = signal === "SIGKILL";
        return died || what === "deliver" || result === 1;
      });
      await nextStart(it, "later");
      expected.push(id);
      const entries = entriesOf(journalText(it.vault));
      assertEquals(entries.map((entry) => entry.split(" ")[0]), expected);
      assert(nth < 60, "the process has to come to its end");
    }
  }
});

Deno.test("endSession() after one that was killed at any change of a file journals once", async () => {
  await using it = await lab();
  const expected: string[] = [];
  let died = true;
  for (let nth = 1; died; nth++) {
    const id = `session-${nth}`;
    begin(it.places.state, id);
    const { signal } = await runStep({ ...step(it, id), dieAt: nth });
    died = signal === "SIGKILL";
    await runStep(step(it, id));
    expected.push(id);
    const entries = entriesOf(journalText(it.vault));
    assertEquals(entries.map((entry) => entry.split(" ")[0]), expected);
    assert(nth < 60, "the process has to come to its end");
  }
});

Deno.test("endSession() killed at random moments is journaled once", async () => {
  await using it = await lab();
  const ids = Array.from({ length: 20 }, (_, index) => `random-${index}`);
  for (const id of ids) {
    begin(it.places.state, id);
    const [program = "", ...args] = stepCommand(step(it, id));
    const child = new Deno.Command(program, {
      args,
      stdout: "null",
      stderr: "null",
    }).spawn();
    const timer = setTimeout(() => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has come to its end before.
      }
    }, 40 + Math.random() * 120);
    await child.status;
    clearTimeout(timer);
  }
  await nextStart(it, "later");
  const entries = entriesOf(journalText(it.vault));
  assertEquals(entries.map((it) => it.split(" ")[0]).sort(), ids.sort());
});

/** Whether a journal ends in the middle of something. */
function isTorn(text: string): boolean {
  try {
    return entriesOf(text).length === 0 && text !== "";
  } catch {
    return true;
  }
}

type Lab = Awaited<ReturnType<typeof lab>>;

function step(it: Lab, id: string): Step {
  return { step: "end", home: it.home, vault: it.vault, id };
}

function begin(state: string, sessionId: string, note = "first.md"): void {
  const at = new Date();
  recordStart(state, {
    sessionId,
    at,
    cwd: "/home/u/p",
    transcript: null,
    pid: NOBODY,
    source: "startup",
  });
  recordNote(state, { sessionId, at, path: note, tool: "Write", id: null });
}

async function nextStart(it: Lab, ownId: string): Promise<void> {
  deliverSpooled(it);
  // Where `ps` does not answer in time, as on a slow machine, all count as alive: a later start finds them.
  await until("an answer of ps", async () => {
    await journalTheDead({ ...it, now: new Date(), ownId });
    return openSessions(it.places.state).every((id) => id === ownId);
  });
}
