import { assert, assertEquals, assertThrows } from "@std/assert";
import { keepRow, ROW_FILE } from "../../lib/capture/row_spool.ts";
import { exists } from "../../lib/private_file.ts";
import { tempDir } from "../_support/temp.ts";
import { waiting } from "./_daemon.ts";

const NOW = 1_800_000_000_000_000;
const MAX = 16 * 1024 * 1024;

function keepAt(folder: string, nowMicros: number, maxBytes = MAX): string {
  const kept = keepRow(folder, () => new Uint8Array(100), "t", {
    nowMicros,
    maxBytes,
  });
  return "file" in kept ? kept.file : "full";
}

function mode(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

Deno.test("keepRow() writes a private file with what the frame's maker gives for its name", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/capture/spool`;
  let name = "";
  const kept = keepRow(
    folder,
    (file) => new TextEncoder().encode(name = file),
    "p",
    { nowMicros: NOW, maxBytes: MAX },
  );
  assertEquals(kept, { file: name });
  assert(ROW_FILE.test(name), name);
  assert(name.startsWith("1800000000000000-"), name);
  assertEquals(await Deno.readTextFile(`${folder}/${name}`), name);
  assertEquals(
    [`${tmp.path}/capture`, folder, `${folder}/${name}`, `${folder}/size`].map(
      mode,
    ),
    [0o700, 0o700, 0o600, 0o600],
  );
});

Deno.test("rows keep their order when the clock is set back, and go by the clock when nothing waits", async () => {
  await using tmp = await tempDir();
  const names = [NOW, NOW, NOW - 5_000_000, NOW - 9_000_000_000, NOW + 7]
    .map((time) => keepAt(tmp.path, time));
  assertEquals(names, names.toSorted());
  assertEquals(new Set(names).size, 5);
  assert(names[4]?.startsWith("1800000000000007-"), names[4]);
});

Deno.test("a size file with anything in it does not keep a row from being kept", async () => {
  for (const text of ["", "x", "garbage that is long enough", "9".repeat(16)]) {
    await using tmp = await tempDir();
    await Deno.writeTextFile(`${tmp.path}/size`, text);
    assert(ROW_FILE.test(keepAt(tmp.path, NOW)), text);
    assertEquals(waiting(tmp.path).length, 1);
  }
});

Deno.test("a full spool keeps no row, but counts it in its gap", async () => {
  await using tmp = await tempDir();
  const options = { nowMicros: NOW, maxBytes: 4096 };
  const kilobyte = (): Uint8Array => new Uint8Array(1024);
  const kept = (["p", "t", "s", "f", "t", "t"] as const)
    .map((kind) => "file" in keepRow(tmp.path, kilobyte, kind, options));
  assertEquals(kept, [true, true, true, true, false, false]);
  assertEquals(waiting(tmp.path).length, 4);
  assertEquals(await Deno.readTextFile(`${tmp.path}/gap`), "tt");
  assertEquals(mode(`${tmp.path}/gap`), 0o600);
});

Deno.test("the gap's count is bounded", async () => {
  await using tmp = await tempDir();
  await Deno.writeFile(`${tmp.path}/gap`, new Uint8Array(1024 * 1024));
  assertEquals(keepAt(tmp.path, NOW, 0), "full");
  assertEquals((await Deno.stat(`${tmp.path}/gap`)).size, 1024 * 1024);
});

Deno.test("keepRow() throws when nothing can be written, and leaves nothing behind", async () => {
  await using tmp = await tempDir();
  await Deno.writeTextFile(`${tmp.path}/file`, "");
  assertThrows(() => keepAt(`${tmp.path}/file/spool`, NOW), Error);
  await Deno.mkdir(`${tmp.path}/size`);
  assertThrows(() => keepAt(tmp.path, NOW), Error);
  assertEquals(waiting(tmp.path), []);
  assertEquals(exists(`${tmp.path}/gap`), false);
});

Deno.test("keepRow() goes on from the last key, however much waits", async () => {
  await using tmp = await tempDir();
  let last = 1_900_000_000_000_000;
  for (const units of [16, 100, 16_383, 16_384, 16_385, 50_000]) {
    last += 1000;
    await Deno.writeTextFile(
      `${tmp.path}/size`,
      `${last}`.padStart(units, "."),
    );
    const kept = keepRow(tmp.path, () => new Uint8Array(64), "p", {
      nowMicros: 1,
      maxBytes: 1e9,
    });
    assert("file" in kept);
    assertEquals(kept.file.split("-")[0], `${last + 1}`, `${units}`);
    const { size } = await Deno.stat(`${tmp.path}/size`);
    assertEquals(size, units + 16);
    const full = keepRow(tmp.path, () => new Uint8Array(64), "p", {
      nowMicros: 1,
      maxBytes: (units + 31) * 64,
    });
    assert("full" in full);
  }
});
