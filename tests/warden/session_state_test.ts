import { assertEquals, assertThrows } from "@std/assert";
import {
  changeState,
  pruneStates,
  readState,
} from "../../lib/warden/session_state.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const STAMP = "2026-06-05T12:00:00.000Z";

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) found.push(name);
  return found.sort();
}

Deno.test("changeState() keeps what is not named, in a private file", async () => {
  await using tmp = await tempDir();
  changeState(tmp.path, "s1", { nudged_at: STAMP });
  changeState(tmp.path, "s1", { asked_at: STAMP });
  assertEquals(readState(tmp.path, "s1"), {
    nudged_at: STAMP,
    asked_at: STAMP,
  });
  assertEquals(readState(tmp.path, "s2"), {});
  const folder = await Deno.stat(`${tmp.path}/warden`);
  const file = await Deno.stat(`${tmp.path}/warden/s1.json`);
  assertEquals([folder.mode, file.mode].map((mode) => (mode ?? 0) & 0o777), [
    0o700,
    0o600,
  ]);
  assertEquals(await names(`${tmp.path}/warden`), ["s1.json"]);
});

Deno.test("readState() takes what cannot be read for nothing", async () => {
  await using tmp = await tempDir();
  for (const text of ["", "{", "[1,2]", "null", "7", '"x"']) {
    await writeFiles(tmp.path, { "warden/s1.json": text });
    assertEquals(readState(tmp.path, "s1"), {}, text);
  }
  await Deno.remove(`${tmp.path}/warden/s1.json`);
  await Deno.mkdir(`${tmp.path}/warden/s1.json`);
  assertEquals(readState(tmp.path, "s1"), {});
});

Deno.test("An id that could leave the folder is refused", async () => {
  await using tmp = await tempDir();
  const ids = ["", "..", ".", "a/b", "a\\b", "../evil", "x".repeat(129)];
  for (const id of ids) {
    assertThrows(() => changeState(tmp.path, id, {}), RangeError);
    assertEquals(readState(tmp.path, id), {});
  }
  assertEquals(await names(tmp.path), []);
});

Deno.test("pruneStates() removes what nobody wrote to for two weeks, once a day", async () => {
  await using tmp = await tempDir();
  const now = new Date();
  const aged = async (name: string, days: number): Promise<void> => {
    await writeFiles(tmp.path, { [`warden/${name}`]: "{}" });
    const at = new Date(now.getTime() - days * 86_400_000);
    await Deno.utime(`${tmp.path}/warden/${name}`, at, at);
  };
  pruneStates(tmp.path, now);
  await aged("old.json", 20);
  await aged("fresh.json", 13);
  pruneStates(tmp.path, now);
  const all = [".pruned", "fresh.json", "old.json"];
  assertEquals(await names(`${tmp.path}/warden`), all);
  await aged(".pruned", 1.1);
  pruneStates(tmp.path, now);
  assertEquals(await names(`${tmp.path}/warden`), [".pruned", "fresh.json"]);
});
