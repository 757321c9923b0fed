import { assert, assertEquals, assertRejects } from "@std/assert";
import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { runProgram } from "../../_support/program.ts";
import { tempDir, writeFiles } from "../../_support/temp.ts";
import { age, degrees, memoryIndex, put, scan } from "./_vault.ts";

Deno.test("scanVault() keeps what it read when time is up, and removes nothing then", async () => {
  await using tmp = await tempDir();
  const names = Array.from({ length: 40 }, (_, n) => `n${n}.md`);
  await writeFiles(
    tmp.path,
    Object.fromEntries(names.map((name) => [name, "[[n1]]"])),
  );
  using index = memoryIndex(tmp.path);
  await put(index, "gone.md", "x");
  let asked = 0;
  const result = await scan(tmp.path, index, { deadline: () => ++asked > 30 });
  assertEquals(result.complete, false);
  assert(result.read > 5 && result.read < 40, `${result.read}`);
  assertEquals(index.noteCount(), result.read + 1);
  assertEquals(index.refreshedAt(), 0);
  assertEquals((await scan(tmp.path, index)).removed, 1);
  assertEquals(index.noteCount(), 40);
});

Deno.test("scanVault() links what it read up to the deadline", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a.md": "[[b]]", "b.md": "[[a]]", "c.md": "c" });
  using index = memoryIndex(tmp.path);
  let asked = 0;
  await scan(tmp.path, index, { deadline: () => ++asked > 6 });
  const found = index.noteCount();
  assert(found >= 2, `${found}`);
  assertEquals(index.needsResolving(), false);
});

Deno.test("scanVault() leaves the index alone when the vault is not there", async () => {
  await using tmp = await tempDir();
  const vault = `${tmp.path}/v`;
  await writeFiles(vault, { "a.md": "a" });
  using index = memoryIndex(vault);
  await scan(vault, index);
  await Deno.rename(vault, `${tmp.path}/away`);
  await assertRejects(() => scan(vault, index), Deno.errors.NotFound);
  await Deno.writeTextFile(vault, "a file");
  await assertRejects(() => scan(vault, index), Error);
  assertEquals(index.noteCount(), 1);
});

Deno.test("scanVault() removes nothing when the vault goes away on the way", async () => {
  await using tmp = await tempDir();
  const vault = `${tmp.path}/v`;
  await writeFiles(vault, { "a.md": "a", "x/b.md": "b", "x/c.md": "c" });
  using index = memoryIndex(vault);
  await scan(vault, index);
  await Deno.writeTextFile(`${vault}/new.md`, "new");
  let moved = false;
  const result = await scan(vault, index, {
    // Another, empty folder at its path, as a mount point is without its drive.
    deadline(): boolean {
      if (!moved) {
        Deno.renameSync(vault, `${tmp.path}/away`);
        Deno.mkdirSync(vault);
        moved = true;
      }
      return false;
    },
  });
  assertEquals([result.complete, result.removed], [false, 0]);
  assert(index.noteCount() >= 3);
});

Deno.test("scanVault() indexes bad notes as far as it goes, and reports them", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "yaml.md": "---\ntags: [a, b\nsummary: S\n---\n[[good]]",
    "good.md": "g",
  });
  await Deno.writeFile(
    `${tmp.path}/binary.md`,
    crypto.getRandomValues(new Uint8Array(50_000)).fill(0, 10, 20),
  );
  await Deno.writeFile(
    `${tmp.path}/utf8.md`,
    Uint8Array.from([0x23, 0x20, 0xff, 0xfe, 0x41]),
  );
  await Deno.writeFile(
    `${tmp.path}/big.md`,
    new TextEncoder().encode("[[good]]\n" + "x".repeat(20 * 1024 * 1024)),
  );
  using index = memoryIndex(tmp.path);
  const result = await scan(tmp.path, index);
  assertEquals(result.complete, true);
  assertEquals(index.noteCount(), 5);
  assertEquals(degrees(index)["good.md"], 2);
  assertEquals(index.note("yaml.md")?.tags, ["a", "b"]);
  assertEquals(result.problems.map((problem) => problem.split(":")[0]).sort(), [
    "big.md",
    "binary.md",
    "yaml.md",
  ]);
});

Deno.test("scanVault() keeps what it knows of a folder that may not be read", async () => {
  await using tmp = await tempDir();
  const vault = `${tmp.path}/v`;
  await writeFiles(vault, { "a.md": "a", "x/b.md": "b", "x/y/c.md": "c" });
  await age(`${vault}/a.md`);
  const file = `${tmp.path}/ix.sqlite`;
  {
    using index = openIndex(file, { vault, journalDir: "", create: true });
    await scan(vault, index);
  }
  // Denied by Deno, since no file mode stops the superuser that tests may run as.
  const child = await runProgram({
    command: Deno.execPath(),
    args: [
      "run",
      "--no-prompt",
      "--no-lock",
      `--allow-read=${vault},${file},${file}-wal,${file}-shm`,
      `--allow-write=${file},${file}-wal,${file}-shm`,
      `--deny-read=${vault}/x`,
      new URL("./_scan_program.ts", import.meta.url).pathname,
      vault,
      file,
    ],
    env: { HOME: Deno.env.get("HOME") ?? "", PATH: "" },
  });
  assertEquals(child.stderr, "");
  assertEquals(JSON.parse(child.stdout), {
    complete: true,
    read: 0,
    removed: 0,
    problems: 1,
    notes: 3,
    folders: 3,
  });
});

Deno.test("scanVault() takes up a bulk that was broken off", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "a.md": "[[b]]", "b.md": "b" });
  await age(`${tmp.path}/a.md`, `${tmp.path}/b.md`);
  using index = memoryIndex(tmp.path);
  await scan(tmp.path, index);
  const { parseNote } = await import("../../../lib/vault/parse_note.ts");
  const stat = await Deno.stat(`${tmp.path}/a.md`);
  index.putNote(
    "a.md",
    { mtime: stat.mtime?.getTime() ?? 0, size: stat.size },
    await parseNote("[[b]]", "a.md"),
  );
  assertEquals(index.needsResolving(), true);
  assertEquals((await scan(tmp.path, index)).read, 0);
  assertEquals(index.needsResolving(), false);
  assertEquals(degrees(index), { "a.md": 1, "b.md": 1 });
});
