import { assert, assertEquals, assertMatch } from "@std/assert";
import { pathsBelow } from "../_support/files_below.ts";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, SESSION } from "../_support/sandbox.ts";
import { CAN_MOUNT, fill, readOnly, smallDisk } from "../_support/mount.ts";
import { complaints } from "../hooks/_state.ts";
import { assertKept } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { prompted, stopped, used } from "./_events.ts";
import { modeOf } from "./_mode.ts";
import { spooledRows } from "./_rows.ts";
import { stubDaemon } from "./_stub_daemon.ts";
import { findPlaces } from "../../lib/place.ts";
import { daemonEnded } from "../_support/daemon_ended.ts";

/** Runs all three hooks; gives what they said. */
async function turn(
  box: Sandbox,
  env: Record<string, string> = box.env,
): Promise<ProgramResult[]> {
  return [
    await box.run("capture-prompt", prompted("Hi"), { env }),
    await box.run("capture-tool", used(), { env }),
    await box.run("capture-stop", stopped("Done."), { env }),
  ];
}

/** Asserts that no hook was in the way, whatever it had to say. */
function assertHarmless(runs: readonly ProgramResult[]): void {
  for (const { code, signal, stdout, stderr } of runs) {
    assertEquals([code, signal, stdout], [0, null, ""], stderr);
    for (const line of stderr.split("\n").slice(0, -1)) {
      assertMatch(line, /^WARN memory-capture-(?:prompt|tool|stop): [a-z_]+: /);
    }
  }
}

Deno.test("all that capture keeps is private", async () => {
  await using box = await captureBox();
  for (const run of await turn(box)) assertKept(run);
  await box.run("capture-prompt", prompted("<private>x"));
  const found: string[] = [];
  for (const path of await pathsBelow(box.places.state)) {
    const { isDirectory } = await Deno.lstat(path);
    found.push(path.slice(box.places.state.length + 1).split("/")[1] ?? "");
    assertEquals(await modeOf(path), isDirectory ? 0o700 : 0o600, path);
  }
  for (const name of ["spool", "traces", "private"]) {
    assert(found.includes(name), `${name} is not there`);
  }
});

Deno.test("a state folder that cannot be written: rows are sent, though not kept; but nobody can tell whether a turn is private", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  await using _ = await readOnly(box.places.state);
  const runs = await turn(box);
  assertHarmless(runs);
  if (!CAN_MOUNT) return;
  assertEquals(await spooledRows(box), []);
  const [prompt, tool, stop] = runs;
  assertEquals(tool?.stderr, "");
  const sent = [prompt, stop].filter((run) => run?.stderr === "").length;
  for (const { payload, spooled } of await daemon.take(sent)) {
    assertEquals(spooled, null);
    assertEquals(
      payload.prompt_redacted ?? payload.last_assistant_message_redacted,
      payload.prompt_redacted === undefined ? "" : "Hi",
    );
  }
});

Deno.test("a state folder that cannot be written any more: a private turn stays private, though it cannot be marked", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  for (const run of await turn(box)) assertKept(run);
  await daemon.take(3);
  await using _ = await readOnly(box.places.state);
  const runs = [
    await box.run("capture-prompt", prompted("<private>PLANTED-1")),
    await box.run("capture-tool", used({ tool_input: { a: "PLANTED-2" } })),
    await box.run("capture-stop", stopped("PLANTED-3")),
  ];
  assertHarmless(runs);
  if (!CAN_MOUNT) return;
  const [row, ...more] = (await daemon.take(4)).slice(3);
  assertEquals(more, []);
  assertEquals(row?.kind, "memory.claude_session_completed");
  assertEquals(row?.payload.last_assistant_message_redacted, "");
  assertEquals(JSON.stringify(row).includes("PLANTED"), false);
});

Deno.test("a disk that is full: no half row, and nobody is in the way", async () => {
  await using box = await captureBox();
  const spool = `${box.places.capture}/spool`;
  await Deno.mkdir(spool, { recursive: true });
  if (!CAN_MOUNT) {
    await Deno.remove(spool);
    await Deno.writeTextFile(spool, "");
    assertHarmless(await turn(box));
    return;
  }
  await using _ = await smallDisk(spool, 64 * 1024);
  const filling = await fill(spool);
  assertHarmless(await turn(box));
  assertEquals(await spooledRows(box), []);
  await Deno.remove(filling);
  for (const run of await turn(box)) assertKept(run);
  assertEquals((await spooledRows(box)).length, 3);
});

