import { assertEquals } from "@std/assert";
import { endDaemon } from "../../lib/install/end_daemon.ts";
import { runningDaemon } from "../../lib/install/running_daemon.ts";
import { tempDir } from "../_support/temp.ts";

/** Holds a lock as the daemon does; on SIGTERM it ends with code 7, or not at all. */
const DAEMON = `
  const [path, obeys] = Deno.args;
  const file = Deno.openSync(path, { read: true, write: true, create: true });
  file.lockSync(true);
  file.writeSync(new TextEncoder().encode(JSON.stringify({
    pid: Deno.pid, startedAt: "2026-11-30T12:00:00.000Z", version: "1.2.3",
  })));
  Deno.addSignalListener("SIGTERM", () => { if (obeys === "yes") Deno.exit(7); });
  setInterval(() => {}, 1000);
  console.log("ready");
`;

/** A daemon that runs. */
async function daemon(folder: string, obeys: "yes" | "no") {
  const daemonLock = `${folder}/memoryd.lock`;
  await Deno.writeTextFile(`${folder}/daemon.js`, DAEMON);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-config",
      `${folder}/daemon.js`,
      daemonLock,
      obeys,
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    child,
    places: { daemonLock },
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await child.status;
      await reader.cancel();
    },
  };
}

Deno.test("runningDaemon() says which one runs, and since when; endDaemon() ends it", async () => {
  await using tmp = await tempDir();
  await using one = await daemon(tmp.path, "yes");
  assertEquals(runningDaemon(one.places), {
    pid: one.child.pid,
    since: new Date("2026-11-30T12:00:00Z"),
    version: "1.2.3",
  });
  assertEquals(await endDaemon(one.places), "ended");
  assertEquals((await one.child.status).code, 7);
  // The file stays, and says what is no longer true.
  assertEquals(runningDaemon(one.places), null);
  assertEquals(await endDaemon(one.places), "none");
});

Deno.test("endDaemon() does not wait for ever", async () => {
  await using tmp = await tempDir();
  await using one = await daemon(tmp.path, "no");
  assertEquals(await endDaemon(one.places, 100), "stays");
});

Deno.test("runningDaemon() finds none where the lock is missing, a folder, or held by nobody", async () => {
  await using tmp = await tempDir();
  const daemonLock = `${tmp.path}/memoryd.lock`;
  assertEquals(runningDaemon({ daemonLock }), null);
  await Deno.writeTextFile(daemonLock, `{"pid":${Deno.pid}}`);
  assertEquals(runningDaemon({ daemonLock }), null);
  await Deno.remove(daemonLock);
  await Deno.mkdir(daemonLock);
  assertEquals(runningDaemon({ daemonLock }), null);
  assertEquals(await endDaemon({ daemonLock }), "none");
});

Deno.test("runningDaemon() trusts nothing that a held lock says", async () => {
  await using tmp = await tempDir();
  const daemonLock = `${tmp.path}/memoryd.lock`;
  const none = { pid: null, since: null, version: null };
  for (
    const text of ["", "{", "[]", '{"pid":1}', '{"pid":"7","startedAt":{}}']
  ) {
    await Deno.writeTextFile(daemonLock, text);
    // A flock belongs to an open file, so that one process can look at its own.
    using file = Deno.openSync(daemonLock, { read: true, write: true });
    file.lockSync(true);
    assertEquals(runningDaemon({ daemonLock }), none, text);
    assertEquals(await endDaemon({ daemonLock }, 50), "stays");
  }
});
