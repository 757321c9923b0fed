import { assert, assertEquals } from "@std/assert";
import { settledMtime } from "../../../lib/graph/index/_settled.ts";
import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { tempDir, writeFiles } from "../../_support/temp.ts";
import { age, degrees, edges, memoryIndex, put, scan } from "./_vault.ts";

Deno.test("scanVault() reads every note, and nothing that is none", async () => {
  await using tmp = await tempDir(" Ünï 日本 'q'");
  const vault = `${tmp.path}/v`;
  await writeFiles(vault, {
    "a.md": "[[b c]]",
    "x/y/b c.MD": "---\ntags: [t]\n---\n",
    "日本.md": "[[a]]",
    ".obsidian/app.md": "[[a]]",
    ".trash/old.md": "[[a]]",
    "x/.hidden/h.md": "[[a]]",
    "graphify-out/GRAPH_REPORT.md": "[[a]]",
    "a.sync-conflict-20240101-120000-ABCDEFG.md": "[[a]]",
    "a (Bob's conflicted copy 2024-01-01).md": "[[a]]",
    ".a.md.icloud": "x",
    "empty.md": "",
    "pic.png": "x",
    "folder.md/inside.md": "[[a]]",
  });
  using index = memoryIndex(vault);
  const result = await scan(vault, index);
  assertEquals(result, { complete: true, read: 4, removed: 0, problems: [] });
  assertEquals(degrees(index), {
    "a.md": 3,
    "folder.md/inside.md": 1,
    "x/y/b c.MD": 1,
    "日本.md": 1,
  });
  assert(index.refreshedAt() > 0);
  assertEquals(
    [...index.folders().keys()].sort(),
    ["", "folder.md", "x", "x/y"],
  );
});

Deno.test("scanVault() follows no links, and never runs in a circle", async () => {
  await using tmp = await tempDir();
  const real = `${tmp.path}/real`;
  await writeFiles(tmp.path, {
    "real/a.md": "a",
    "real/sub/b.md": "b",
    "out/secret.md": "s",
  });
  await Deno.symlink("..", `${real}/sub/loop`);
  await Deno.symlink(`${tmp.path}/out`, `${real}/outside`);
  await Deno.symlink(`${tmp.path}/out/secret.md`, `${real}/leak.md`);
  await Deno.symlink("sub", `${real}/inside`);
  await Deno.symlink("a.md", `${real}/alias.md`);
  await Deno.symlink("nowhere.md", `${real}/dangling.md`);
  await Deno.symlink(real, `${tmp.path}/v`);
  for (const vault of [real, `${tmp.path}/v`]) {
    using index = memoryIndex(vault);
    const result = await scan(vault, index);
    assertEquals(result.problems, []);
    assertEquals(Object.keys(degrees(index)), ["a.md", "sub/b.md"]);
  }
});

Deno.test("scanVault() reads only what changed, and removes what is gone", async () => {
  await using tmp = await tempDir();
  const vault = tmp.path;
  await writeFiles(vault, {
    "a.md": "[[b]] [[c]]",
    "b.md": "old",
    "x/c.md": "c",
    "y/d.md": "[[a]]",
    "y/z/e.md": "[[a]]",
  });
  await age(
    ...["a", "b", "x/c", "y/d", "y/z/e"].map((n) => `${vault}/${n}.md`),
  );
  using index = memoryIndex(vault);
  assertEquals((await scan(vault, index)).read, 5);
  assertEquals((await scan(vault, index)).read, 0);
  assertEquals(degrees(index)["a.md"], 4);

  await writeFiles(vault, { "b.md": "[[x/c]] new", "x/new.md": "[[a]]" });
  await Deno.remove(`${vault}/y`, { recursive: true });
  await Deno.rename(`${vault}/x/c.md`, `${vault}/c.md`);
  await age(`${vault}/b.md`, `${vault}/x/new.md`);
  const { read, removed, complete } = await scan(vault, index);
  assertEquals([read, removed, complete], [3, 3, true]);
  assertEquals(degrees(index), {
    "a.md": 3,
    "b.md": 1,
    "c.md": 1,
    "x/new.md": 1,
  });
  assertEquals([...index.folders().keys()].sort(), ["", "x"]);
});

