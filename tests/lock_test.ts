import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  acquireLock,
  type Attempt,
  HANDOVER_MS,
  type HeldLock,
  isStillAt,
  type LockOwner,
  takeOverLock,
} from "../lib/lock.ts";
import { denoScript } from "./_support/deno_script.ts";
import { makeFifo } from "./_support/make_fifo.ts";
import { runProgram, startProgram } from "./_support/program.ts";
import { tempDir, writeFiles } from "./_support/temp.ts";
import { until } from "./_support/until.ts";

const HOUR = 3600_000;
const RUNNING: LockOwner = { phase: "running", pid: Deno.pid, since: 0 };
const STARTING: LockOwner = { ...RUNNING, phase: "starting" };

function attempt(path: string, now = Date.now(), owner = RUNNING): Attempt {
  return acquireLock(path, { now, timeoutMs: HOUR, owner });
}

function got(result: Attempt): HeldLock {
  assert("lock" in result, JSON.stringify(result));
  return result.lock;
}

function reclaimed(result: Attempt): string | null {
  const lock = got(result);
  lock.release();
  return lock.reclaimed;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("acquireLock() makes a private file that says who has it, and release() removes it", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/cache/graphify/vault-rebuild.lock`;
  const lock = got(attempt(path, 1, { ...STARTING, since: 5 }));
  assertEquals(lock.reclaimed, null);
  assertEquals(
    JSON.parse(await Deno.readTextFile(path)),
    { phase: "starting", pid: Deno.pid, since: 5 },
  );
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  lock.own(RUNNING);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), RUNNING);
  lock.release();
  assertEquals(exists(path), false);
  lock.release();
});

Deno.test("a lock that is held is busy, also within one process", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  const lock = got(attempt(path));
  assertEquals(attempt(path), { busy: "a rebuild is in progress" });
  lock.release();
  assertEquals(reclaimed(attempt(path)), null);
});

Deno.test("closing a lock leaves its file, and a later release() touches nothing", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  const lock = got(attempt(path, Date.now(), STARTING));
  lock[Symbol.dispose]();
  assertEquals(exists(path), true);
  lock.release();
  assertEquals(exists(path), true);
});

Deno.test("a lock whose owner was killed is taken over", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/a`);
  const path = `${tmp.path}/a/lock`;
  const script = await denoScript("hold_locks.ts", [tmp.path, "p", `${HOUR}`]);
  const owner = startProgram({ ...script, stdinEnd: "open" });
  await until("the lock", () => exists(`${tmp.path}/p.done`));
  assertEquals(attempt(path), { busy: "a rebuild is in progress" });
  owner.kill("SIGKILL");
  assertEquals((await owner.result).signal, "SIGKILL");
  assertEquals(
    reclaimed(attempt(path)),
    `its owner, process ${owner.pid}, is gone`,
  );
});

Deno.test("a lock whose owner's pid is in use by something else is taken over", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  for (const pid of [1, Deno.ppid]) {
    const owner = { phase: "running", pid, since: Date.now() };
    await Deno.writeTextFile(path, JSON.stringify(owner));
    assertEquals(
      reclaimed(attempt(path)),
      `its owner, process ${pid}, is gone`,
    );
  }
});

Deno.test("a lock that is handed over to the worker counts for 30 s", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  got(attempt(path, Date.now(), STARTING))[Symbol.dispose]();
  const made = (await Deno.stat(path)).mtime?.getTime() ?? 0;
  for (const age of [0, HANDOVER_MS, -HANDOVER_MS]) {
    assertEquals(
      attempt(path, made + age),
      { busy: "a rebuild is starting" },
      `${age} ms old`,
    );
  }
  assertEquals(
    reclaimed(attempt(path, made + HANDOVER_MS + 1)),
    `its owner, process ${Deno.pid}, is gone`,
  );
});

const FOREIGN: Record<string, (path: string) => Promise<void>> = {
  "an empty file": (path) => Deno.writeTextFile(path, ""),
  "a pid": (path) => Deno.writeTextFile(path, "12345\n"),
  "JSON of another kind": (path) =>
    Deno.writeTextFile(path, '{"phase":"running"}'),
  "JSON null": (path) => Deno.writeTextFile(path, "null"),
  "bytes": (path) => Deno.writeFile(path, new Uint8Array(2000).fill(0xff)),
  "a folder": (path) => Deno.mkdir(path),
  "a link to nothing": (path) => Deno.symlink("host:12345", path),
  "a FIFO": makeFifo,
};

