// One step of a hook as a process of its own: deno run _program.ts '{"step":"end","home":…,"vault":…,"id":…}'.
import { deliverSpooled } from "../../lib/session/deliver_spooled.ts";
import { endSession } from "../../lib/session/end_session.ts";
import { journalTheDead } from "../../lib/session/journal_the_dead.ts";
import { recordNote } from "../../lib/session/record_note.ts";
import { recordStart } from "../../lib/session/record_start.ts";
import { dieAt } from "./_die_at.ts";
import { hostEvent, memoryLog, settings } from "./_lab.ts";
import type { Step } from "./_step.ts";

const step = JSON.parse(Deno.args[0] ?? "{}") as Step;
const { places, config } = settings(step.home, step.vault);
const lines: string[] = [];
const surroundings = { places, config, log: memoryLog(lines) };
const now = new Date(step.now ?? Date.now());
const id = step.id ?? "none";

/** So that an entry is long enough to be cut off in many places. */
const SUMMARY = ["request: Make it faster", "open: Measure it; ask for *more*"];

if (step.dieAt !== undefined) dieAt(step.dieAt);
let result: unknown = null;
if (step.step === "start") {
  result = recordStart(places.state, {
    sessionId: id,
    at: now,
    cwd: "/home/u/my proj",
    transcript: null,
    pid: step.pid ?? Deno.pid,
    source: "startup",
  });
} else if (step.step === "note") {
  result = recordNote(places.state, {
    sessionId: id,
    at: now,
    path: step.note ?? "a.md",
    tool: "Write",
    id: step.toolUseId ?? null,
  });
} else if (step.step === "end") {
  endSession({
    ...surroundings,
    event: hostEvent(step.id ?? null),
    now,
    touched: () => step.touched ?? [],
    summary: SUMMARY,
  });
} else if (step.step === "deliver") {
  result = deliverSpooled(surroundings);
} else {
  result = await journalTheDead({
    ...surroundings,
    now,
    ownId: id,
    summaryOf: () => SUMMARY,
  });
}
Deno.stdout.writeSync(
  new TextEncoder().encode(JSON.stringify({ result: result ?? null, lines })),
);
