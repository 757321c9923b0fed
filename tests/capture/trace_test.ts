import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
} from "@std/assert";
import { traceId } from "../../lib/capture/trace.ts";
import { type Sandbox, SESSION } from "../_support/sandbox.ts";
import { tempDir } from "../_support/temp.ts";
import { CAN_MOUNT, readOnly } from "../_support/mount.ts";
import { complaints } from "../hooks/_state.ts";
import { captureBox } from "./_capture_box.ts";
import { prompted, stopped, used } from "./_events.ts";
import { modeOf } from "./_mode.ts";
import { spooledRows } from "./_rows.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TRACE = "0af7651916cd43dd8448eb211c80319c";

/** Asks for the trace of a session, and asserts that it could be kept. */
function ask(
  folder: string,
  { sessionId = "s", now = NOW, traceparent }: {
    sessionId?: string;
    now?: number;
    traceparent?: string;
  } = {},
): string {
  const { id, problem } = traceId({ folder, sessionId, traceparent, now });
  assertEquals(problem, null);
  assertMatch(id, /^[0-9a-f]{32}$/);
  return id;
}

async function setTime(path: string, time: number): Promise<void> {
  await Deno.utime(path, time / 1000, time / 1000);
}

async function timeOf(path: string): Promise<number | undefined> {
  return (await Deno.lstat(path)).mtime?.getTime();
}

async function traces(box: Sandbox): Promise<unknown[]> {
  return (await spooledRows(box)).map(({ payload }) => payload.trace_id);
}

Deno.test("traceId() is one for a session, and another for another", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/capture/traces`;
  const id = ask(folder);
  assertEquals(ask(folder), id);
  assertNotEquals(ask(folder, { sessionId: "t" }), id);
  assertEquals(await Deno.readTextFile(`${folder}/s`), id);
  assertEquals([await modeOf(folder), await modeOf(`${folder}/s`)], [
    0o700,
    0o600,
  ]);
  assertEquals(
    (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name)
      .sort(),
    ["s", "t"],
  );
});

Deno.test("traceId() takes that of a valid TRACEPARENT, and keeps nothing then", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/traces`;
  for (
    const traceparent of [
      `00-${TRACE}-b7ad6b7169203331-01`,
      `00-${TRACE}-b7ad6b7169203331-00`,
      `01-${TRACE}-b7ad6b7169203331-01`,
      `cc-${TRACE}-b7ad6b7169203331-01-what-the-future-will-be-like`,
    ]
  ) assertEquals(ask(folder, { traceparent }), TRACE);
  assertEquals(await Array.fromAsync(Deno.readDir(tmp.path)), []);
});

Deno.test("traceId() passes over a TRACEPARENT that is not valid", async () => {
  await using tmp = await tempDir();
  const own = ask(tmp.path);
  for (
    const traceparent of [
      "",
      "junk",
      TRACE,
      `ff-${TRACE}-b7ad6b7169203331-01`,
      `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
      `00-${TRACE}-0000000000000000-01`,
      `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
      `00-${TRACE}-b7ad6b7169203331-01-more`,
      `00-${TRACE}-b7ad6b7169203331`,
      `00-${TRACE}-b7ad6b7169203331-1`,
      ` 00-${TRACE}-b7ad6b7169203331-01`,
      `00-${TRACE}-b7ad6b7169203331-01\n`,
      `00-../../../../x-b7ad6b7169203331-01`,
    ]
  ) assertEquals(ask(tmp.path, { traceparent }), own, traceparent);
});

Deno.test("traceId() is a new one after an hour of silence, the same for all that ask then", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s`;
  const first = ask(tmp.path);
  await setTime(path, NOW - HOUR);
  assertEquals(ask(tmp.path), first);
  await setTime(path, NOW - HOUR - 1);
  const before = await Deno.readTextFile(path);
  const second = ask(tmp.path);
  assertNotEquals(second, first);
  assertEquals(ask(tmp.path, { now: Date.now() }), second);
  // Another hook that had looked before the first one wrote.
  await Deno.writeTextFile(path, before);
  await setTime(path, NOW - HOUR - 1);
  assertEquals(ask(tmp.path), second);
});

Deno.test("traceId() stays the same while its session is at work", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s`;
  const first = ask(tmp.path);
  await setTime(path, NOW);
  for (let now = NOW; now < NOW + 5 * HOUR; now += 50 * MINUTE) {
    assertEquals(ask(tmp.path, { now }), first);
    assertEquals(await timeOf(path), now);
  }
  // Not written at each event.
  const last = await timeOf(path);
  assert(last !== undefined);
  ask(tmp.path, { now: last + MINUTE });
  assertEquals(await timeOf(path), last);
});

