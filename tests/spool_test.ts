import { assertEquals, assertThrows } from "@std/assert";
import { openSpool } from "../lib/spool.ts";
import { tempDir } from "./_support/temp.ts";

Deno.test("openSpool() lists one kind in the order of time, reads and removes", async () => {
  await using tmp = await tempDir();
  const spool = openSpool(`${tmp.path}/state`);
  assertEquals(spool.list("journal"), []);
  spool.put("journal", "b", { n: 2 }, new Date(2000));
  spool.put("journal", "z", { n: 1 }, new Date(1000));
  spool.put("trace", "a", null, new Date(0));
  const items = spool.list("journal");
  assertEquals(items.map(({ id }) => id), ["z", "b"]);
  assertEquals(items.map((item) => spool.read(item)), [{ n: 1 }, { n: 2 }]);
  for (const item of items) spool.remove(item);
  for (const item of items) spool.remove(item);
  assertEquals(spool.list("journal"), []);
  assertEquals(items.map((item) => spool.read(item)), [undefined, undefined]);
  assertEquals(spool.list("trace").length, 1);
});

Deno.test("openSpool() sets aside what is broken", async () => {
  await using tmp = await tempDir();
  const spool = openSpool(tmp.path);
  spool.put("journal", "a", {}, new Date(0));
  const [item] = spool.list("journal");
  if (item === undefined) throw new Error("it has to be listed");
  Deno.writeTextFileSync(item.path, "{");
  assertThrows(() => spool.read(item), SyntaxError);
  spool.setAside(item);
  assertEquals(spool.list("journal"), []);
  assertEquals(Deno.readTextFileSync(`${item.path}.bad`), "{");
});

Deno.test("openSpool() refuses names that could lead elsewhere", async () => {
  await using tmp = await tempDir();
  const spool = openSpool(tmp.path);
  for (const [kind, id] of [["a", "../x"], ["a-b", "x"], ["a", ""]] as const) {
    assertThrows(() => spool.put(kind, id, {}, new Date(0)), RangeError);
  }
});
