import { assert, assertEquals } from "@std/assert";
import { holdDaemonLock } from "../../lib/daemon/daemon_lock.ts";
import { attemptFile } from "../../lib/daemon/just_started.ts";
import { startDaemon, type Started } from "../../lib/daemon/start_daemon.ts";
import { exists } from "../../lib/private_file.ts";
import { placesIn } from "../_support/places_in.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { LONG_MS } from "./_daemon.ts";

/** A daemon that only says that it was started, and with what. */
async function makeDaemon(home: string): Promise<string> {
  const path = `${home}/daemon`;
  const text = `#!/bin/sh\n{ pwd; env; } > ${home}/part-$$\n` +
    `mv ${home}/part-$$ ${home}/started-$$\n`;
  await Deno.writeTextFile(path, text, { mode: 0o700 });
  return path;
}

function start(
  home: string,
  command: string,
  time = Date.now(),
): { result: Started; lines: string[] } {
  const log = recordedLog();
  const env: Record<string, string> = { HOME: home, SECRET: "x" };
  const result = startDaemon({
    command,
    places: placesIn(home),
    env: (name) => env[name],
    log,
    now: () => new Date(time),
  });
  return { result, lines: log.lines };
}

function starts(home: string): string[] {
  return Array.from(Deno.readDirSync(home), ({ name }) => name)
    .filter((name) => name.startsWith("started-"));
}

/** Waits until so many daemons have been started and are gone: this process is told of their ends, which no other test should be. */
async function ended(home: string, count: number): Promise<void> {
  await until("the starts", () => starts(home).length === count, LONG_MS);
  const pids = starts(home).map((name) =>
    Number(name.slice("started-".length))
  );
  await until("their ends", () => !pids.some(isThere), LONG_MS);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Whether a process is there, be it as one that has ended and nobody has been told of. */
function isThere(pid: number): boolean {
  return exists(`/proc/${pid}`);
}

Deno.test("startDaemon() starts the daemon in the state folder, with what it needs of the environment", async () => {
  await using tmp = await tempDir();
  const { result, lines } = start(tmp.path, await makeDaemon(tmp.path));
  assertEquals([result, lines], ["started", []]);
  await ended(tmp.path, 1);
  const [name] = starts(tmp.path);
  const [folder, ...env] = (await Deno.readTextFile(`${tmp.path}/${name}`))
    .trimEnd().split("\n");
  assertEquals(folder, placesIn(tmp.path).state);
  assert(env.includes(`HOME=${tmp.path}`));
  assert(!env.some((line) => line.startsWith("SECRET")));
});

Deno.test("startDaemon() starts none where one runs", async () => {
  await using tmp = await tempDir();
  const command = await makeDaemon(tmp.path);
  const { state, daemonLock } = placesIn(tmp.path);
  await Deno.mkdir(state, { recursive: true });
  const owner = { pid: 1, startedAt: "", version: "" };
  using lock = await holdDaemonLock(daemonLock, owner);
  assert(lock?.isWhole());
  assertEquals(start(tmp.path, command).result, "running");
  assertEquals(await holdDaemonLock(daemonLock, owner), null);
  assertEquals(exists(attemptFile(placesIn(tmp.path))), false);
});

Deno.test("startDaemon() starts one in ten seconds, whatever the clock does", async () => {
  await using tmp = await tempDir();
  const command = await makeDaemon(tmp.path);
  const now = Date.now();
  const results = [0, 9_000, -9_000, 11_000, 12_000, -5_000].map((later) =>
    start(tmp.path, command, now + later).result
  );
  assertEquals(results, [
    "started",
    "recently tried",
    "recently tried",
    "started",
    "recently tried",
    "started",
  ]);
  await ended(tmp.path, 3);
});

Deno.test("startDaemon() says once in ten seconds that the daemon cannot be started", async () => {
  await using tmp = await tempDir();
  const missing = `${tmp.path}/missing`;
  const { result, lines } = start(tmp.path, missing);
  assertEquals([result, lines.length], ["failed", 1]);
  assert(lines[0]?.startsWith(`ERROR Cannot start ${missing}: `), lines[0]);
  assertEquals(start(tmp.path, missing), {
    result: "recently tried",
    lines: [],
  });
});
