import { assertEquals, assertThrows } from "@std/assert";
import { isStale, touchStamp } from "../lib/stamp.ts";
import { tempDir, writeFiles } from "./_support/temp.ts";

const NOW = new Date("2026-06-05T12:00:00.000Z");
const DAY = 86_400_000;

async function stampOfAge(folder: string, ageMs: number): Promise<string> {
  const path = `${folder}/stamp`;
  await Deno.writeTextFile(path, "");
  const time = new Date(NOW.getTime() - ageMs);
  await Deno.utime(path, time, time);
  return path;
}

Deno.test("isStale() counts the age of the stamp in days", async () => {
  await using tmp = await tempDir();
  for (
    const [ageMs, days, stale] of [
      [0, 7, false],
      [7 * DAY - 1000, 7, false],
      [7 * DAY, 7, true],
      [30 * DAY, 7, true],
      [0.4 * DAY, 0.5, false],
      [0.6 * DAY, 0.5, true],
      [0, 0, true],
      [1000, 0, true],
    ] as const
  ) {
    const path = await stampOfAge(tmp.path, ageMs);
    const text = `${ageMs} ms old, stale from ${days} days on`;
    assertEquals(isStale(path, days, NOW.getTime()), stale, text);
  }
});

Deno.test("isStale() forgives a clock that is a little off, and no more", async () => {
  await using tmp = await tempDir();
  const soon = await stampOfAge(tmp.path, -3600_000);
  assertEquals(isStale(soon, 7, NOW.getTime()), false);
  const later = await stampOfAge(tmp.path, -2 * DAY);
  assertEquals(isStale(later, 7, NOW.getTime()), true);
});

Deno.test("isStale() is so without a stamp", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  for (const path of ["none", "no/folder", "file/below"]) {
    assertEquals(isStale(`${tmp.path}/${path}`, 7, NOW.getTime()), true, path);
  }
});

Deno.test("touchStamp() sets the time of change, makes the folder, and keeps both private", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/cache/graphify/vault-rebuild.stamp`;
  touchStamp(path, NOW);
  assertEquals(isStale(path, 7, NOW.getTime()), false);
  const info = await Deno.stat(path);
  assertEquals(info.mtime, NOW);
  assertEquals((info.mode ?? 0) & 0o777, 0o600);
  assertEquals(
    ((await Deno.stat(`${tmp.path}/cache`)).mode ?? 0) & 0o777,
    0o700,
  );
  const later = new Date(NOW.getTime() + DAY);
  touchStamp(path, later);
  assertEquals((await Deno.stat(path)).mtime, later);
  assertEquals(await Deno.readTextFile(path), "2026-06-06T12:00:00.000Z\n");
});

Deno.test("touchStamp() throws where it cannot write", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  assertThrows(() => touchStamp(`${tmp.path}/file/stamp`, NOW), Error);
});
