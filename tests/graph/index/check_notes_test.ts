import { assertEquals } from "@std/assert";
import { checkNotes } from "../../../lib/graph/index/check_notes.ts";
import { tempDir, writeFiles } from "../../_support/temp.ts";
import { age, degrees, memoryIndex, scan } from "./_vault.ts";

Deno.test("checkNotes() drops what is gone and reads what changed", async () => {
  await using tmp = await tempDir();
  const names = ["a.md", "b.md", "c.md", "d.md", "e.md"];
  await writeFiles(tmp.path, {
    "a.md": "[[b]]",
    "b.md": "b",
    "c.md": "[[b]]",
    "d.md": "d",
    "e.md": "e",
  });
  await age(...names.map((name) => `${tmp.path}/${name}`));
  using index = memoryIndex(tmp.path);
  await scan(tmp.path, index);
  assertEquals(await checkNotes(tmp.path, index, names), {
    gone: [],
    changed: [],
  });

  await Deno.remove(`${tmp.path}/a.md`);
  await writeFiles(tmp.path, {
    "c.md": "# Sea\n[[d]]",
    "d.md": "",
    "new.md": "[[b]]",
  });
  assertEquals(
    await checkNotes(tmp.path, index, [...names, "c.md", "new.md", "no.md"]),
    { gone: ["a.md", "d.md"], changed: ["c.md"] },
  );
  assertEquals(index.note("c.md")?.title, "Sea");
  assertEquals(degrees(index), { "b.md": 0, "c.md": 0, "e.md": 0 });
});
