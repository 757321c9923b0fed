import { assert, assertEquals } from "@std/assert";
import { areAlive } from "../../lib/session/alive.ts";
import { isAlive } from "../_support/is_alive.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOBODY = 2 ** 30;

Deno.test("areAlive() tells running, gone and reused processes apart with one ps", async () => {
  const now = Date.now();
  const recent = { touchedAt: now };
  const alive = await answered([
    { pid: Deno.pid, startedAt: now, ...recent },
    { pid: NOBODY, startedAt: now, ...recent },
    // This test's process did not run a day before.
    { pid: Deno.pid, startedAt: now - DAY, ...recent },
    { pid: Deno.pid, startedAt: now, touchedAt: 0 },
  ], { now });
  assertEquals(alive, [true, false, false, true]);
});

Deno.test("areAlive() takes a session it knows nothing of for dead after 7 days of silence", async () => {
  const now = Date.now();
  const sessions = [null, 1, 0, -4].flatMap((pid) => [
    { pid, startedAt: now, touchedAt: now - 6 * DAY },
    { pid, startedAt: now, touchedAt: now - 8 * DAY },
  ]);
  const expected = [true, false, true, false, true, false, true, false];
  assertEquals(await areAlive(sessions, { now }), expected);
});

Deno.test("areAlive() knows nothing without a ps, or with one that answers nonsense", async () => {
  await using tmp = await tempDir();
  const now = Date.now();
  const sessions = [
    { pid: NOBODY, startedAt: now, touchedAt: now - 6 * DAY },
    { pid: Deno.pid, startedAt: now, touchedAt: now - 8 * DAY },
  ];
  const answers = [
    "exit 1",
    "echo ps: unrecognized option: p >&2; exit 1",
    "echo PID USER TIME COMMAND",
    `echo '  ${NOBODY} Mon Nov 30 18:54:57 2026'`,
    `echo '  ${Deno.pid} Mo 30. Nov 18:54:57 2026'`,
    `echo '  ${Deno.pid} Mon Foo 30 18:54:57 2026'`,
    "yes",
    "kill -9 $$",
  ];
  for (const [index, answer] of answers.entries()) {
    const ps = await script(`${tmp.path}/ps${index}`, answer);
    const alive = await areAlive(sessions, { now, ps: [ps] });
    assertEquals(alive, [true, false], answer);
  }
  const none = [`${tmp.path}/none`, `${tmp.path}/nothing`];
  assertEquals(await areAlive(sessions, { now, ps: none }), [true, false]);
});

Deno.test("areAlive() tries the next path where there is no ps at the first", async () => {
  await using tmp = await tempDir();
  const now = Date.now();
  const ps = await script(
    `${tmp.path}/ps`,
    `[ "$LC_ALL$TZ" = CUTC0 ] && echo '  ${Deno.pid} Mon Nov 30 18:54:57 2026'`,
  );
  const sessions = [{ pid: NOBODY, startedAt: now, touchedAt: now }];
  const paths = [`${tmp.path}/none`, ps];
  assertEquals(await answered(sessions, { now, ps: paths }), [false]);
});

Deno.test("areAlive() does not wait for ps without end, also when it leaves a child with its pipe", async () => {
  await using tmp = await tempDir();
  const pid = `${tmp.path}/pid`;
  const ps = await script(
    `${tmp.path}/ps`,
    `sleep 600 & echo $! > '${pid}'; wait`,
  );
  const now = Date.now();
  const sessions = [{ pid: NOBODY, startedAt: now, touchedAt: now }];
  // On a slow machine ps may be killed before it has such a child.
  await until("a ps with a child", async () => {
    assertEquals(await areAlive(sessions, { now, ps: [ps] }), [true]);
    return (await Deno.readTextFile(pid).catch(() => "")).endsWith("\n");
  });
  const child = Number(await Deno.readTextFile(pid));
  assert(await isAlive(child), "nobody has waited for its end");
  Deno.kill(child, "SIGKILL");
});

/**
 * What `areAlive()` says of sessions of which one is known to be dead, though a word was heard of it just now. Where `ps` does not answer
 * in time, as on a slow machine, all that were heard of count as alive: then it is asked again.
 */
async function answered(
  ...[sessions, options]: Parameters<typeof areAlive>
): Promise<boolean[]> {
  const unanswered = sessions.map(({ touchedAt }) => touchedAt > 0);
  let alive: boolean[] = [];
  await until("an answer of ps", async () => {
    alive = await areAlive(sessions, options);
    return alive.join() !== unanswered.join();
  });
  return alive;
}

async function script(path: string, body: string): Promise<string> {
  await Deno.writeTextFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}
