import { assert, assertEquals, assertMatch } from "@std/assert";
import { acquireLock } from "../../lib/lock.ts";
import { placesIn } from "../_support/places_in.ts";
import { denoScript } from "../_support/deno_script.ts";
import { type RunningProgram, startProgram } from "../_support/program.ts";
import { type TempDir, tempDir, writeFiles } from "../_support/temp.ts";
import { until } from "../_support/until.ts";

/** Makes the lock as a hook leaves it, and starts the worker that it is for. */
async function start(
  tmp: TempDir,
  work: string,
  options: { env?: Record<string, string>; args?: string[]; lock?: boolean } =
    {},
): Promise<RunningProgram> {
  const { env = {}, args = [], lock = true } = options;
  if (lock) leaveLock(tmp);
  const script = await denoScript("probe_worker.ts", args);
  return startProgram({
    ...script,
    env: { ...script.env, HOME: tmp.path, PROBE: work, ...env },
  });
}

function leaveLock(tmp: TempDir): void {
  const now = Date.now();
  const attempt = acquireLock(placesIn(tmp.path).rebuildLock, {
    now,
    timeoutMs: 3600_000,
    owner: { phase: "starting", pid: Deno.pid, since: now },
  });
  assert("lock" in attempt);
  attempt.lock[Symbol.dispose]();
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

const isLocked = (tmp: TempDir): boolean =>
  isFile(placesIn(tmp.path).rebuildLock);

const atWork = (tmp: TempDir): Promise<void> =>
  until("the work", () => isFile(`${placesIn(tmp.path).state}/working`));

function log(tmp: TempDir): string[] {
  const path = `${placesIn(tmp.path).state}/memory-hooks.log`;
  if (!isFile(path)) return [];
  return Deno.readTextFileSync(path).trimEnd().split("\n")
    .map((line) => line.slice(25));
}

Deno.test("runWorker() owns the lock while it works, and lets go of it afterwards", async () => {
  await using tmp = await tempDir();
  const before = Date.now();
  const worker = await start(tmp, "");
  const { code, stdout, stderr } = await worker.result;
  assertEquals([code, stdout, stderr, log(tmp)], [0, "", "", []]);
  const owner = JSON.parse(
    await Deno.readTextFile(`${placesIn(tmp.path).state}/lock-at-work`),
  );
  assertEquals([owner.phase, owner.pid], ["running", worker.pid]);
  assert(owner.since >= before && owner.since <= Date.now());
  assertEquals(isLocked(tmp), false);
});

Deno.test("runWorker() takes the lock again for what came while it let go of it", async () => {
  await using tmp = await tempDir();
  const { code, stdout, stderr } = await (await start(tmp, "more")).result;
  assertEquals([code, stdout, stderr], [0, "", ""]);
  assertEquals(log(tmp), [
    "INFO rebuild: worked 1 times, lock held",
    "INFO rebuild: worked 2 times, lock held",
  ]);
  assertEquals(isLocked(tmp), false);
});

Deno.test("runWorker() does nothing without a lock that a hook made for it", async () => {
  await using tmp = await tempDir();
  const none = await (await start(tmp, "", { lock: false })).result;
  assertEquals([none.code, none.stdout, none.stderr], [0, "", ""]);
  const { rebuildLock } = placesIn(tmp.path);
  await writeFiles(tmp.path, { ".cache/graphify/vault-rebuild.lock": "42\n" });
  const foreign = await (await start(tmp, "", { lock: false })).result;
  assertEquals([foreign.code, foreign.stderr], [0, ""]);
  assertEquals(await Deno.readTextFile(rebuildLock), "42\n");
  assertEquals(
    log(tmp),
    Array(2).fill("WARN rebuild: Found no rebuild lock to take over: ended"),
  );
});

Deno.test("runWorker() logs what the work throws, and lets go of the lock", async () => {
  await using tmp = await tempDir();
  const run = await (await start(tmp, "throw")).result;
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  assertEquals(log(tmp), [
    "ERROR rebuild: Cannot rebuild: RangeError: thrown",
  ]);
  assertEquals(isLocked(tmp), false);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`runWorker() tells the work to end on ${signal}, and lets go of the lock`, async () => {
    await using tmp = await tempDir();
    const worker = await start(tmp, "until told");
    await atWork(tmp);
    assertEquals(isLocked(tmp), true);
    worker.kill(signal);
    const run = await worker.result;
    assertEquals([run.code, run.signal, run.stderr], [0, null, ""]);
    assertEquals(log(tmp), [
      `WARN rebuild: Ending the rebuild: ${signal}`,
      "INFO rebuild: ended in order",
    ]);
    assertEquals(isLocked(tmp), false);
  });
}

Deno.test("runWorker() ends work that is deaf, and lets go of the lock", async () => {
  await using tmp = await tempDir();
  const worker = await start(tmp, "deaf");
  await atWork(tmp);
  worker.kill("SIGTERM");
  const run = await worker.result;
  assertEquals([run.code, run.signal, run.stderr], [0, null, ""]);
  assertEquals(isLocked(tmp), false);
});

Deno.test("runWorker() tells the work to end when its time is over", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    ".config/memory-hooks/config.yaml":
      "graph:\n  rebuild_timeout_minutes: 0.01\n",
  });
  const run = await (await start(tmp, "until told")).result;
  assertEquals([run.code, run.stderr], [0, ""]);
  assertEquals(log(tmp), [
    "WARN rebuild: Ending the rebuild: it is over the rebuild timeout",
    "INFO rebuild: ended in order",
  ]);
  assert(run.ms >= 600, `${run.ms} ms`);
  assertEquals(isLocked(tmp), false);
});