for (const [what, make] of Object.entries(FOREIGN)) {
  Deno.test(`a lock of another tool, ${what}, is respected until it is older than the timeout`, async () => {
    await using tmp = await tempDir();
    const path = `${tmp.path}/lock`;
    await make(path);
    const made = Deno.lstatSync(path).mtime?.getTime() ?? 0;
    for (const age of [0, HOUR, -HOUR]) {
      assertEquals(attempt(path, made + age), {
        busy: "another tool holds it",
      });
    }
    const lock = got(attempt(path, made + HOUR + 1));
    assertEquals(lock.reclaimed, "it is older than the rebuild timeout");
    assertEquals(JSON.parse(await Deno.readTextFile(path)), RUNNING);
    lock.release();
    assertEquals(exists(path), false);
  });
}

Deno.test("a lock from a clock that was set back is taken over as well", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  await Deno.writeTextFile(path, "");
  const made = (await Deno.stat(path)).mtime?.getTime() ?? 0;
  assertEquals(
    reclaimed(attempt(path, made - HOUR - 1)),
    "it is older than the rebuild timeout",
  );
});

Deno.test("a lock of another tool that cannot be removed throws, and nothing of it is lost", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "lock/pid": "1" });
  assertThrows(() => attempt(`${tmp.path}/lock`, Date.now() + 2 * HOUR), Error);
  assertEquals(await Deno.readTextFile(`${tmp.path}/lock/pid`), "1");
});

Deno.test("an owner that lives past the timeout loses the lock, and does not remove the next owner's", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  const old = got(attempt(path));
  const made = (await Deno.stat(path)).mtime?.getTime() ?? 0;
  // Its time over, it has a quarter of a minute to end itself.
  assertEquals(attempt(path, made + HOUR + 15_000), {
    busy: "a rebuild is in progress",
  });
  const late = made + HOUR + 15_001;
  const next = got(attempt(path, late, { ...RUNNING, since: 7 }));
  assertEquals(next.reclaimed, "its owner is over the rebuild timeout");
  old.release();
  assertEquals(JSON.parse(await Deno.readTextFile(path)).since, 7);
  assertEquals(attempt(path), { busy: "a rebuild is in progress" });
  next.release();
  assertEquals(exists(path), false);
});

Deno.test("whoever looks while another one looks is told so at once", async () => {
  await using tmp = await tempDir();
  using other = await Deno.open(tmp.path);
  assertEquals(other.tryLockSync(true), true);
  assertEquals(attempt(`${tmp.path}/lock`), {
    busy: "others are taking it at this moment",
  });
});

Deno.test("release() does not wait for ever for one that looks and was stopped", async () => {
  await using tmp = await tempDir();
  const lock = got(attempt(`${tmp.path}/lock`));
  using other = await Deno.open(tmp.path);
  assertEquals(other.tryLockSync(true), true);
  lock.release();
  assertEquals(exists(`${tmp.path}/lock`), false);
});

Deno.test("acquireLock() throws where no lock can be made", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  assertThrows(() => attempt(`${tmp.path}/file/lock`), Error);
  const denied = await runProgram(
    await denoScript("hold_locks.ts", [tmp.path, "p", "1"], [
      `--allow-read=${tmp.path}`,
    ]),
  );
  assertEquals([denied.code, denied.stderr.includes("NotCapable")], [1, true]);
});

