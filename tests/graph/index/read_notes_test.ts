import { assertEquals } from "@std/assert";
import { IN_MEMORY, openIndex } from "../../../lib/graph/index/open_index.ts";
import { readNotes } from "../../../lib/graph/index/read_notes.ts";
import { tempDir, writeFiles } from "../../_support/temp.ts";

Deno.test("readNotes() goes on after a note that cannot be read, and says which", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a.md": "[[b]]", "b.md": "x" });
  using index = openIndex(IN_MEMORY, {
    vault: tmp.path,
    journalDir: "journal",
  });
  const endless = `${"n".repeat(300)}.md`;
  const { complete, problems } = await readNotes(tmp.path, index, [
    endless,
    "a.md",
    "gone.md",
    "b.md",
  ]);
  assertEquals(complete, true);
  assertEquals(problems.map((text) => text.startsWith(endless)), [true]);
  assertEquals(index.godNodes(9).map(({ path, degree }) => [path, degree]), [
    ["a.md", 1],
    ["b.md", 1],
  ]);
});

Deno.test("readNotes() stops when time is up, and says so", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a.md": "x", "b.md": "x" });
  using index = openIndex(IN_MEMORY, {
    vault: tmp.path,
    journalDir: "journal",
  });
  let asked = 0;
  const { complete } = await readNotes(
    tmp.path,
    index,
    ["a.md", "b.md"],
    () => ++asked > 1,
  );
  assertEquals([complete, index.noteCount()], [false, 1]);
});
