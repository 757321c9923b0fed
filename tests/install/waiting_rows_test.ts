import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { captureStatus } from "../../lib/install/capture_status.ts";
import { checkCapture } from "../../lib/install/check_capture.ts";
import type { Machine } from "../../lib/install/machine.ts";
import { colours } from "../../lib/install/report.ts";
import { reportStatus, statusJson } from "../../lib/install/report_status.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { hangingDaemon, rowFile } from "./_daemon.ts";
import { machineAt } from "./_support.ts";

/** Puts a row into the spool that is so old. */
async function putRow(machine: Machine, seconds: number): Promise<void> {
  const time = machine.now().getTime() - seconds * 1000;
  await writeFiles(`${machine.places.capture}/spool`, {
    [rowFile(time)]: "no frame at all",
  });
}

/** The line of the status that begins so. */
function line(machine: Machine, name: string): string {
  const status = captureStatus(machine, [], null, []);
  const text = reportStatus(status, null, colours(false));
  return text.split("\n").find((line) => line.startsWith(name)) ?? "";
}

Deno.test("the status says that a daemon runs and does not take what waits", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const since = new Date(machine.now().getTime() - 600_000);
  using _lock = await hangingDaemon(machine.places, since);
  const answers = () => {
    const status = captureStatus(machine, [], null, []);
    return (statusJson(status)["daemon"] as { answers: boolean }).answers;
  };
  assertEquals(answers(), true);
  await putRow(machine, 2);
  assert(!line(machine, "Daemon:").includes("does not"));
  await putRow(machine, 74);
  assertEquals(answers(), false);
  assertStringIncludes(
    line(machine, "Daemon:"),
    "running (process 4711, since ",
  );
  assertStringIncludes(
    line(machine, "Daemon:"),
    "), but it does not answer: it has left a row waiting for 1 min 14 s",
  );
  assertStringIncludes(
    line(machine, "Waiting:"),
    "2 rows, 30 bytes, the oldest for 1 min 14 s",
  );
});

Deno.test("a daemon that has just started is not told to be deaf, whatever waits", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const since = new Date(machine.now().getTime() - 1000);
  using _lock = await hangingDaemon(machine.places, since);
  await putRow(machine, 86_400);
  assert(!line(machine, "Daemon:").includes("does not"));
  assertEquals(checkCapture(machine), []);
});

Deno.test("checkCapture() finds rows that wait for longer than a minute", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  await Deno.mkdir(machine.places.state, { recursive: true, mode: 0o700 });
  await putRow(machine, 50);
  assertEquals(checkCapture(machine), []);
  await putRow(machine, 90);
  const found = () => checkCapture(machine).map(({ text }) => text);
  assertEquals(found(), [
    "2 rows wait to be stored, the oldest for 1 min 30 s: no daemon runs; the next hook starts one",
  ]);
  const since = new Date(machine.now().getTime() - 600_000);
  using _lock = await hangingDaemon(machine.places, since);
  assertEquals(found(), [
    "2 rows wait to be stored, the oldest for 1 min 30 s: the daemon (process 4711) runs and does not take them; where it is ended, the next hook starts another",
  ]);
});