Deno.test("takeOverLock() waits for the hook to let go, then the worker owns the lock", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/lock`;
  const hook = got(attempt(path, Date.now(), STARTING));
  let settled = false;
  const worker = takeOverLock(path, { ...RUNNING, since: 9 }, 120_000);
  worker.then(() => settled = true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals(settled, false);
  hook[Symbol.dispose]();
  const lock = await worker;
  assertEquals(JSON.parse(await Deno.readTextFile(path)).since, 9);
  assertEquals(attempt(path), { busy: "a rebuild is in progress" });
  lock?.release();
  assertEquals(exists(path), false);
});

Deno.test("takeOverLock() gives up when the hook does not let go", async () => {
  await using tmp = await tempDir();
  const hook = got(attempt(`${tmp.path}/lock`, Date.now(), STARTING));
  assertEquals(await takeOverLock(`${tmp.path}/lock`, RUNNING, 30), null);
  hook.release();
});

Deno.test("takeOverLock() does not wait for another worker", async () => {
  await using tmp = await tempDir();
  const worker = got(attempt(`${tmp.path}/lock`));
  assertEquals(await takeOverLock(`${tmp.path}/lock`, RUNNING, 60_000), null);
  worker.release();
});

Deno.test("takeOverLock() takes nothing that no hook made", async () => {
  for (const [what, make] of Object.entries(FOREIGN)) {
    await using tmp = await tempDir();
    const path = `${tmp.path}/lock`;
    assertEquals(await takeOverLock(path, RUNNING), null);
    await make(path);
    assertEquals(await takeOverLock(path, RUNNING), null, what);
    assertEquals(exists(path), true);
  }
});

Deno.test("of twenty processes at once exactly one gets a lock, whatever was there before", async () => {
  await using tmp = await tempDir();
  const outlived: { path: string; lock: HeldLock }[] = [];
  for (let index = 0; index < 15; index++) {
    const dead = JSON.stringify({ phase: "running", pid: 1, since: 0 });
    await writeFiles(tmp.path, {
      [`${index}-nothing/other`]: "",
      [`${index}-dead/lock`]: dead,
      [`${index}-dead-and-old/lock`]: dead,
      [`${index}-foreign-and-old/lock`]: "1",
    });
    await Deno.mkdir(`${tmp.path}/${index}-folder/lock`, { recursive: true });
    const path = `${tmp.path}/${index}-live-and-old/lock`;
    outlived.push({ path, lock: got(attempt(path)) });
    for (
      const kind of [
        "dead-and-old",
        "foreign-and-old",
        "folder",
        "live-and-old",
      ]
    ) {
      Deno.utimeSync(`${tmp.path}/${index}-${kind}/lock`, 0, 0);
    }
  }
  const gate = Promise.withResolvers<void>();
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const programs = await Promise.all(names.map(async (name) =>
    startProgram({
      ...await denoScript("hold_locks.ts", [tmp.path, name, `${HOUR}`]),
      stdin: nothingUntil(gate.promise),
    })
  ));
  await until(
    "all the processes",
    () => names.every((name) => exists(`${tmp.path}/${name}.done`)),
  );
  gate.resolve();
  const runs = await Promise.all(programs.map((program) => program.result));
  const holders = new Map<string, number>();
  for (const run of runs) {
    assertEquals([run.code, run.stderr], [0, ""]);
    for (const folder of run.stdout.split("\n").filter(Boolean)) {
      holders.set(folder, (holders.get(folder) ?? 0) + 1);
    }
  }
  const wrong = [...holders].filter(([, count]) => count !== 1);
  assertEquals(wrong, []);
  assertEquals(holders.size, 15 * 6);
  for (const { path, lock } of outlived) {
    lock.release();
    assertEquals(exists(path), true);
  }
});

/** Standard input that stays open until a promise is fulfilled. */
async function* nothingUntil(promise: Promise<void>): AsyncGenerator<string> {
  await promise;
  yield "";
}

Deno.test("two never hold the lock at once, however it was left before", async () => {
  await using tmp = await tempDir();
  const runs = await Promise.all(
    Array.from({ length: 8 }, async () =>
      await runProgram(
        await denoScript("contend_for_lock.ts", [tmp.path, "25"]),
      )),
  );
  const said = runs.flatMap((run) => {
    assertEquals([run.code, run.stderr], [0, ""]);
    return run.stdout.trim().split("\n");
  });
  assertEquals(said, Array(200).fill("alone"));
});

Deno.test("isStillAt() tells a file that was removed or replaced", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/file`;
  await writeFiles(tmp.path, { file: "" });
  using file = await Deno.open(path);
  assertEquals(isStillAt(file, path), true);
  await Deno.rename(path, `${path}.1`);
  assertEquals(isStillAt(file, path), false);
  await writeFiles(tmp.path, { file: "" });
  assertEquals(isStillAt(file, path), false);
});
