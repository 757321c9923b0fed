import { assert, assertEquals } from "@std/assert";
import { dirname } from "../../lib/path.ts";
import { exists } from "../../lib/private_file.ts";
import { makeFifo } from "../_support/make_fifo.ts";
import {
  type DaemonBox,
  daemonBox,
  keep,
  send,
  toolRow,
  unspooled,
  untilStored,
} from "./_daemon.ts";

function mode(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

/** What the daemon does without its socket: it finds the rows in the spool. */
async function assertWorksWithoutSocket(
  daemon: DaemonBox,
  why: RegExp,
): Promise<void> {
  const program = daemon.start();
  keep(daemon.spool, toolRow(1));
  await untilStored(daemon.places, 1);
  keep(daemon.spool, toolRow(2));
  await untilStored(daemon.places, 2);
  program.kill("SIGTERM");
  assertEquals((await program.result).code, 0);
  const lines = (await daemon.box.log()).filter((line) =>
    line.includes("Cannot listen on the socket")
  );
  assertEquals(lines.length, 1);
  assert(why.test(lines.join()), lines.join());
}

Deno.test("socket, lock, store and spool are the user's alone", async () => {
  await using daemon = await daemonBox();
  await daemon.listening();
  const { places } = daemon;
  await send(places.socket, keep(daemon.spool, toolRow(1)));
  await untilStored(places, 1);
  for (
    const folder of [
      dirname(places.socket),
      places.state,
      places.capture,
      daemon.spool,
      places.store,
    ]
  ) assertEquals([folder, mode(folder)], [folder, 0o700]);
  const files = [
    places.socket,
    places.daemonLock,
    `${places.state}/memory-hooks.log`,
    `${places.capture}/chain-head.json`,
    ...Array.from(
      Deno.readDirSync(places.store),
      ({ name }) => `${places.store}/${name}`,
    ),
  ].filter(exists);
  for (const file of files) assertEquals([file, mode(file)], [file, 0o600]);
});

Deno.test("a socket that a killed daemon left behind is replaced", async () => {
  await using daemon = await daemonBox();
  const first = await daemon.listening();
  first.kill("SIGKILL");
  await first.result;
  assert(exists(daemon.places.socket));
  await daemon.listening();
  await send(daemon.places.socket, unspooled(toolRow(1)));
  await untilStored(daemon.places, 1);
});

Deno.test("a socket's folder that others may enter is closed to them", async () => {
  await using daemon = await daemonBox();
  const folder = dirname(daemon.places.socket);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.chmod(folder, 0o755);
  await daemon.listening();
  assertEquals(mode(folder), 0o700);
});

Deno.test("a file at the socket's path is left as it is", async () => {
  await using daemon = await daemonBox();
  const { socket } = daemon.places;
  await Deno.mkdir(dirname(socket), { recursive: true });
  await Deno.writeTextFile(socket, "mine");
  await assertWorksWithoutSocket(daemon, /is something else$/);
  assertEquals(await Deno.readTextFile(socket), "mine");
});

Deno.test("a folder, a FIFO or a link at the socket's path is left as it is", async () => {
  const make: Record<string, (path: string) => Promise<void>> = {
    folder: (path) => Deno.mkdir(path),
    fifo: makeFifo,
    link: (path) => Deno.symlink("/nowhere", path),
  };
  for (const [what, makeIt] of Object.entries(make)) {
    await using daemon = await daemonBox();
    const { socket } = daemon.places;
    await Deno.mkdir(dirname(socket), { recursive: true });
    await makeIt(socket);
    await assertWorksWithoutSocket(daemon, /is something else$/);
    const info = await Deno.lstat(socket);
    assertEquals(
      { folder: info.isDirectory, fifo: info.isFifo, link: info.isSymlink }[
        what
      ],
      true,
    );
  }
});

Deno.test("another program that listens at the socket's path is left alone, whatever it is", async () => {
  await using daemon = await daemonBox();
  const { socket } = daemon.places;
  await Deno.mkdir(dirname(socket), { recursive: true });
  let bytes = 0;
  using listener = Deno.listen({ transport: "unix", path: socket });
  const served = (async () => {
    for await (const connection of listener) {
      bytes += await connection.read(new Uint8Array(16)) ?? 0;
      connection.close();
    }
  })();
  await assertWorksWithoutSocket(daemon, /another program listens on/);
  assert(exists(socket));
  listener.close();
  await served;
  assertEquals(bytes, 0);
});

Deno.test("a socket's folder that is a link is not used", async () => {
  await using daemon = await daemonBox();
  const folder = dirname(daemon.places.socket);
  await Deno.mkdir(`${daemon.box.home}/elsewhere`);
  await Deno.symlink(`${daemon.box.home}/elsewhere`, folder);
  await assertWorksWithoutSocket(daemon, /is no folder$/);
  assertEquals(
    Array.from(Deno.readDirSync(`${daemon.box.home}/elsewhere`)),
    [],
  );
});

Deno.test("another user's folder is not used for the socket", async () => {
  await using daemon = await daemonBox();
  const folder = dirname(daemon.places.socket);
  await Deno.mkdir(folder, { recursive: true, mode: 0o777 });
  const isOther = await Deno.chown(folder, 65534, null).then(
    () => true,
    () => false,
  );
  // Only root can give a folder away; for others, a folder that they cannot enter is the next best.
  if (!isOther) await Deno.chmod(folder, 0o000);
  await assertWorksWithoutSocket(daemon, isOther ? /another user's$/ : /./);
  if (isOther) assertEquals((await Deno.stat(folder)).uid, 65534);
  else await Deno.chmod(folder, 0o700);
});

Deno.test("a path that is too long for a socket is no reason to lose rows", async () => {
  await using daemon = await daemonBox({
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/${"long".repeat(25)}` }),
  });
  await assertWorksWithoutSocket(daemon, /its path has \d+ bytes$/);
});