Deno.test("a disk that is full where traces are: a row has a trace all the same", async () => {
  await using box = await captureBox();
  const traces = `${box.places.capture}/traces`;
  await Deno.mkdir(box.places.capture, { recursive: true, mode: 0o700 });
  if (!CAN_MOUNT) await Deno.writeTextFile(traces, "");
  else await Deno.mkdir(traces, { mode: 0o700 });
  await using _ = CAN_MOUNT ? await smallDisk(traces, 16 * 1024) : null;
  if (CAN_MOUNT) await fill(traces);
  for (const run of await turn(box)) assertKept(run);
  const rows = await spooledRows(box);
  assertEquals(rows.length, 3);
  for (const { payload } of rows) {
    assertMatch(String(payload["trace_id"]), /^(?!0{32})[0-9a-f]{32}$/);
  }
  assertMatch((await complaints(box)).join("\n"), /trace/);
});

Deno.test("folders of capture that are files: nobody is in the way", async () => {
  await using box = await captureBox();
  await Deno.writeTextFile(box.places.capture, "a file");
  const runs = await turn(box);
  assertHarmless(runs);
  assertEquals(await Deno.readTextFile(box.places.capture), "a file");
  for (const { stderr } of runs) {
    assertEquals(stderr.includes("waits in the spool"), false, stderr);
  }
  assert((await complaints(box)).length > 0);
});

Deno.test("a home that is not there: nobody is in the way", async () => {
  await using box = await captureBox();
  const env = {
    ...box.env,
    HOME: `${box.home}/none`,
    DENO_DIR: `${box.home}/deno`,
  };
  assertHarmless(await turn(box, env));
  // Where it could be made, a daemon was started in it, which the box knows nothing of.
  const variables: Record<string, string> = env;
  await daemonEnded(
    findPlaces((name) => variables[name], box.home, () => false),
  );
});

Deno.test("a settings file that is broken: the defaults count", async () => {
  await using box = await captureBox({ config: "capture: [\n" });
  for (const run of await turn(box)) assertKept(run);
  assertEquals((await spooledRows(box)).length, 3);
});

Deno.test("a hook inside a program that a hook started captures nothing", async () => {
  await using box = await captureBox();
  const env = { ...box.env, MEMORY_HOOKS_INSIDE: "1" };
  for (const { code, stdout, stderr } of await turn(box, env)) {
    assertEquals([code, stdout, stderr], [0, "", ""]);
  }
  assertEquals(await spooledRows(box), []);
});

Deno.test("with OpenTelemetry on, a hook leaves one line of numbers for the daemon", async () => {
  await using box = await captureBox();
  // No collector is there: a hook never asks for one.
  const env = {
    ...box.env,
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
  };
  const key = "AKIA" + "1234567890PLANTD";
  assertKept(
    await box.run("capture-prompt", prompted(`${key} ${key}`), { env }),
  );
  assertHarmless([await box.run("capture-stop", "junk", { env })]);
  const text = await Deno.readTextFile(
    `${box.places.capture}/telemetry/hooks.jsonl`,
  );
  const [prompt, stop, ...more] = text.trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  assertEquals(more, []);
  const [row] = await spooledRows(box);
  assertEquals(
    [prompt.hookKind, prompt.sessionId, prompt.redactionMatchCount],
    ["userpromptsubmit", SESSION, 2],
  );
  assertEquals(prompt.redactions, { aws_access_key: 2 });
  assertEquals(prompt.traceId, row?.payload.trace_id);
  assert(prompt.durationMs > 0);
  assertEquals(
    [stop.hookKind, stop.outcome, stop.sessionId],
    ["stop", "invalid_payload", null],
  );
  assert(!text.includes(key));
  assertEquals(await pathsBelow(`${box.places.capture}/telemetry`), [
    `${box.places.capture}/telemetry/hooks.jsonl`,
  ]);
});

Deno.test("with OpenTelemetry off, a hook leaves nothing for it", async () => {
  await using box = await captureBox();
  await turn(box);
  assertEquals(await pathsBelow(`${box.places.capture}/telemetry`), []);
});
