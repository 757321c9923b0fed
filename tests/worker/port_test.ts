import { assert, assertEquals, assertMatch } from "@std/assert";
import { exists, readRegularFile } from "../../lib/private_file.ts";
import { until } from "../_support/until.ts";
import { used } from "../capture/_events.ts";
import { LONG_MS, untilLogged, untilStored } from "../daemon/_daemon.ts";
import { somePort, workerBox } from "./_worker_box.ts";

/** Milliseconds within which a hook has to be done, whatever listens on the worker's port. */
const HOOK_MS = 500;

Deno.test("a port that others listen on is passed over, be they mute or HTTP servers, and no hook notices", async () => {
  const port = somePort();
  const options = { hostname: "127.0.0.1" };
  using mute = Deno.listen({ ...options, port });
  const foreign = Deno.serve(
    { ...options, port: port + 1, onListen: () => {} },
    () => new Response("not here", { status: 404 }),
  );
  try {
    await using box = await workerBox({ firstPort: port });
    const { daemon } = box;
    await box.serving();
    assertEquals(box.port(), port + 2);
    assertEquals((await box.json("/api/health"))["status"], "ok");
    const times: number[] = [];
    for (let number = 0; number < 5; number++) {
      const { code, stdout, ms } = await daemon.box.run(
        "capture-tool",
        used({ tool_use_id: `toolu_${number}` }),
      );
      assertEquals([code, stdout], [0, ""]);
      times.push(ms);
    }
    // On a machine that does many things at once one of them may have to wait.
    times.sort((a, b) => a - b);
    assert((times[2] ?? Infinity) < HOOK_MS, times.join());
    await untilStored(daemon.places, 5);
  } finally {
    mute.close();
    await foreign.shutdown();
  }
});

Deno.test("hooks need no worker: without a daemon, and with another server where it was, all is kept", async () => {
  await using box = await workerBox();
  const { daemon } = box;
  const program = await box.serving();
  const port = box.port();
  program.kill("SIGKILL");
  await program.result;
  // A daemon that was killed leaves its files, and somebody else may get its port.
  assertEquals(box.port(), port);
  using _mute = Deno.listen({ hostname: "127.0.0.1", port });
  const times: number[] = [];
  for (let number = 0; number < 5; number++) {
    const { code, stdout, ms } = await daemon.box.run(
      "capture-tool",
      used({ tool_use_id: `toolu_${number}` }),
    );
    assertEquals([code, stdout], [0, ""]);
    times.push(ms);
  }
  times.sort((a, b) => a - b);
  assert((times[2] ?? Infinity) < HOOK_MS, times.join());
  // The first of them has started the next daemon, which finds another port.
  await untilStored(daemon.places, 5);
  await until("the next port", () => box.port() > port, LONG_MS);
  assertEquals((await box.json("/api/health"))["rows"], 5);
});

Deno.test("the file of the port is there as long as the worker is, and the token stays", async () => {
  await using box = await workerBox();
  const { places } = box.daemon;
  const first = await box.serving();
  assertMatch(readRegularFile(places.workerPort) ?? "", /^\d+\n$/);
  const token = box.token();
  for (const path of [places.workerPort, places.workerToken]) {
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
  }
  first.kill("SIGTERM");
  assertEquals((await first.result).code, 0);
  assertEquals(exists(places.workerPort), false);
  assertEquals(box.token(), token);
  const second = await box.serving();
  assertEquals(box.token(), token);
  assertEquals((await box.json("/api/health"))["status"], "ok");
  // Another one's port is not ours to remove.
  await Deno.writeTextFile(places.workerPort, "1\n");
  second.kill("SIGTERM");
  await second.result;
  assertEquals(readRegularFile(places.workerPort), "1\n");
});

