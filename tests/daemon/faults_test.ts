import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import {
  type DaemonBox,
  daemonBox,
  keep,
  send,
  stored,
  storedIds,
  toolRow,
  unspooled,
  untilLogged,
  untilStored,
  waiting,
} from "./_daemon.ts";
import { CAN_MOUNT, fill, smallDisk } from "../_support/mount.ts";

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, number) => toolRow(number).id);
}

/** Takes the store's lock, as another process has it. */
function locked(daemon: DaemonBox): DatabaseSync {
  const db = new DatabaseSync(`${daemon.places.store}/store.sqlite`, {
    timeout: 10_000,
  });
  db.exec("BEGIN IMMEDIATE");
  return db;
}

/** One row kept, one that could not be kept. */
async function sendTwo(daemon: DaemonBox, number: number): Promise<void> {
  const { socket } = daemon.places;
  await send(socket, keep(daemon.spool, toolRow(number)));
  await send(socket, unspooled(toolRow(number + 1)));
}

Deno.test("a store that is locked for ten seconds delays rows, and loses none", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await sendTwo(daemon, 0);
  await untilStored(daemon.places, 2);
  const lock = locked(daemon);
  try {
    const end = performance.now() + 10_000;
    for (let number = 2; performance.now() < end; number += 2) {
      if (number < 20) await sendTwo(daemon, number);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assertEquals(storedIds(daemon.places).sort(), ids(2));
  } finally {
    lock.exec("ROLLBACK");
    lock.close();
  }
  await untilStored(daemon.places, 20);
  assertEquals(storedIds(daemon.places).sort(), ids(20).sort());
  const busy = (await daemon.box.log()).filter((line) =>
    line.includes("Cannot store rows, which go on waiting: StoreBusy")
  );
  assertEquals(busy.length, 1);
});

Deno.test("rows that only memory holds are in the spool when the daemon ends and the store is locked", async () => {
  await using daemon = await daemonBox();
  const program = await daemon.listening();
  await send(daemon.places.socket, unspooled(toolRow(0)));
  await untilStored(daemon.places, 1);
  const lock = locked(daemon);
  try {
    for (let number = 1; number < 5; number++) {
      await send(daemon.places.socket, unspooled(toolRow(number)));
    }
    program.kill("SIGTERM");
    assertEquals((await program.result).code, 0);
    assertEquals(waiting(daemon.spool).length, 4);
  } finally {
    lock.exec("ROLLBACK");
    lock.close();
  }
  await daemon.listening();
  await untilStored(daemon.places, 5);
  assertEquals(storedIds(daemon.places), ids(5));
});

Deno.test("a corrupt store is moved aside, and the new one says so", async () => {
  await using daemon = await daemonBox();
  const { store } = daemon.places;
  await Deno.mkdir(store, { recursive: true });
  await Deno.writeTextFile(`${store}/store.sqlite`, "no store ".repeat(1000));
  await daemon.listening();
  await sendTwo(daemon, 0);
  await untilStored(daemon.places, 2);
  assertEquals(stored(daemon.places)[0]?.kind, "memory.store_replaced");
  const aside = Array.from(Deno.readDirSync(store), ({ name }) => name)
    .filter((name) => name.includes("corrupt"));
  assertEquals(aside.length, 1);
  const head = `${daemon.places.capture}/chain-head.json`;
  assertEquals(verifyChain(store, head).ok, true);
});

Deno.test("a store that becomes corrupt while the daemon runs is replaced as well", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  await sendTwo(daemon, 0);
  await untilStored(daemon.places, 2);
  const { store } = daemon.places;
  for (const { name } of Deno.readDirSync(store)) {
    await Deno.remove(`${store}/${name}`);
  }
  await Deno.writeTextFile(`${store}/store.sqlite`, "no store ".repeat(1000));
  await sendTwo(daemon, 2);
  await untilStored(daemon.places, 2);
  assertEquals(storedIds(daemon.places).sort(), ids(4).slice(2));
});

Deno.test("a full disk delays rows, and loses none", async () => {
  await using daemon = await daemonBox();
  const { store } = daemon.places;
  await Deno.mkdir(store, { recursive: true });
  // Where nothing can be mounted, a store that is locked is the next best: it cannot be written either.
  await using _disk = CAN_MOUNT
    ? await smallDisk(store, 2 * 1024 * 1024)
    : null;
  await daemon.listening();
  await sendTwo(daemon, 0);
  await untilStored(daemon.places, 2);
  const filling = CAN_MOUNT ? await fill(store) : null;
  const lock = CAN_MOUNT ? null : locked(daemon);
  // What the write-ahead log has room for is stored all the same.
  for (let number = 2; number < 200; number += 2) {
    await sendTwo(daemon, number);
  }
  await untilLogged(daemon, /Cannot store rows, which go on waiting/);
  if (filling !== null) await Deno.remove(filling);
  lock?.exec("ROLLBACK");
  lock?.close();
  await untilStored(daemon.places, 200);
  assertEquals(storedIds(daemon.places).sort(), ids(200).sort());
  const head = `${daemon.places.capture}/chain-head.json`;
  assert(verifyChain(store, head).ok);
  // What goes wrong again and again is said once a minute.
  const said = (await daemon.box.log())
    .filter((line) => line.includes("Cannot make the snapshot"));
  assert(said.length <= 2, said.join("\n"));
});
