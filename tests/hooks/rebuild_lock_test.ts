import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FORM } from "../_support/hook_programs.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { briefOf } from "./_answer.ts";
import { graphFiles } from "./_graph.ts";
import { exists, graphifyCalls, stampTime, textOrNothing } from "./_state.ts";

const HOUR_MS = 3_600_000;

async function start(box: Sandbox): Promise<string> {
  return briefOf(await box.run("session-start", { source: "startup" }));
}

/** A sandbox in which a rebuild is due, with a lock in its way. */
async function lockedBox(
  text: string,
  ageMs: number,
  config?: string,
): Promise<Sandbox> {
  const box = await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
    ...(config === undefined ? {} : { config }),
  });
  await box.graphify?.answer("extract", { files: graphFiles("Beta") });
  await Deno.mkdir(box.places.graphCache, { recursive: true });
  await Deno.writeTextFile(box.places.rebuildLock, text);
  const at = new Date(Date.now() - ageMs);
  await Deno.utime(box.places.rebuildLock, at, at);
  return box;
}

function ownerText(pid: number, phase = "running"): string {
  return `${JSON.stringify({ phase, pid, since: Date.now() })}\n`;
}

/** The pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = new Deno.Command("/bin/true").spawn();
  await child.status;
  return child.pid;
}

async function assertReclaimed(box: Sandbox, why: string): Promise<void> {
  assertStringIncludes(await start(box), "Alpha");
  assertStringIncludes(
    (await box.log()).join("\n"),
    `WARN session-start: Took over the rebuild lock: ${why}`,
  );
  await box.settled();
  assertEquals((await graphifyCalls(box, "extract")).length, 1);
  assert(!await exists(box.places.rebuildLock));
  assert(await stampTime(box) !== null);
}

async function assertRespected(box: Sandbox, text: string): Promise<void> {
  assertStringIncludes(await start(box), "Alpha");
  assertStringIncludes((await box.log()).join("\n"), "another tool holds it");
  assertEquals(await Deno.readTextFile(box.places.rebuildLock), text);
  assertEquals(await graphifyCalls(box, "extract"), []);
}

Deno.test("A lock whose owner is dead is reclaimed, with a log line", async () => {
  const pid = await deadPid();
  await using box = await lockedBox(ownerText(pid), 0);
  await assertReclaimed(box, `its owner, process ${pid}, is gone`);
});

Deno.test("A lock whose owner's pid is in use by something else is reclaimed", async () => {
  await using box = await lockedBox(ownerText(Deno.pid), 0);
  await assertReclaimed(box, `its owner, process ${Deno.pid}, is gone`);
});

Deno.test("A lock whose worker never came is reclaimed after the time of the handover", async () => {
  const text = ownerText(await deadPid(), "starting");
  await using box = await lockedBox(text, 60_000);
  await assertReclaimed(box, "its owner");
});

Deno.test("A lock of another tool that is older than the rebuild timeout is reclaimed", async () => {
  await using box = await lockedBox("12345\n", 3 * HOUR_MS);
  await assertReclaimed(box, "it is older than the rebuild timeout");
});

Deno.test("The configured rebuild timeout decides what is old", async () => {
  const config = "graph:\n  rebuild_timeout_minutes: 300\n";
  await using box = await lockedBox("12345\n", 3 * HOUR_MS, config);
  await assertRespected(box, "12345\n");
});

for (const text of ["", "12345\n", '{"pid": 1}', "\0\0\0", "[]"]) {
  Deno.test(`A fresh lock of another tool is respected: ${JSON.stringify(text)}`, async () => {
    await using box = await lockedBox(text, 60_000);
    await assertRespected(box, text);
  });
}

Deno.test("A folder as another tool's lock is respected while it is fresh, and reclaimed when it is old", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
  });
  await box.graphify?.answer("extract", { files: graphFiles("Beta") });
  await Deno.mkdir(box.places.rebuildLock, { recursive: true });
  await start(box);
  assertStringIncludes((await box.log()).join("\n"), "another tool holds it");
  assertEquals(await graphifyCalls(box, "extract"), []);
  const at = new Date(Date.now() - 3 * HOUR_MS);
  await Deno.utime(box.places.rebuildLock, at, at);
  await assertReclaimed(box, "it is older than the rebuild timeout");
});

Deno.test("A failed start of the worker lets go of the lock", async () => {
  await using box = await sandbox({ notes: graphFiles("Alpha") });
  const bin = `${box.places.data}/bin`;
  let { command, args } = box.command("session-start");
  if (FORM === "script") await Deno.remove(`${bin}/memory-rebuild`);
  else {
    // A program at another place than the one for which it may start a worker.
    await Deno.mkdir(bin, { recursive: true });
    await Deno.copyFile(command, `${bin}/memory-session-start`);
    command = `${bin}/memory-session-start`;
    args = [];
  }
  for (let n = 1; n <= 2; n++) {
    briefOf(
      await box.run("session-start", { source: "startup" }, { command, args }),
    );
    assert(!await exists(box.places.rebuildLock));
    const failures = (await box.log()).filter((line) =>
      line.includes(`ERROR session-start: Cannot start ${bin}/memory-rebuild`)
    );
    assertEquals(failures.length, n);
  }
});

Deno.test("A worker that was killed is followed by the next session's", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
  });
  await box.graphify?.answer("extract", { hang: true });
  await start(box);
  await until(
    "graphify",
    async () => (await box.graphify?.pids() ?? []).length === 2,
  );
  const { pid } = JSON.parse(await textOrNothing(box.places.rebuildLock));
  Deno.kill(pid, "SIGKILL");
  for (const left of await box.graphify?.pids() ?? []) {
    Deno.kill(left, "SIGKILL");
  }
  await box.settled();
  assert(await exists(box.places.rebuildLock));
  await box.graphify?.answer("extract", { files: graphFiles("Beta") });
  await start(box);
  assertStringIncludes(
    (await box.log()).join("\n"),
    `Took over the rebuild lock: its owner, process ${pid}, is gone`,
  );
  await box.settled();
  assertStringIncludes(await start(box), "Beta");
  assert(!await exists(box.places.rebuildLock));
});

Deno.test("The worker does nothing without a lock that a hook made for it", async () => {
  await using box = await sandbox({ graphify: true });
  const run = await box.run("rebuild", "");
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  assertEquals(await box.graphify?.calls(), []);
  assertStringIncludes((await box.log()).join("\n"), "Found no rebuild lock");
});
