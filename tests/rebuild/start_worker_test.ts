import { assert, assertEquals, assertMatch } from "@std/assert";
import { placesIn } from "../_support/places_in.ts";
import { denoScript } from "../_support/deno_script.ts";
import { runProgram } from "../_support/program.ts";
import { type TempDir, tempDir, writeFiles } from "../_support/temp.ts";
import { until } from "../_support/until.ts";

interface Started {
  readonly started: boolean;
  readonly pid: number;
  readonly lines: readonly string[];
}

/** A worker that writes down how it was started, and ends. */
async function makeWorker(tmp: TempDir): Promise<string> {
  const path = `${tmp.path}/memory-rebuild`;
  await Deno.writeTextFile(
    path,
    `#!/bin/sh
cd / && PATH=/usr/bin:/bin
{ echo "$#"; echo "$OLDPWD"; ps -o sid= -o pgid= -p $$; echo $$; env; } >'${tmp.path}/part'
mv '${tmp.path}/part' '${tmp.path}/started'
`,
    { mode: 0o755 },
  );
  return path;
}

async function start(
  tmp: TempDir,
  worker: string,
  env: Record<string, string> = {},
): Promise<Started> {
  const script = await denoScript("start_worker.ts", [tmp.path, worker]);
  const run = await runProgram({
    ...script,
    env: { ...script.env, HOME: tmp.path, PATH: "/usr/bin:/bin", ...env },
  });
  assertEquals([run.code, run.stderr], [0, ""]);
  return JSON.parse(run.stdout);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("startWorker() starts the worker in a session of its own, with nothing of the hook's but what it needs", async () => {
  await using tmp = await tempDir(" with space");
  const { started, lines, pid } = await start(tmp, await makeWorker(tmp), {
    ANTHROPIC_API_KEY: "key",
    CLAUDE_CODE_SESSION_ID: "s",
    TZ: "Asia/Tokyo",
  });
  assertEquals([started, lines.length], [true, 1]);
  assertMatch(
    lines[0] ?? "",
    /^INFO Started a rebuild \(the test\): process \d+$/,
  );
  await until("the worker", () => exists(`${tmp.path}/started`));
  const [count, folder, session = "", own = "", ...env] =
    (await Deno.readTextFile(`${tmp.path}/started`)).trimEnd().split("\n");
  const { graphCache, rebuildLock } = placesIn(tmp.path);
  assertEquals([count, folder], ["0", graphCache]);
  assertEquals(session.trim().split(/\s+/), [own, own]);
  assertEquals(
    env.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).sort(),
    [`HOME=${tmp.path}`, "PATH=/usr/bin:/bin", "TZ=Asia/Tokyo"],
  );
  const lock = JSON.parse(await Deno.readTextFile(rebuildLock));
  assertEquals([lock.phase, lock.pid], ["starting", pid]);
});

Deno.test("startWorker() starts none where one is starting, or another tool has the lock", async () => {
  await using tmp = await tempDir();
  const worker = await makeWorker(tmp);
  await start(tmp, worker);
  const second = await start(tmp, worker);
  assertEquals([second.started, second.lines], [false, [
    "INFO Started no rebuild (the test): a rebuild is starting",
  ]]);
  await writeFiles(tmp.path, { ".cache/graphify/vault-rebuild.lock": "42" });
  const third = await start(tmp, worker);
  assertEquals([third.started, third.lines], [false, [
    "INFO Started no rebuild (the test): another tool holds it",
  ]]);
  await until("the worker", () => exists(`${tmp.path}/started`));
});

Deno.test("startWorker() says so when it takes over a lock whose owner is gone", async () => {
  await using tmp = await tempDir();
  const owner = { phase: "running", pid: 1, since: 0 };
  await writeFiles(tmp.path, {
    ".cache/graphify/vault-rebuild.lock": JSON.stringify(owner),
  });
  const { started, lines } = await start(tmp, await makeWorker(tmp));
  assertEquals([started, lines[0]], [
    true,
    "WARN Took over the rebuild lock: its owner, process 1, is gone",
  ]);
  await until("the worker", () => exists(`${tmp.path}/started`));
});

Deno.test("startWorker() lets go of the lock when the worker cannot be started", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "no-program": "text" });
  for (const worker of [`${tmp.path}/missing`, `${tmp.path}/no-program`]) {
    const { started, lines } = await start(tmp, worker);
    assertEquals([started, lines.length], [false, 1]);
    assert(lines[0]?.startsWith(`ERROR Cannot start ${worker}: `), lines[0]);
    assertEquals(exists(placesIn(tmp.path).rebuildLock), false);
  }
});

Deno.test("startWorker() starts the worker under LD_PRELOAD, and hands it to none", async () => {
  await using tmp = await tempDir();
  const script = await denoScript("start_worker.ts", [
    tmp.path,
    await makeWorker(tmp),
  ]);
  const run = await runProgram({
    ...script,
    env: { ...script.env, HOME: tmp.path, LD_PRELOAD: `${tmp.path}/none.so` },
  });
  assertEquals(JSON.parse(run.stdout).started, true);
  await until("the worker", () => exists(`${tmp.path}/started`));
  const text = await Deno.readTextFile(`${tmp.path}/started`);
  assertEquals(text.includes("LD_PRELOAD"), false);
});
