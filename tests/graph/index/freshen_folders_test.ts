import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  freshenFolders,
  type FreshenResult,
} from "../../../lib/graph/index/freshen_folders.ts";
import type { NoteIndex } from "../../../lib/graph/index/note_index.ts";
import { tempDir, writeFiles } from "../../_support/temp.ts";
import { age, degrees, memoryIndex, scan } from "./_vault.ts";

const NOTES = {
  "a.md": "[[b]]",
  "x/b.md": "[[a]]",
  "x/y/c.md": "[[a]]",
  "z/d.md": "d",
};

/** Makes a vault that nothing was written to for a while, and scans it. */
async function oldVault(vault: string): Promise<NoteIndex> {
  await writeFiles(vault, NOTES);
  await age(...Object.keys(NOTES).map((name) => `${vault}/${name}`));
  await age(...["x/y", "x", "z", "."].map((name) => `${vault}/${name}`));
  const index = memoryIndex(vault);
  await scan(vault, index);
  return index;
}

async function freshen(
  vault: string,
  index: NoteIndex,
  deadline: () => boolean = () => false,
): Promise<FreshenResult> {
  return await freshenFolders(vault, index, {
    outputDir: "graphify-out",
    deadline,
  });
}

Deno.test("freshenFolders() does nothing where no folder changed", async () => {
  await using tmp = await tempDir();
  using index = await oldVault(tmp.path);
  assertEquals(await freshen(tmp.path, index), {
    complete: true,
    read: 0,
    removed: 0,
  });
});

Deno.test("freshenFolders() finds notes and folders that came, went, or got another name", async () => {
  const cases: [string, (vault: string) => Promise<void>, string[]][] = [
    ["a note comes", (v) => writeFiles(v, { "x/new.md": "[[a]]" }), [
      "a.md",
      "x/b.md",
      "x/new.md",
      "x/y/c.md",
      "z/d.md",
    ]],
    ["a note goes", (v) => Deno.remove(`${v}/x/b.md`), [
      "a.md",
      "x/y/c.md",
      "z/d.md",
    ]],
    [
      "a note gets another name",
      (v) => Deno.rename(`${v}/a.md`, `${v}/é 日.md`),
      [
        "x/b.md",
        "x/y/c.md",
        "z/d.md",
        "é 日.md",
      ],
    ],
    ["a note moves", (v) => Deno.rename(`${v}/z/d.md`, `${v}/x/y/d.md`), [
      "a.md",
      "x/b.md",
      "x/y/c.md",
      "x/y/d.md",
    ]],
    ["folders come", (v) => writeFiles(v, { "n/m/e.md": "e", "n/f.md": "f" }), [
      "a.md",
      "n/f.md",
      "n/m/e.md",
      "x/b.md",
      "x/y/c.md",
      "z/d.md",
    ]],
    ["a folder goes", (v) => Deno.remove(`${v}/x`, { recursive: true }), [
      "a.md",
      "z/d.md",
    ]],
    ["a folder gets another name", (v) => Deno.rename(`${v}/x`, `${v}/w`), [
      "a.md",
      "w/b.md",
      "w/y/c.md",
      "z/d.md",
    ]],
    ["a folder becomes a link out", async (v) => {
      await Deno.rename(`${v}/x`, `${v}-out`);
      await Deno.symlink(`${v}-out`, `${v}/x`);
    }, ["a.md", "z/d.md"]],
    ["what is no note comes", (v) =>
      writeFiles(v, {
        ".trash/t.md": "t",
        "graphify-out/r.md": "r",
        "x/e.md": "",
        "x/a.sync-conflict-20240101-120000-ABCDEFG.md": "c",
      }), Object.keys(NOTES)],
  ];
  for (const [name, change, paths] of cases) {
    await using tmp = await tempDir();
    const vault = `${tmp.path}/v`;
    using index = await oldVault(vault);
    await change(vault);
    const result = await freshen(vault, index);
    assertEquals(result.complete, true, name);
    assertEquals(Object.keys(degrees(index)), paths, name);
    const incremental = degrees(index);
    index.resolveAll();
    assertEquals(degrees(index), incremental, name);
    using anew = memoryIndex(vault);
    await scan(vault, anew);
    assertEquals(degrees(anew), incremental, name);
    assertEquals(
      [...index.folders().keys()].sort(),
      [...anew.folders().keys()].sort(),
      name,
    );
  }
});

Deno.test("freshenFolders() finds a note that an editor put in place of the old one", async () => {
  await using tmp = await tempDir();
  using index = await oldVault(tmp.path);
  await writeFiles(tmp.path, { "x/.tmp": "# Replaced\n" });
  await Deno.rename(`${tmp.path}/x/.tmp`, `${tmp.path}/x/b.md`);
  assertEquals((await freshen(tmp.path, index)).read, 1);
  assertEquals(index.note("x/b.md")?.title, "Replaced");
});

Deno.test("freshenFolders() looks again at a folder that was only just read", async () => {
  await using tmp = await tempDir();
  using index = await oldVault(tmp.path);
  await writeFiles(tmp.path, { "one.md": "1" });
  await freshen(tmp.path, index);
  await writeFiles(tmp.path, { "two.md": "2" });
  await freshen(tmp.path, index);
  assert(index.note("one.md") !== null && index.note("two.md") !== null);
});

Deno.test("freshenFolders() stops when time is up, and the next one goes on", async () => {
  await using tmp = await tempDir();
  using index = await oldVault(tmp.path);
  const files: Record<string, string> = {};
  for (let n = 0; n < 30; n++) files[`x/n${n}.md`] = "n";
  await writeFiles(tmp.path, files);
  let asked = 0;
  const first = await freshen(tmp.path, index, () => ++asked > 15);
  assertEquals(first.complete, false);
  assert(first.read > 0 && first.read < 30, `${first.read}`);
  const second = await freshen(tmp.path, index);
  assertEquals(second.complete, true);
  assertEquals(index.noteCount(), 34);
  assertEquals((await freshen(tmp.path, index, () => true)).complete, false);
});

Deno.test("freshenFolders() leaves the index alone when the vault is not there", async () => {
  await using tmp = await tempDir();
  const vault = `${tmp.path}/v`;
  using index = await oldVault(vault);
  await Deno.rename(vault, `${tmp.path}/away`);
  await assertRejects(() => freshen(vault, index), Deno.errors.NotFound);
  assertEquals(index.noteCount(), 4);
});
