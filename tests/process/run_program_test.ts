import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type ProgramOptions,
  type ProgramResult,
  runProgram,
} from "../../lib/process/run_program.ts";
import { denoScript } from "../_support/deno_script.ts";
import { isAlive } from "../_support/is_alive.ts";
import { runProgram as runScript } from "../_support/program.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { withEnoughTime } from "../_support/with_enough_time.ts";

function sh(
  script: string,
  options: Partial<ProgramOptions> = {},
): Promise<ProgramResult> {
  return runProgram("/bin/sh", {
    args: ["-c", script],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 120_000,
    keepBytes: 10_000,
    ...options,
  });
}

/** A tree of three that no SIGTERM ends; each says its pid in the file `pids`. */
const TREE = `trap '' TERM
sh -c 'trap "" TERM; sleep 600 & echo $! >>pids; echo $$ >>pids; wait' &
echo $$ >>pids; echo started; echo troubled >&2; wait`;

async function pids(folder: string): Promise<number[]> {
  const text = await Deno.readTextFile(`${folder}/pids`).catch(() => "");
  return text.trim().split("\n").filter(Boolean).map(Number);
}

async function gone(all: number[]): Promise<boolean> {
  const alive = await Promise.all(all.map(isAlive));
  return !alive.includes(true);
}

Deno.test("runProgram() hands over arguments, folder and environment, and nothing else", async () => {
  await using tmp = await tempDir();
  const result = await runProgram("/bin/sh", {
    args: [
      "-c",
      'printf "%s|" "$@"; pwd -P; env; cat',
      "sh",
      "a  b",
      "'\"$é",
      "",
    ],
    cwd: tmp.path,
    env: { ONE: "1" },
    timeoutMs: 120_000,
    keepBytes: 10_000,
  });
  assertEquals([result.code, result.timedOut, result.stderr], [0, false, ""]);
  const [first, ...env] = result.stdout.trim().split("\n");
  assertEquals(first, `a  b|'"$é||${tmp.path}`);
  assertEquals(env.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)), [
    "ONE=1",
  ]);
});

Deno.test("runProgram() tells exit code and streams apart", async () => {
  const result = await sh("echo out; echo err >&2; exit 3");
  assertEquals(result, {
    code: 3,
    timedOut: false,
    stdout: "out\n",
    stderr: "err\n",
  });
  assertEquals((await sh("kill -9 $$")).code, 137);
});

Deno.test("runProgram() passes output on as it comes", async () => {
  const got: string[] = [];
  await sh("echo out; echo err >&2", {
    onOutput: (stream, bytes) =>
      got.push(`${stream}: ${new TextDecoder().decode(bytes)}`),
  });
  assertEquals(got.sort(), ["stderr: err\n", "stdout: out\n"]);
});

Deno.test("runProgram() drains 100 MB, and keeps and passes on no more than it was told", async () => {
  let passed = 0;
  const before = Deno.memoryUsage().rss;
  let most = before;
  const look = (): number => most = Math.max(most, Deno.memoryUsage().rss);
  const timer = setInterval(look, 5);
  const result = await sh(
    "head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2; exit 2",
    { keepBytes: 1000, onOutput: (_, bytes) => passed += bytes.length },
  );
  clearInterval(timer);
  look();
  assertEquals(
    [result.code, result.stdout.length, result.stderr.length, passed],
    [2, 1000, 1000, 2000],
  );
  const grown = (most - before) / 1e6;
  assert(grown < 100, `${grown} MB more`);
});

Deno.test("runProgram() keeps text that was cut inside a letter, or is no text", async () => {
  const cut = await sh("printf ééé", { keepBytes: 5 });
  assertEquals(cut.stdout, "éé\uFFFD");
  const bytes = await sh("printf 'a\\377b'");
  assertEquals(bytes.stdout, "a\uFFFDb");
});

Deno.test("runProgram() kills the whole tree when the time is over", async () => {
  await withEnoughTime(400, async (timeoutMs) => {
    await using tmp = await tempDir();
    const started = performance.now();
    const result = await sh(TREE, { cwd: tmp.path, timeoutMs });
    assert(performance.now() - started >= timeoutMs);
    assertEquals([result.code, result.timedOut], [124, true]);
    const all = await pids(tmp.path);
    await until("the tree's end", () => gone(all));
    if (all.length < 3 || result.stderr === "") return false;
    assertEquals([result.stdout, result.stderr], ["started\n", "troubled\n"]);
    return true;
  });
});

