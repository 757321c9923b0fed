import { assertEquals } from "@std/assert";
import {
  addChangedNote,
  hasChangedNotes,
  readChangedNotes,
} from "../../lib/graph/changed_notes.ts";
import { tempDir } from "../_support/temp.ts";

Deno.test("changed notes are read once each, in order, and settled", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/index/x.changed`;
  assertEquals(hasChangedNotes(file), false);
  for (const note of ["a.md", 'b "q" \n.md', "a.md"]) {
    addChangedNote(file, note);
  }
  assertEquals(hasChangedNotes(file), true);
  const queue = readChangedNotes(file);
  assertEquals(queue.notes, ["a.md", 'b "q" \n.md']);
  queue.settle();
  assertEquals(hasChangedNotes(file), false);
  assertEquals(readChangedNotes(file).notes, []);
  assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
});

Deno.test("a note that is added while others are read stays", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/x.changed`;
  addChangedNote(file, "a.md");
  const queue = readChangedNotes(file);
  addChangedNote(file, "b.md");
  queue.settle();
  assertEquals(readChangedNotes(file).notes, ["b.md"]);
});

Deno.test("two readers settle the same notes once", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/x.changed`;
  addChangedNote(file, "a.md");
  const first = readChangedNotes(file);
  const second = readChangedNotes(file);
  first.settle();
  addChangedNote(file, "b.md");
  second.settle();
  assertEquals(readChangedNotes(file).notes, ["b.md"]);
});

Deno.test("a torn or strange line is passed over, and what is torn now may be whole later", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/x.changed`;
  await Deno.writeTextFile(file, '{"x":1}\nnot json\n"a.md"\n"b.m');
  const queue = readChangedNotes(file);
  assertEquals(queue.notes, ["a.md"]);
  queue.settle();
  assertEquals(await Deno.readTextFile(file), '"b.m');
});

Deno.test("notes added by processes at once are all there", async () => {
  await using tmp = await tempDir();
  const file = `${tmp.path}/x.changed`;
  const module = new URL("../../lib/graph/changed_notes.ts", import.meta.url);
  const add = (process: number): Promise<Deno.CommandOutput> =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `import { addChangedNote } from ${JSON.stringify(module.href)};
         for (let n = 0; n < 20; n++) addChangedNote(${
          JSON.stringify(file)
        }, "${process}-" + n + ".md");`,
      ],
      stderr: "inherit",
    }).output();
  const codes = await Promise.all([1, 2, 3, 4].map(add));
  assertEquals(codes.map(({ code }) => code), [0, 0, 0, 0]);
  assertEquals(readChangedNotes(file).notes.length, 80);
});