Deno.test("scanVault() sees a change of the same size by its time", async () => {
  await using tmp = await tempDir();
  const note = `${tmp.path}/a.md`;
  await writeFiles(tmp.path, { "a.md": "# One\n" });
  await age(note);
  using index = memoryIndex(tmp.path);
  await scan(tmp.path, index);
  await Deno.writeTextFile(note, "# Two\n");
  await scan(tmp.path, index);
  assertEquals(index.note("a.md")?.title, "Two");
});

Deno.test("scanVault() sees a change that left the time as it was, while that time is not past", async () => {
  await using tmp = await tempDir();
  const note = `${tmp.path}/a.md`;
  const soon = new Date(Date.now() + 3_600_000);
  await writeFiles(tmp.path, { "a.md": "# One\n" });
  await Deno.utime(note, soon, soon);
  using index = memoryIndex(tmp.path);
  await scan(tmp.path, index);
  await Deno.writeTextFile(note, "# Two\n");
  await Deno.utime(note, soon, soon);
  await scan(tmp.path, index);
  assertEquals(index.note("a.md")?.title, "Two");
});

Deno.test("settledMtime() keeps a time only when it is past the clock's step", () => {
  const cases: [number, number, number][] = [
    [1_000_123, 1_000_123, -1],
    [1_000_123, 1_000_142, -1],
    [1_000_123, 1_000_143, 1_000_123],
    [1_000_000, 1_000_143, -1],
    [1_000_000, 1_001_999, -1],
    [1_000_000, 1_002_000, 1_000_000],
    [2_000_123, 1_000_000, -1],
  ];
  for (const [mtime, now, kept] of cases) {
    assertEquals(settledMtime(mtime, now), kept);
  }
});

Deno.test("scanVault() drops a note that became empty or a link", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a.md": "a", "b.md": "b", "c.md": "c" });
  using index = memoryIndex(tmp.path);
  await scan(tmp.path, index);
  await Deno.writeTextFile(`${tmp.path}/a.md`, "");
  await Deno.remove(`${tmp.path}/b.md`);
  await Deno.symlink("c.md", `${tmp.path}/b.md`);
  const { removed } = await scan(tmp.path, index);
  assertEquals(removed, 2);
  assertEquals(Object.keys(degrees(index)), ["c.md"]);
});

Deno.test("scanVault() writes thousands of notes in batches, and tells how far it is", async () => {
  await using tmp = await tempDir();
  const files: Record<string, string> = {};
  for (let n = 0; n < 1500; n++) {
    files[`d${n % 7}/n${n}.md`] = `[[n${(n + 1) % 1500}]] [[n0]]`;
  }
  await writeFiles(tmp.path, files);
  const file = `${tmp.path}.sqlite`;
  using index = openIndex(file, {
    vault: tmp.path,
    journalDir: "",
    create: true,
  });
  const told: number[] = [];
  const result = await scan(tmp.path, index, {
    onProgress: (read) => told.push(read),
  });
  assertEquals(result.read, 1500);
  assertEquals(told, [300, 600, 900, 1200, 1500]);
  assertEquals(index.godNodes(1)[0]?.degree, 1499);
  // The ring and the star share two of their pairs.
  assertEquals(edges(index).length, 2997);
  // Most of them anew: written first and linked afterwards, into an index that has notes.
  for (const path of Object.keys(files)) {
    await Deno.writeTextFile(`${tmp.path}/${path}`, "[[n1]] more");
  }
  assertEquals((await scan(tmp.path, index)).read, 1500);
  assertEquals(index.godNodes(1)[0], {
    path: "d1/n1.md",
    title: "n1",
    degree: 1499,
  });
  await Deno.remove(file);
  await Deno.remove(`${file}-wal`);
  await Deno.remove(`${file}-shm`);
});

Deno.test("scanVault() puts degrees right after the journal's folder was changed", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "daily/d.md": "[[a]]",
    "journal/j.md": "[[a]]",
    "a.md": "a",
  });
  const file = `${tmp.path}/.ix.sqlite`;
  const open = (journalDir: string, create = false): ReturnType<
    typeof openIndex
  > => openIndex(file, { vault: tmp.path, journalDir, create });
  {
    using index = open("journal", true);
    await scan(tmp.path, index);
    assertEquals(degrees(index), {
      "a.md": 1,
      "daily/d.md": 1,
      "journal/j.md": 0,
    });
  }
  using index = open("daily");
  await put(index, "b.md", "[[journal/j]]");
  await scan(tmp.path, index);
  assertEquals(degrees(index), {
    "a.md": 1,
    "daily/d.md": 0,
    "journal/j.md": 1,
  });
});
