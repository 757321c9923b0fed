import { assert, assertEquals } from "@std/assert";
import { keepRow } from "../../lib/capture/row_spool.ts";
import { encodeFrame } from "../../lib/daemon/frame.ts";
import { SpooledRows } from "../../lib/daemon/spooled_rows.ts";
import { tempDir } from "../_support/temp.ts";
import { keep, toolRow, waiting } from "./_daemon.ts";

const NAME = "1800000000000000-1-abc.row";
const now = (): Date => new Date();

async function readingOf(
  bytes: Uint8Array,
  ageSeconds = 0,
): Promise<Record<string, unknown>> {
  await using tmp = await tempDir();
  const path = `${tmp.path}/${NAME}`;
  await Deno.writeFile(path, bytes);
  const time = Date.now() / 1000 - ageSeconds;
  await Deno.utime(path, time, time);
  return { ...new SpooledRows(tmp.path, now).read(NAME) };
}

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

Deno.test("SpooledRows lists rows in their order, and nothing else", async () => {
  await using tmp = await tempDir();
  const spool = new SpooledRows(`${tmp.path}/none`, now);
  assertEquals(spool.list(), []);
  for (
    const name of ["size", "gap", "2.row", `${NAME}.bad`, `${NAME}.tmp`, NAME]
  ) await Deno.writeTextFile(`${tmp.path}/${name}`, "");
  await Deno.writeTextFile(`${tmp.path}/1700000000000000-9-z.row`, "");
  assertEquals(new SpooledRows(tmp.path, now).list(), [
    "1700000000000000-9-z.row",
    NAME,
  ]);
});

Deno.test("SpooledRows reads a row that keepRow() kept", async () => {
  await using tmp = await tempDir();
  keep(tmp.path, toolRow(1));
  const spool = new SpooledRows(tmp.path, now);
  const [name = ""] = spool.list();
  const reading = spool.read(name);
  assert("row" in reading);
  assertEquals(reading.row, { ...toolRow(1), spooled: name });
  spool.remove(name);
  assertEquals(spool.read(name), { none: "gone" });
});

Deno.test("a file that is not whole yet is left alone for a minute, then it is torn", async () => {
  const whole = encodeFrame(toolRow(1));
  for (const cut of [0, 3, 4, whole.length - 1]) {
    const part = whole.subarray(0, cut);
    assertEquals(await readingOf(part), { none: "unfinished" });
    assertEquals(await readingOf(part, 61), { unusable: "it was cut off" });
    assertEquals(await readingOf(part, -61), { unusable: "it was cut off" });
  }
});

Deno.test("what no hook wrote is unusable, and the reason does not quote it", async () => {
  const row = toolRow(1);
  const unfit = (what: string): string =>
    `Cannot take a row: its ${what} is not as a hook sends it`;
  for (
    const [bytes, why] of [
      [text("hello world, this is a long text"), /length is \d+$/],
      [new Uint8Array(2 * 1024 * 1024), /^it is too long$/],
      [new Uint8Array(10), /length is 0$/],
      [
        new Uint8Array([...encodeFrame(row), ...encodeFrame(row)]),
        /more than one frame/,
      ],
      [new Uint8Array([0, 0, 0, 3, ...text("abc")]), /^it is not JSON$/],
      [new Uint8Array([0, 0, 0, 1, 0xff]), /./],
      [encodeFrame([row]), unfit("row's type")],
      [encodeFrame({ ...row, kind: "memory.secret" }), unfit("kind")],
    ] as const
  ) {
    const { unusable } = await readingOf(bytes);
    if (typeof why === "string") assertEquals(unusable, why);
    else assert(why.test(String(unusable)), String(unusable));
    assert(!/abc|secret|hello/.test(String(unusable)), String(unusable));
  }
});

Deno.test("a folder in a row's place is unusable, and a link to one, too", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/${NAME}`);
  const spool = new SpooledRows(tmp.path, now);
  assertEquals(spool.read(NAME), { unusable: "it is no file" });
  spool.setAside(NAME);
  await Deno.symlink(`${tmp.path}/${NAME}.bad`, `${tmp.path}/${NAME}`);
  assertEquals(spool.read(NAME), { unusable: "it is no file" });
});

Deno.test("no more than a hundred files are set aside", async () => {
  await using tmp = await tempDir();
  const spool = new SpooledRows(tmp.path, now);
  for (let number = 0; number < 105; number++) {
    const name = `${1_800_000_000_000_000 + number}-1-a.row`;
    await Deno.writeTextFile(`${tmp.path}/${name}`, "");
    spool.setAside(name);
  }
  assertEquals(Array.from(Deno.readDirSync(tmp.path)).length, 100);
});

Deno.test("the gap is taken in two steps, and then its letters are counted", async () => {
  await using tmp = await tempDir();
  const spool = new SpooledRows(tmp.path, now);
  assertEquals(spool.takeGap(), null);
  await Deno.writeTextFile(`${tmp.path}/gap`, "pttx?s");
  assertEquals(spool.takeGap(), null);
  const gap = spool.takeGap();
  assertEquals(gap?.lost, new Map([["p", 1], ["t", 2], ["s", 1]]));
  assertEquals(spool.takeGap()?.name, gap?.name);
  spool.remove(gap?.name ?? "");
  assertEquals(spool.takeGap(), null);
});

Deno.test("recount() lets hooks in again, and keeps the last key", async () => {
  await using tmp = await tempDir();
  const keepOne = (nowMicros: number): string => {
    const options = { nowMicros, maxBytes: 8192 };
    const kept = keepRow(tmp.path, () => new Uint8Array(2048), "t", options);
    return "file" in kept ? kept.file : "full";
  };
  const spool = new SpooledRows(tmp.path, now);
  const times = [1, 2, 3, 4, 5].map((more) => 1_800_000_000_000_000 + more);
  const names = times.map(keepOne);
  assertEquals(names[4], "full");
  for (const name of names.slice(0, 3)) spool.remove(name);
  spool.recount();
  const next = keepOne(1_700_000_000_000_000);
  assert(next > String(names[3]), next);
  assertEquals(waiting(tmp.path), [names[3], next]);
  for (const name of spool.list()) spool.remove(name);
  spool.recount();
  assertEquals(Array.from(Deno.readDirSync(tmp.path), ({ name }) => name), [
    "gap",
  ]);
});
