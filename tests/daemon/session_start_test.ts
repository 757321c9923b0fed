import { assertEquals } from "@std/assert";
import { exists } from "../../lib/private_file.ts";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { keep, stored, toolRow } from "./_daemon.ts";

Deno.test("A session start has the rows stored that an earlier session left", async () => {
  await using box = await sandbox();
  const row = toolRow(1);
  keep(`${box.places.capture}/spool`, row);
  const { code, stderr } = await box.run("session-start", {});
  assertEquals([code, stderr], [0, ""]);
  await until("the row in the store", () => stored(box.places).length > 0);
  await daemonEnded(box.places);
  assertEquals(stored(box.places).map(({ id }) => id), [row.id]);
});

Deno.test("Without capture a session start starts no daemon", async () => {
  await using box = await sandbox();
  const { code, stderr } = await box.run("session-start", {});
  assertEquals([code, stderr], [0, ""]);
  assertEquals(
    [box.places.daemonLock, box.places.store].map(exists),
    [false, false],
  );
  const lines = (await box.log()).filter((line) => line.includes("memoryd"));
  assertEquals(lines, []);
});
