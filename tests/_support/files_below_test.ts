import { assertEquals } from "@std/assert";
import {
  filesBelow,
  filesWith,
  pathsBelow,
  textsBelow,
} from "./files_below.ts";
import { tempDir, writeFiles } from "./temp.ts";

Deno.test("what is below a folder is told, and what is in it", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a/b.md": "Ä", "c.md": "c" });
  const [b, c] = [`${tmp.path}/a/b.md`, `${tmp.path}/c.md`];
  assertEquals(await filesBelow(tmp.path), [b, c]);
  assertEquals(await pathsBelow(tmp.path), [`${tmp.path}/a`, b, c]);
  assertEquals(await filesBelow(`${tmp.path}/none`), []);
  assertEquals(await filesWith(tmp.path, ["Ä"]), [b]);
  assertEquals(await filesWith(tmp.path, ["c", "Ä"]), [b, c]);
  assertEquals(await filesWith(tmp.path, ["d"]), []);
  assertEquals([...await textsBelow(tmp.path, (path) => path === c)], [[
    c,
    "c",
  ]]);
});

Deno.test("a file that goes away meanwhile is looked for under its new name", async () => {
  await using tmp = await tempDir();
  const [draft, kept] = [`${tmp.path}/z.tmp`, `${tmp.path}/a.md`];
  await writeFiles(tmp.path, { "a.md": "old", "z.tmp": "new" });
  const reading = textsBelow(tmp.path, (path) => {
    // The files are listed: the next one to be read is the old one.
    if (path === draft && Deno.statSync(kept).size === 3) replace();
    return true;
  });
  let replaced = false;
  function replace(): void {
    if (replaced) return;
    replaced = true;
    Deno.renameSync(draft, kept);
  }
  assertEquals([...await reading], [[kept, "new"]]);
});
