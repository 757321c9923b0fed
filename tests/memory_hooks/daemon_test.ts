import { assertEquals, assertStringIncludes } from "@std/assert";
import { askDaemon } from "../../lib/daemon/ask_daemon.ts";
import { daemonBox } from "../daemon/_daemon.ts";
import { briefOf } from "../hooks/_answer.ts";

Deno.test("What the daemon was told, the hooks tell", async () => {
  await using home = await daemonBox();
  const { box, places } = home;
  await home.listening();
  const note = await askDaemon(
    { socket: places.socket, places, start: () => {} },
    "note",
    { content: "The valve sticks below 4 bar.", domain: "acme/x100" },
  );
  const uid = String((note as Record<string, unknown>)["uid"]);
  const brief = briefOf(
    await box.run("session-start", { source: "startup" }),
  );
  assertStringIncludes(
    brief,
    `- ${uid} [acme/x100] The valve sticks below 4 bar.`,
  );
  const { stdout } = await box.run("statusline", "{}");
  assertEquals(stdout, "memory 1 mem | acme/x100 | no checkpoint\n");
  assertEquals((await box.run("stop", {})).stdout, "");
  // Whatever the daemon does next, it is told of in the next brief.
  await askDaemon(
    { socket: places.socket, places, start: () => {} },
    "forget",
    { uid, reason: "It was the gauge" },
  );
  assertEquals((await box.run("statusline", "{}")).stdout, "");
});