Deno.test("the lock of a worker that was killed is there to be taken over", async () => {
  await using tmp = await tempDir();
  const worker = await start(tmp, "until told");
  await atWork(tmp);
  worker.kill("SIGKILL");
  assertEquals((await worker.result).signal, "SIGKILL");
  const now = Date.now();
  const attempt = acquireLock(placesIn(tmp.path).rebuildLock, {
    now,
    timeoutMs: 3600_000,
    owner: { phase: "starting", pid: Deno.pid, since: now },
  });
  assert("lock" in attempt);
  assertEquals(
    attempt.lock.reclaimed,
    `its owner, process ${worker.pid}, is gone`,
  );
  attempt.lock.release();
});

Deno.test("of several workers for one lock, one works", async () => {
  await using tmp = await tempDir();
  const workers = [await start(tmp, "until told")];
  await atWork(tmp);
  workers.push(await start(tmp, "", { lock: false }));
  const second = await workers[1]?.result;
  assertEquals(second?.code, 0);
  assertEquals(log(tmp), [
    "WARN rebuild: Found no rebuild lock to take over: ended",
  ]);
  assertEquals(isLocked(tmp), true);
  workers[0]?.kill("SIGTERM");
  await workers[0]?.result;
  assertEquals(isLocked(tmp), false);
});

Deno.test("runWorker() is silent inside a program that a hook started, and leaves the lock alone", async () => {
  await using tmp = await tempDir();
  const run = await (await start(tmp, "", {
    env: { MEMORY_HOOKS_INSIDE: "1" },
  })).result;
  assertEquals([run.code, run.stdout, run.stderr, log(tmp)], [0, "", "", []]);
  assertEquals(isLocked(tmp), true);
});

Deno.test("runWorker() explains itself when it is given arguments, wherever it runs", async () => {
  await using tmp = await tempDir();
  for (const inside of ["", "1"]) {
    const run = await (await start(tmp, "", {
      args: ["--help"],
      env: { MEMORY_HOOKS_INSIDE: inside },
    })).result;
    assertEquals([run.code, run.stderr], [0, ""]);
    assertMatch(run.stdout, /^memory-rebuild: .*\nThe hooks start it; .*\n$/);
    assertEquals(isLocked(tmp), true);
    await Deno.remove(placesIn(tmp.path).rebuildLock);
  }
});