Deno.test("runProgram() kills the whole tree when it is told to", async () => {
  await using tmp = await tempDir();
  const ending = new AbortController();
  const running = sh(TREE, { cwd: tmp.path, signal: ending.signal });
  await until("the tree", async () => (await pids(tmp.path)).length === 3);
  ending.abort();
  const result = await running;
  assertEquals([result.code, result.timedOut], [137, false]);
  const all = await pids(tmp.path);
  await until("the tree's end", () => gone(all));
});

Deno.test("runProgram() that was told to end before it began ends at once", async () => {
  const result = await sh("sleep 600", { signal: AbortSignal.abort() });
  assertEquals([result.code, result.timedOut], [137, false]);
});

Deno.test("runProgram() kills a tree whose first process has ended", async () => {
  await withEnoughTime(400, async (timeoutMs) => {
    await using tmp = await tempDir();
    const result = await sh("sleep 600 & echo $! >pids; echo left", {
      cwd: tmp.path,
      timeoutMs,
    });
    assertEquals(result.timedOut, true);
    const all = await pids(tmp.path);
    await until("the tree's end", () => gone(all));
    return result.stdout === "left\n";
  });
});

Deno.test("runProgram() does not wait for a process that left the group and holds the streams", async () => {
  await withEnoughTime(500, async (timeoutMs) => {
    await using tmp = await tempDir();
    const result = await sh(
      "echo before; setsid sh -c 'echo $$ >pids; exec sleep 600' & wait",
      { cwd: tmp.path, timeoutMs },
    );
    assertEquals([result.code, result.timedOut], [124, true]);
    const [left] = await pids(tmp.path);
    if (left === undefined) return false;
    assertEquals(await isAlive(left), true);
    assertEquals(result.stdout, "before\n");
    Deno.kill(left, "SIGKILL");
    return true;
  });
});

Deno.test("runProgram() throws when there is no such program, or no such folder", async () => {
  await assertRejects(
    () =>
      runProgram("no-such-program-here", {
        args: [],
        cwd: "/",
        env: { PATH: "/usr/bin:/bin" },
        timeoutMs: 120_000,
        keepBytes: 10,
      }),
    Deno.errors.NotFound,
  );
  await assertRejects(
    () => sh("true", { cwd: "/no/such/folder" }),
    Deno.errors.NotFound,
  );
});

Deno.test("runProgram() starts programs under LD_PRELOAD, and hands it to none", async () => {
  await using tmp = await tempDir();
  const script = await denoScript("run_program.ts", [
    'echo "preload: $LD_PRELOAD"',
    tmp.path,
    "120000",
  ], ["--allow-run=/bin/sh,/bin/kill"]);
  const run = await runScript({
    ...script,
    env: { ...script.env, LD_PRELOAD: `${tmp.path}/none.so` },
  });
  const result = JSON.parse(run.stdout);
  assertEquals([result.code, result.stdout], [0, "preload: \n"]);
});

for (const kill of ["/bin/kill", "kill"]) {
  Deno.test(`runProgram() kills the tree with no other permission than for ${kill}`, async () => {
    await withEnoughTime(400, async (timeoutMs) => {
      await using tmp = await tempDir();
      const args = [TREE, tmp.path, `${timeoutMs}`];
      const flags = [`--allow-run=/bin/sh,${kill}`];
      const script = await denoScript("run_program.ts", args, flags);
      const run = await runScript({
        ...script,
        env: { ...script.env, PATH: "/usr/bin:/bin" },
      });
      assertEquals(run.stderr, "");
      assertEquals(JSON.parse(run.stdout).code, 124);
      const all = await pids(tmp.path);
      await until("the tree's end", () => gone(all));
      return all.length === 3;
    });
  });
}

Deno.test("runProgram() is not held up where it may not kill the tree", async () => {
  await withEnoughTime(400, async (timeoutMs) => {
    await using tmp = await tempDir();
    const args = [TREE, tmp.path, `${timeoutMs}`];
    const script = await denoScript("run_program.ts", args, [
      "--allow-run=/bin/sh",
    ]);
    const run = await runScript(script);
    const result = JSON.parse(run.stdout);
    assertEquals(result.code, 124);
    const left = await pids(tmp.path);
    let alive = 0;
    for (const pid of left) {
      if (!await isAlive(pid)) continue;
      alive++;
      Deno.kill(pid, "SIGKILL");
    }
    if (left.length < 3 || result.stdout === "") return false;
    assertEquals(result.stdout, "started\n");
    // Of the tree, two hold the streams for ten minutes.
    assert(alive > 0);
    return true;
  });
});
