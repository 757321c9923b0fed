import { assert, assertEquals } from "@std/assert";
import { dirname } from "../../lib/path.ts";
import { writePrivateFile } from "../../lib/private_file.ts";
import { stubDaemon } from "../capture/_stub_daemon.ts";
import { daemonBox } from "../daemon/_daemon.ts";
import { captureBox } from "../capture/_capture_box.ts";
import { spooledFiles } from "../capture/_rows.ts";
import { somePort, workerBox } from "../worker/_worker_box.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { happenings } from "./_events.ts";

/** Milliseconds within which a hook has to be done, whoever listens. */
const HOOK_MS = 500;

/** How often a hook may be run to be that quick: on a machine that does many things at once it may have to wait. */
const ATTEMPTS = 5;

/** Runs every hook: each exits 0, and is quick. */
async function assertQuick(box: Sandbox): Promise<void> {
  for (const [hook, event] of happenings(box)) {
    const times: number[] = [];
    do {
      const { code, ms } = await box.run(hook, {
        ...event,
        tool_use_id: crypto.randomUUID(),
      });
      assertEquals(code, 0, hook);
      times.push(ms);
    } while ((times.at(-1) ?? 0) >= HOOK_MS && times.length < ATTEMPTS);
    assert(Math.min(...times) < HOOK_MS, `${hook}: ${times.join()} ms`);
  }
}

/** The files of a worker that is gone, and whose port somebody else has. */
function leaveWorker({ places }: Sandbox, port: number): void {
  writePrivateFile(places.workerPort, `${port}\n`);
  writePrivateFile(places.workerToken, `${"a".repeat(64)}\n`);
}

Deno.test("W5: a mute listener on the worker's port, and one on the daemon's socket, keep no hook", async () => {
  await using box = await captureBox({ notes: { "a.md": "a" } });
  const port = somePort();
  using _mute = Deno.listen({ hostname: "127.0.0.1", port });
  leaveWorker(box, port);
  await assertQuick(box);
  const kept = (await spooledFiles(box)).length;
  assert(kept >= 4, `${kept} rows`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await using mute = await stubDaemon(box.places.socket, async (connection) => {
    await promise;
    connection.close();
  });
  try {
    await assertQuick(box);
    assert((await spooledFiles(box)).length >= kept + 4);
    assert(mute.connections > 0);
  } finally {
    resolve();
  }
  await box.settled();
});

Deno.test("W6: a foreign HTTP server on the worker's port, and one on the daemon's socket, keep no hook, and all is spooled", async () => {
  await using box = await captureBox({ notes: { "a.md": "a" } });
  let asked = 0;
  const answer = (): Response => {
    asked++;
    return new Response("not here", { status: 404 });
  };
  const foreign = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    answer,
  );
  await Deno.mkdir(dirname(box.places.socket), {
    recursive: true,
    mode: 0o700,
  });
  const onSocket = Deno.serve(
    { path: box.places.socket, onListen: () => {} },
    answer,
  );
  try {
    leaveWorker(box, foreign.addr.port);
    await assertQuick(box);
    assert((await spooledFiles(box)).length >= 4);
    assertEquals(asked, 0);
  } finally {
    await foreign.shutdown();
    await onSocket.shutdown();
  }
  await box.settled();
});

Deno.test("W8: the daemon and its worker start no process, and end when they are told to", async () => {
  await using box = await workerBox();
  const { daemon } = box;
  const program = await box.serving();
  for (const [hook, event] of happenings(daemon.box)) {
    await daemon.box.run(hook, event);
  }
  await box.json("/api/statistics");
  assertEquals(await childrenOf(program.pid), []);
  program.kill("SIGTERM");
  assertEquals((await program.result).code, 0);
  await daemon.box.settled();
});

Deno.test("H1: who is not there yet refuses, who is there says so", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  // Without the setting nobody listens, and nobody says where.
  assertEquals(
    await Deno.stat(daemon.places.workerPort).catch(() => null),
    null,
  );
  await using box = await workerBox();
  await box.serving();
  const health = await fetch(`http://127.0.0.1:${box.port()}/health`);
  assertEquals([health.status, await health.json()], [200, { status: "ok" }]);
});

/** The processes that one has started and that still run. */
async function childrenOf(pid: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
    const text = await Deno.readTextFile(
      `/proc/${pid}/task/${name}/children`,
    );
    found.push(...text.split(" ").filter((it) => it !== ""));
  }
  return found;
}
