import { assertEquals } from "@std/assert";
import { lab, NOW, toolUse } from "./_store.ts";

const DAY_MS = 86_400_000;

Deno.test("prune() by age removes a store that was moved aside, once nothing in it can be younger", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([toolUse("r1")]);
  const old = new Date(NOW.getTime() - 31 * DAY_MS);
  const young = new Date(NOW.getTime() - 29 * DAY_MS);
  const files: [name: string, changed: Date][] = [
    ["store.corrupt-20260101T000000Z.sqlite", old],
    ["store.corrupt-20260101T000000Z.sqlite-wal", old],
    ["store.corrupt-20260101T000000Z-2.sqlite", young],
    ["notes of somebody", old],
    ["store.corrupt-mine.txt", old],
  ];
  for (const [name, changed] of files) {
    await Deno.writeTextFile(`${it.folder}/${name}`, "x");
    await Deno.utime(`${it.folder}/${name}`, changed, changed);
  }
  const folder = "store.corrupt-20250101T000000Z.sqlite";
  await Deno.mkdir(`${it.folder}/${folder}`);
  await Deno.utime(`${it.folder}/${folder}`, old, old);
  const left = (): string[] =>
    it.names().filter((name) => !name.startsWith("store.sqlite"));
  const all = [...files.map(([name]) => name), folder].sort();

  assertEquals(store.prune({ days: 0, maxBytes: 0 }), 0);
  assertEquals(left(), all);
  assertEquals(store.prune({ days: 30, maxBytes: 0 }), 0);
  assertEquals(
    left(),
    [...files.slice(2).map(([name]) => name), folder].sort(),
  );
});
