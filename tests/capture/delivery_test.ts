import { assert, assertEquals } from "@std/assert";
import { deliver } from "../../lib/capture/deliver.ts";
import { dirname } from "../../lib/path.ts";
import { fillQueue } from "../_support/fill_queue.ts";
import type { ProgramResult } from "../_support/program.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { tempDir } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { complaints } from "../hooks/_state.ts";
import { assertKept, assertWarned } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { prompted, used } from "./_events.ts";
import { spooledFiles, spooledRows } from "./_rows.ts";
import { type StubDaemon, stubDaemon } from "./_stub_daemon.ts";

const HANG_MS = 60_000;

const LONG = "word ".repeat(400_000);

/** Runs a hook until its row was sent: on a machine that is too busy for 40 ms it may take another. */
async function runUntilSent(
  box: Sandbox,
  event: Record<string, unknown>,
): Promise<void> {
  let run: ProgramResult | undefined;
  await until("a row that is sent", async () => {
    run = await box.run("capture-prompt", event, { timeoutMs: HANG_MS });
    assertKept(run);
    return run.stderr === "";
  }, HANG_MS);
}

/** Asserts that one more prompt is kept, and that it was not sent. */
async function assertOnlyKept(box: Sandbox, code: string): Promise<void> {
  const before = (await spooledRows(box)).length;
  const run = await box.run("capture-prompt", prompted("Hi"), {
    timeoutMs: HANG_MS,
  });
  assertWarned(run, code);
  assertKept(run);
  assertEquals((await spooledRows(box)).length, before + 1);
}

Deno.test("what is sent is what is kept, and names the file", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  await runUntilSent(box, prompted("Fix the auth bug"));
  const sent = (await daemon.take(1)).at(-1);
  const kept = (await spooledRows(box)).at(-1);
  assertEquals(sent, kept);
  const { size } = await Deno.stat(
    `${box.places.capture}/spool/${sent?.spooled}`,
  );
  assert(size > 0);
});

Deno.test("a row of a MiB is sent whole", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(box.places.socket);
  await runUntilSent(box, prompted(LONG));
  const kept = (await spooledRows(box)).at(-1);
  await until(
    "the last row",
    () => daemon.rows.some(({ id }) => id === kept?.id),
    HANG_MS,
  );
  assertEquals(daemon.rows.find(({ id }) => id === kept?.id), kept);
});

Deno.test("nobody listens: no socket, a dead one, a file, a folder", async () => {
  await using box = await captureBox();
  const { socket } = box.places;
  await assertOnlyKept(box, "socket_unavailable");
  await Deno.mkdir(dirname(socket), { mode: 0o700, recursive: true });
  await assertOnlyKept(box, "socket_unavailable");
  await deadSocket(socket);
  await assertOnlyKept(box, "socket_unavailable");
  await Deno.remove(socket);
  await Deno.writeTextFile(socket, "a file");
  await assertOnlyKept(box, "socket_unavailable");
  assertEquals(await Deno.readTextFile(socket), "a file");
  await Deno.remove(socket);
  await Deno.mkdir(socket);
  await assertOnlyKept(box, "socket_unavailable");
  assertEquals(await complaints(box), []);
});

/** Leaves a socket that nobody listens on, as a daemon that is killed does. */
async function deadSocket(path: string): Promise<void> {
  const aside = `${path}.aside`;
  const listener = Deno.listen({ transport: "unix", path });
  await Deno.link(path, aside);
  listener.close();
  await Deno.rename(aside, path);
}

Deno.test("a socket in a folder that others can reach, or that is a link, is not used", async () => {
  await using box = await captureBox();
  const folder = dirname(box.places.socket);
  await using daemon = await stubDaemon(box.places.socket);
  for (const mode of [0o770, 0o707, 0o710, 0o701, 0o755, 0o777]) {
    await Deno.chmod(folder, mode);
    await assertOnlyKept(box, "socket_unavailable");
  }
  await Deno.chmod(folder, 0o700);
  await Deno.rename(folder, `${folder} aside`);
  await Deno.symlink(`${folder} aside`, folder);
  await assertOnlyKept(box, "socket_unavailable");
  await Deno.remove(folder);
  await Deno.rename(`${folder} aside`, folder);
  assertEquals(daemon.connections, 0);
});

Deno.test("deliver() uses no socket in another user's folder, nor one whose path is too long", async () => {
  await using tmp = await tempDir();
  const frame = new TextEncoder().encode("frame");
  const state = `${tmp.path}/state`;
  await Deno.mkdir(state);
  // One that is another user's: the system's, or one that the system gives away.
  const foreign = `${tmp.path}/foreign`;
  await Deno.mkdir(foreign);
  const isRoot = (await Deno.stat(tmp.path)).uid === 0;
  if (isRoot) await Deno.chown(foreign, 1, null);
  const inFolder = async (name: string): Promise<StubDaemon> =>
    await stubDaemon(`${tmp.path}/${name}`, (connection) => connection.close());
  {
    await using daemon = await inFolder("s");
    assertEquals(
      await deliver(frame, `${tmp.path}/s`, isRoot ? foreign : "/"),
      "socket_unavailable",
    );
    assertEquals(daemon.connections, 0);
  }
  const name = "é".repeat(60);
  assertEquals(
    await deliver(frame, `${tmp.path}/${name}`, state),
    "socket_unavailable",
  );
});