Deno.test("a token that others could read is replaced by another one", async () => {
  await using box = await workerBox();
  const { places } = box.daemon;
  await Deno.mkdir(places.state, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(places.workerToken, `${"a".repeat(64)}\n`, {
    mode: 0o644,
  });
  await Deno.chmod(places.workerToken, 0o644);
  await box.serving();
  assertMatch(box.token(), /^[0-9a-f]{64}$/);
  assert(box.token() !== "a".repeat(64));
  assertEquals(Deno.statSync(places.workerToken).mode ?? 0 & 0o077, 0o100600);
});

Deno.test("two daemons at once serve one worker, and twenty hooks start one daemon", async () => {
  await using box = await workerBox();
  const { daemon } = box;
  const daemons = [daemon.start(), daemon.start()];
  await until("the worker's port", () => box.port() > 0, LONG_MS);
  const ended = await Promise.race(daemons.map(async (program, at) => {
    await program.result;
    return at;
  }));
  const { pid } = await box.json("/api/health");
  assertEquals(pid, daemons[1 - ended]?.pid);
  const last = daemons[1 - ended];
  last?.kill("SIGTERM");
  await last?.result;

  const hooks = Array.from(
    { length: 20 },
    (_, number) =>
      daemon.box.run("capture-tool", used({ tool_use_id: `toolu_${number}` })),
  );
  for (const { code } of await Promise.all(hooks)) assertEquals(code, 0);
  await untilStored(daemon.places, 20);
  await until("the worker's port", () => box.port() > 0, LONG_MS);
  assertEquals((await box.json("/api/health"))["rows"], 20);
  const starts = (await daemon.box.log())
    .filter((line) => line.includes("Serves the viewer"));
  // The first one, and that of the hooks.
  assertEquals(starts.length, 2);
});

Deno.test("the settings turn the worker on and off while the daemon runs", async () => {
  await using box = await workerBox();
  const { places } = box.daemon;
  await box.serving();
  const port = box.port();
  const setting = await Deno.readTextFile(places.config);
  await Deno.writeTextFile(places.config, "worker:\n  http: off\n");
  await until("the worker's end", () => !exists(places.workerPort), LONG_MS);
  await until(
    "its port to be free",
    async () => {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port })).close();
        return false;
      } catch (error) {
        return error instanceof Deno.errors.ConnectionRefused;
      }
    },
    LONG_MS,
  );
  await Deno.writeTextFile(places.config, `${setting}# again\n`);
  await until("the worker's port", () => box.port() > 0, LONG_MS);
  assertEquals((await box.json("/api/health"))["status"], "ok");
});

Deno.test("a daemon without the worker listens nowhere, and makes no token", async () => {
  await using box = await workerBox();
  const { daemon } = box;
  await Deno.writeTextFile(daemon.places.config, "worker:\n  http: off\n");
  await daemon.listening();
  await daemon.box.run("capture-tool", used());
  await untilStored(daemon.places, 1);
  assertEquals(exists(daemon.places.workerPort), false);
  assertEquals(exists(daemon.places.workerToken), false);
});

Deno.test("where no port is free, that is said once, and one that becomes free is taken", async () => {
  const port = somePort();
  const listeners = Array.from(
    { length: 21 },
    (_, number) => Deno.listen({ hostname: "127.0.0.1", port: port + number }),
  );
  await using box = await workerBox({ firstPort: port });
  const { daemon } = box;
  try {
    await daemon.listening();
    await untilLogged(daemon, /none of the ports from \d+ to \d+ is free/);
    await daemon.box.run("capture-tool", used());
    await untilStored(daemon.places, 1);
    assertEquals(exists(daemon.places.workerPort), false);
    listeners.pop()?.close();
    await until("the last port", () => box.port() === port + 20, LONG_MS);
    assertEquals((await box.json("/api/health"))["rows"], 1);
    const said = (await daemon.box.log())
      .filter((line) => line.includes("none of the ports"));
    assertEquals(said.length, 1);
  } finally {
    for (const listener of listeners) listener.close();
  }
});