Deno.test("traceId() takes the time of a clock that was set back since", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s`;
  const first = ask(tmp.path);
  await setTime(path, NOW + 24 * HOUR);
  assertEquals(ask(tmp.path), first);
  assertEquals(await timeOf(path), NOW);
});

Deno.test("traceId() replaces what is torn or was never one", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s`;
  const elsewhere = `${tmp.path}/elsewhere`;
  await Deno.writeTextFile(elsewhere, TRACE);
  for (
    const text of [
      "",
      TRACE.slice(1),
      `${TRACE}\n`,
      "0".repeat(32),
      TRACE.toUpperCase(),
      "é".repeat(16),
      "x".repeat(100_000),
    ]
  ) {
    await Deno.writeTextFile(path, text);
    await setTime(path, NOW - MINUTE);
    const id = ask(tmp.path);
    assertEquals(await Deno.readTextFile(path), id);
    assertNotEquals(id, "0".repeat(32));
    // What another hook that had found the same would have made of it.
    await Deno.writeTextFile(path, text);
    await setTime(path, NOW - MINUTE);
    assertEquals(ask(tmp.path), id);
  }
  await Deno.remove(path);
  await Deno.symlink(elsewhere, path);
  assertNotEquals(ask(tmp.path), TRACE);
  assertEquals((await Deno.lstat(path)).isSymlink, false);
  assertEquals(await Deno.readTextFile(elsewhere), TRACE);
  assertEquals((await Array.fromAsync(Deno.readDir(tmp.path))).length, 2);
});

Deno.test("traceId() is one that is not kept where it cannot be", async () => {
  await using tmp = await tempDir();
  await Deno.writeTextFile(`${tmp.path}/file`, "");
  await Deno.mkdir(`${tmp.path}/traces/s`, { recursive: true });
  for (const folder of [`${tmp.path}/file`, `${tmp.path}/traces`]) {
    const options = { folder, sessionId: "s", traceparent: "", now: NOW };
    const one = traceId(options);
    assertMatch(one.id, /^[0-9a-f]{32}$/);
    assert(one.problem instanceof Error);
    assertNotEquals(traceId(options).id, one.id);
  }
  assertEquals(
    (await Array.fromAsync(Deno.readDir(`${tmp.path}/traces`))).length,
    1,
  );
});

Deno.test("all hooks of a session have one trace, twenty at once too", async () => {
  await using box = await captureBox();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      box.run(
        "capture-tool",
        used({ tool_use_id: `toolu_${n}` }),
        { timeoutMs: 120_000 },
      )),
  );
  await box.run("capture-prompt", prompted("Hi"));
  await box.run("capture-stop", stopped("Done."));
  const found = await traces(box);
  assertEquals([found.length, new Set(found).size], [22, 1]);
  const folder = `${box.places.capture}/traces`;
  assertEquals(await modeOf(folder), 0o700);
  assertEquals(
    (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name),
    [SESSION],
  );
  assertEquals(await complaints(box), []);
});

Deno.test("twenty hooks at once after an hour of silence agree on the next trace", async () => {
  await using box = await captureBox();
  await box.run("capture-tool", used({ tool_use_id: "toolu_first" }));
  const [first] = await traces(box);
  await setTime(
    `${box.places.capture}/traces/${SESSION}`,
    Date.now() - 2 * HOUR,
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      box.run(
        "capture-tool",
        used({ tool_use_id: `toolu_${n}` }),
        { timeoutMs: 120_000 },
      )),
  );
  const found = await traces(box);
  assertEquals([found.length, new Set(found).size], [21, 2]);
  assertEquals(found.filter((it) => it === first).length, 1);
});

Deno.test("a TRACEPARENT of the host is honoured", async () => {
  await using box = await captureBox();
  const env = {
    ...box.env,
    TRACEPARENT: `00-${TRACE}-b7ad6b7169203331-01`,
  };
  await box.run("capture-prompt", prompted("Hi"), { env });
  assertEquals(await traces(box), [TRACE]);
});

Deno.test("where traces cannot be kept work goes on, and the log says so", async () => {
  await using box = await captureBox();
  const folder = `${box.places.capture}/traces`;
  await Deno.mkdir(folder, { recursive: true });
  if (CAN_MOUNT) {
    await using _ = await readOnly(folder);
    await box.run("capture-prompt", prompted("Hi"));
  } else {
    await Deno.remove(folder);
    await Deno.writeTextFile(folder, "");
    await box.run("capture-prompt", prompted("Hi"));
  }
  const [id] = await traces(box);
  assertMatch(String(id), /^[0-9a-f]{32}$/);
  assertMatch((await complaints(box)).join("\n"), /Cannot keep .*trace/);
});