Deno.test("a listener that never accepts, or never reads, keeps no row from the spool", async () => {
  await using box = await captureBox();
  const { socket } = box.places;
  await Deno.mkdir(dirname(socket), { mode: 0o700, recursive: true });
  {
    // Its queue takes connections, and the kernel's buffer a short row.
    using _ = Deno.listen({ transport: "unix", path: socket });
    assertKept(await box.run("capture-prompt", prompted("Hi")));
    assertKept(await box.run("capture-tool", used()));
    assertEquals((await spooledRows(box)).length, 2);
    // A long one does not fit.
    const long = await box.run("capture-prompt", prompted(LONG), {
      timeoutMs: HANG_MS,
    });
    assertWarned(long, "emit_timeout");
    assertEquals((await spooledRows(box)).length, 3);
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  await using _daemon = await stubDaemon(socket, async (connection) => {
    await promise;
    connection.close();
  });
  const long = await box.run("capture-prompt", prompted(LONG), {
    timeoutMs: HANG_MS,
  });
  assertWarned(long, "emit_timeout");
  assertEquals((await spooledRows(box)).length, 4);
  resolve();
});

Deno.test("a listener whose queue is full keeps no row from the spool", async () => {
  await using box = await captureBox();
  const { socket } = box.places;
  await Deno.mkdir(dirname(socket), { mode: 0o700, recursive: true });
  using _ = Deno.listen({ transport: "unix", path: socket });
  using _held = await fillQueue(socket);
  const run = await box.run("capture-prompt", prompted("Hi"));
  assertKept(run);
  assert(run.stderr !== "", "it was sent");
  assertEquals((await spooledRows(box)).length, 1);
});

Deno.test("a listener that closes at once keeps no row from the spool", async () => {
  await using box = await captureBox();
  await using daemon = await stubDaemon(
    box.places.socket,
    (connection) => connection.close(),
  );
  for (let count = 1; count <= 5; count++) {
    assertKept(await box.run("capture-prompt", prompted("Hi")));
    assertKept(
      await box.run("capture-prompt", prompted(LONG), { timeoutMs: HANG_MS }),
    );
    assertEquals((await spooledRows(box)).length, 2 * count);
  }
  assert(daemon.connections > 0);
});

Deno.test("a foreign HTTP server on the socket keeps no row from the spool", async () => {
  await using box = await captureBox();
  const { socket } = box.places;
  await Deno.mkdir(dirname(socket), { mode: 0o700, recursive: true });
  await using _server = Deno.serve(
    { path: socket, onListen: () => {} },
    () => new Response("What?"),
  );
  for (const text of ["Hi", LONG]) {
    assertKept(
      await box.run("capture-prompt", prompted(text), { timeoutMs: HANG_MS }),
    );
  }
  assertEquals((await spooledRows(box)).length, 2);
});

Deno.test("a spool that is full is said, and what finds no room is counted", async () => {
  await using box = await captureBox({
    config: "capture:\n  spool_max_mb: 1\n",
  });
  await using daemon = await stubDaemon(box.places.socket);
  await Deno.mkdir(`${box.places.capture}/spool`, { recursive: true });
  const long = "word ".repeat(140_000);
  assertKept(
    await box.run("capture-prompt", prompted(long), { timeoutMs: HANG_MS }),
  );
  const run = await box.run("capture-prompt", prompted(long), {
    timeoutMs: HANG_MS,
  });
  assertWarned(run, "spool_full");
  assertEquals((await spooledRows(box)).length, 1);
  assertEquals(
    await Deno.readTextFile(`${box.places.capture}/spool/gap`),
    "p",
  );
  assertEquals((await complaints(box)).length, 1);
  assert(daemon.rows.length <= 1);
});

Deno.test("the daemon is started where nobody listens, once", async () => {
  await using box = await sandbox({
    notes: null,
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r` }),
  });
  const runs = await Promise.all(
    Array.from(
      { length: 5 },
      (_, n) =>
        box.run("capture-prompt", prompted(`prompt ${n}`), {
          timeoutMs: HANG_MS,
        }),
    ),
  );
  for (const run of runs) assertKept(run);
  const starting = runs.filter(({ stderr }) =>
    stderr.includes(": the daemon is being started; the row waits")
  );
  assertEquals(starting.length, 1);
  await until(
    "a daemon that has stored all rows",
    async () => (await spooledFiles(box)).length === 0,
    HANG_MS,
  );
  const starts = (await box.log()).filter((line) =>
    line.endsWith("Started the daemon")
  );
  assertEquals(starts.length, 1);
});
