import { assert, assertEquals } from "@std/assert";
import { keepTurn, noteTold, readTurns } from "../../lib/recall/turns.ts";
import { sweepTurns } from "../../lib/recall/sweep_turns.ts";
import { tempDir } from "../_support/temp.ts";

Deno.test("prompts are counted, and what was told is known", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/turns`;
  assertEquals(readTurns(folder, "s"), { count: 0, told: [], size: 0 });
  keepTurn(folder, "s", readTurns(folder, "s"), ["memory:a", "note:x y.md"]);
  keepTurn(folder, "s", readTurns(folder, "s"), []);
  const { count, told } = readTurns(folder, "s");
  assertEquals({ count, told }, {
    count: 2,
    told: ["memory:a", "note:x y.md"],
  });
  assertEquals((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
});

Deno.test("what a session start has told is told, and is no prompt", async () => {
  await using tmp = await tempDir();
  noteTold(tmp.path, "s", "summary:7");
  noteTold(tmp.path, "s", "note:a\ni memory:b");
  const { count, told } = readTurns(tmp.path, "s");
  assertEquals({ count, told }, { count: 0, told: ["summary:7"] });
});

Deno.test("an item with a line's end in its address is no line of its own", async () => {
  await using tmp = await tempDir();
  keepTurn(tmp.path, "s", readTurns(tmp.path, "s"), ["note:a\ni memory:b"]);
  assertEquals(readTurns(tmp.path, "s").told, []);
});

Deno.test("the file is bounded, and keeps the count and the latest items", async () => {
  await using tmp = await tempDir();
  for (let turn = 0; turn < 600; turn++) {
    const items = [1, 2, 3].map((n) => `note:${"x".repeat(40)} ${turn}-${n}`);
    keepTurn(tmp.path, "s", readTurns(tmp.path, "s"), items);
  }
  const { count, told, size } = readTurns(tmp.path, "s");
  assertEquals(count, 600);
  assertEquals(told.at(-1), `note:${"x".repeat(40)} 599-3`);
  assert(told.length >= 150, `${told.length} items`);
  assert(size < 64 * 1024, `${size} bytes`);
});

Deno.test("what sessions were told that are long over is forgotten", async () => {
  await using tmp = await tempDir();
  const now = Date.now();
  assertEquals(sweepTurns(`${tmp.path}/none`, now), 0);
  for (const [name, days] of [["new", 29], ["old", 31]] as const) {
    keepTurn(tmp.path, name, readTurns(tmp.path, name), []);
    const then = now / 1000 - days * 86_400;
    Deno.utimeSync(`${tmp.path}/${name}`, then, then);
  }
  assertEquals(sweepTurns(tmp.path, now), 1);
  assertEquals(readTurns(tmp.path, "new").count, 1);
  assertEquals(readTurns(tmp.path, "old").count, 0);
});
