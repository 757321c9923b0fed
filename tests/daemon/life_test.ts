import { assert, assertEquals } from "@std/assert";
import { exists } from "../../lib/private_file.ts";
import { startDaemon } from "../../lib/daemon/start_daemon.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { childrenEnded } from "../_support/children_ended.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { until } from "../_support/until.ts";
import {
  answers,
  type DaemonBox,
  daemonBox,
  keep,
  LONG_MS,
  send,
  storedIds,
  toolRow,
  unspooled,
  untilLogged,
  untilStored,
  waiting,
  write,
} from "./_daemon.ts";

function ids(count: number): Set<string> {
  return new Set(
    Array.from({ length: count }, (_, number) => toolRow(number).id),
  );
}

function isValid({ places }: DaemonBox): boolean {
  return verifyChain(places.store, `${places.capture}/chain-head.json`).ok;
}

/** Sends as a hook does: the row is in the spool already, so whether anybody listens does not matter. */
async function sendAnyway(daemon: DaemonBox, number: number): Promise<void> {
  const frame = keep(daemon.spool, toolRow(number));
  await send(daemon.places.socket, frame).catch(() => {});
}

Deno.test("of many daemons that are started at once one stays, and the others end at once", async () => {
  await using daemon = await daemonBox();
  const programs = Array.from({ length: 10 }, () => daemon.start());
  let ended = 0;
  for (const { result } of programs) {
    void result.then(({ code }) => ended += code === 0 ? 1 : 0);
  }
  await until("the others' end", () => ended === 9, LONG_MS);
  await until("the socket", () => answers(daemon.places.socket), LONG_MS);
  const owner = JSON.parse(await Deno.readTextFile(daemon.places.daemonLock));
  assert(programs.some(({ pid }) => pid === owner.pid));
  assertEquals(Object.keys(owner), ["pid", "startedAt", "version"]);
  await send(daemon.places.socket, unspooled(toolRow(1)));
  await untilStored(daemon.places, 1);
  assertEquals(ended, 9);
});

Deno.test("100 rows are stored, and none twice, when the daemon is killed between two of them", async () => {
  await using daemon = await daemonBox();
  let program = await daemon.listening();
  for (let number = 0; number < 100; number++) {
    await sendAnyway(daemon, number);
    if (number % 30 === 20) {
      program.kill("SIGKILL");
      program = daemon.start();
    }
  }
  await untilStored(daemon.places, 100);
  const found = storedIds(daemon.places);
  assertEquals([found.length, new Set(found)], [100, ids(100)]);
  assert(isValid(daemon));
});

Deno.test("a daemon that is killed at any moment loses no row and leaves a chain that verifies", async () => {
  await using daemon = await daemonBox();
  let sent = 0;
  for (let round = 0; round < 5; round++) {
    const program = await daemon.listening();
    const end = performance.now() + 20 + 15 * round;
    while (performance.now() < end) await sendAnyway(daemon, sent++);
    program.kill("SIGKILL");
    await program.result;
    if (storedIds(daemon.places).length > 0) assert(isValid(daemon));
  }
  await daemon.listening();
  await untilStored(daemon.places, sent);
  const found = storedIds(daemon.places);
  assertEquals([found.length, new Set(found)], [sent, ids(sent)]);
  assert(isValid(daemon));
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`${signal} ends the daemon after what was sent is stored`, async () => {
    await using daemon = await daemonBox();
    const program = await daemon.listening();
    const { socket } = daemon.places;
    using open = await Deno.connect({ transport: "unix", path: socket });
    for (let number = 0; number < 50; number++) {
      await write(open, unspooled(toolRow(number)));
    }
    for (let number = 50; number < 70; number++) {
      await send(socket, unspooled(toolRow(number)));
    }
    for (let number = 70; number < 100; number++) {
      keep(daemon.spool, toolRow(number));
    }
    program.kill(signal);
    const { code, signal: died, stdout, stderr } = await program.result;
    assertEquals([code, died, stdout, stderr], [0, null, "", ""]);
    assertEquals(new Set(storedIds(daemon.places)), ids(100));
    assertEquals(waiting(daemon.spool), []);
    assertEquals(exists(socket), false);
    const log = await daemon.box.log();
    assert(log.at(-1)?.endsWith(`Ended (${signal}): stored 100 rows`));
  });
}

