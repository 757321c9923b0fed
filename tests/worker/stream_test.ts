import { assert, assertEquals } from "@std/assert";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { until } from "../_support/until.ts";
import { LONG_MS } from "../daemon/_daemon.ts";
import { follow } from "./_stream.ts";
import { workerBox } from "./_worker_box.ts";

/** Milliseconds within which the daemon has ended, whoever is connected. */
const END_MS = 5000;

Deno.test("a daemon ends in time, whoever follows what happens, and whoever dawdles", async () => {
  await using box = await workerBox();
  const program = await box.serving();
  const port = box.port();
  await using following = await follow(box);
  await following.heard("hello");
  const dawdlers = await Promise.all([
    "",
    "GET /api/hea",
    `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `,
    `POST /api/warden HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${box.token()}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  ].map(async (text) => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode(text));
    return connection;
  }));
  // All the same it answers others.
  assertEquals((await box.json("/api/health"))["status"], "ok");
  const began = performance.now();
  program.kill("SIGTERM");
  assertEquals((await program.result).code, 0);
  assert(performance.now() - began < END_MS);
  await following.ended;
  for (const connection of dawdlers) connection.close();
});

Deno.test("as long as somebody follows what happens, the daemon does not end for want of work", async () => {
  await using box = await workerBox({
    config: "capture:\n  idle_minutes: 0.01\n",
  });
  const { daemon } = box;
  const program = await box.serving();
  const follower = await follow(box);
  await follower.heard("hello");
  let hasEnded = false;
  const ended = program.result.then(() => hasEnded = true);
  const began = performance.now();
  await until("five times its time", () => performance.now() - began > 3000);
  assertEquals(hasEnded, false);
  await follower[Symbol.asyncDispose]();
  await until("its end", () => hasEnded, LONG_MS);
  await ended;
  await daemonEnded(daemon.places);
  assert((await daemon.box.log()).some((line) => line.includes("(idle)")));
});

Deno.test("no more streams are opened than there may be, and one that is left makes room", async () => {
  await using box = await workerBox();
  await box.serving();
  const followers = await Promise.all(
    Array.from({ length: 32 }, () => follow(box)),
  );
  const refused = await box.ask("/api/stream");
  assertEquals(refused.status, 503);
  assertEquals((await refused.json()).error.code, "busy");
  await followers[0]?.[Symbol.asyncDispose]();
  await until("room", async () => {
    const response = await box.ask("/api/stream");
    await response.body?.cancel();
    return response.status === 200;
  }, LONG_MS);
  for (const follower of followers.slice(1)) {
    await follower[Symbol.asyncDispose]();
  }
});