Deno.test("a row that comes while the daemon ends is stored or waits", async () => {
  await using daemon = await daemonBox();
  const program = await daemon.listening();
  let ended = false;
  void program.result.then(() => ended = true);
  let sent = 0;
  while (!ended) {
    await sendAnyway(daemon, sent++);
    if (sent === 50) program.kill("SIGTERM");
    // A connection that is refused at once gives nothing else a turn.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assertEquals((await program.result).code, 0);
  const before = storedIds(daemon.places).length;
  assert(before >= 50, `${before}`);
  await daemon.listening();
  await untilStored(daemon.places, sent);
  const found = storedIds(daemon.places);
  assertEquals([found.length, new Set(found)], [sent, ids(sent)]);
});

Deno.test("a daemon without work ends itself, and removes its socket", async () => {
  await using daemon = await daemonBox({
    config: "capture:\n  idle_minutes: 0.01\n",
  });
  keep(daemon.spool, toolRow(0));
  const { code } = await daemon.start().result;
  assertEquals(code, 0);
  assertEquals(new Set(storedIds(daemon.places)), ids(1));
  assertEquals(exists(daemon.places.socket), false);
  await untilLogged(daemon, /Ended \(idle\): stored 1 rows/);
});

Deno.test("rows that come about when daemons end for want of work are all stored", async () => {
  await using daemon = await daemonBox({
    config: "capture:\n  idle_minutes: 0.01\n",
  });
  const { box, places } = daemon;
  const launcher = `${places.data}/bin/memoryd`;
  // An executable needs none.
  const command = exists(launcher) ? launcher : box.command("memoryd").command;
  for (let number = 0; number < 8; number++) {
    const frame = keep(daemon.spool, toolRow(number));
    try {
      await send(places.socket, frame);
    } catch {
      startDaemon({
        command,
        places,
        env: (name) => box.env[name],
        log: recordedLog(),
        now: () => new Date(),
      });
    }
    // An idle daemon lives for 600 ms: some rows come while it ends.
    await new Promise((resolve) => setTimeout(resolve, 570 + 20 * number));
  }
  await untilStored(places, 8);
  assertEquals(new Set(storedIds(places)), ids(8));
  await until("its end", () => !exists(places.socket), LONG_MS);
  await childrenEnded();
});

Deno.test("a daemon whose lock is removed makes room", async () => {
  await using daemon = await daemonBox();
  const program = await daemon.listening();
  await Deno.remove(daemon.places.daemonLock);
  const { code } = await program.result;
  assertEquals(code, 0);
  await untilLogged(daemon, /Ended \(its lock was removed\)/);
});

Deno.test("the daemon sweeps what is over, and prunes the store, when it starts", async () => {
  await using daemon = await daemonBox({
    config: "capture:\n  retention_days: 1\n",
  });
  const traces = `${daemon.places.capture}/traces`;
  await Deno.mkdir(traces, { recursive: true });
  for (const [name, hours] of [["old", 2], ["fresh", 0.5]] as const) {
    const time = Date.now() / 1000 - hours * 3600;
    await Deno.writeTextFile(`${traces}/${name}`, "");
    await Deno.utime(`${traces}/${name}`, time, time);
  }
  const old = (Date.now() - 2 * 24 * 3600 * 1000) * 1e6;
  keep(daemon.spool, { ...toolRow(0), at: old });
  keep(daemon.spool, toolRow(1));
  await daemon.listening();
  await untilLogged(daemon, /Pruned 1 rows from the store/);
  assertEquals(storedIds(daemon.places), [toolRow(1).id]);
  await until("the sweep", () => !exists(`${traces}/old`), LONG_MS);
  assertEquals(exists(`${traces}/fresh`), true);
  assert(isValid(daemon));
});

Deno.test("the daemon says what it is, and does nothing, when it is asked", async () => {
  await using daemon = await daemonBox();
  const { box } = daemon;
  const help = await box.run("memoryd", "", {
    args: [...box.command("memoryd").args, "--help"],
  });
  assertEquals([help.code, help.stderr], [0, ""]);
  assert(help.stdout.startsWith("memoryd: Keeps the store"), help.stdout);
  const inside = await box.run("memoryd", "", {
    env: { ...box.env, MEMORY_HOOKS_INSIDE: "1" },
  });
  assertEquals([inside.code, inside.stdout, inside.stderr], [0, "", ""]);
  assertEquals(exists(daemon.places.daemonLock), false);
});
