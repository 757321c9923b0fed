import { assertEquals } from "@std/assert";
import { noteInVault, type PathFacts } from "../../lib/vault/contains.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

Deno.test("noteInVault() names notes of the vault, and nothing else", async () => {
  await using tmp = await tempDir(" Ünï 日本 & 'q' $HOME");
  const vault = `${tmp.path}/My Vault`;
  await writeFiles(tmp.path, {
    "My Vault/a.md": "a",
    'My Vault/it\'s "x"/ノート (1).md': "b",
    "My Vault/.obsidian/x.md": "x",
    "My Vault/graphify-out/GRAPH_REPORT.md": "x",
    "My Vault/pic.png": "x",
    "My Vault Two/a.md": "x",
    "outside.md": "x",
  });
  const cases: [string, string | null][] = [
    [`${vault}/a.md`, "a.md"],
    [`${vault}//a.md`, "a.md"],
    [`${vault}/./a.md`, "a.md"],
    [`${vault}/.obsidian/../a.md`, "a.md"],
    [`${vault}/it's "x"/ノート (1).md`, 'it\'s "x"/ノート (1).md'],
    [`${vault}/.obsidian/x.md`, null],
    [`${vault}/graphify-out/GRAPH_REPORT.md`, null],
    [`${vault}/pic.png`, null],
    [`${vault}/../outside.md`, null],
    [`${vault}/../My Vault Two/a.md`, null],
    [`${tmp.path}/My Vault Two/a.md`, null],
    [`${vault}/../My Vault/a.md`, "a.md"],
    [`${vault}/x\0.md`, null],
    ["a.md", null],
    ["", null],
    [".md", null],
  ];
  for (const [path, note] of cases) {
    assertEquals(noteInVault(path, vault), note, path);
  }
});

Deno.test("noteInVault() takes a note that is not there yet, or no more", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { "v/a.md": "a", "out/x.md": "x" });
  const vault = `${tmp.path}/v`;
  assertEquals(noteInVault(`${vault}/new.md`, vault), "new.md");
  assertEquals(noteInVault(`${vault}/no/such/new.md`, vault), "no/such/new.md");
  assertEquals(noteInVault(`${vault}/no/../new.md`, vault), "new.md");
  assertEquals(noteInVault(`${vault}/no/../../out/new.md`, vault), null);
  assertEquals(noteInVault(`${tmp.path}/out/new.md`, vault), null);
  assertEquals(noteInVault("/no/such/folder/new.md", vault), null);
});

Deno.test("noteInVault() goes through links to where a file really is", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "real/v/a.md": "a",
    "real/v/sub/b.md": "b",
    "out/s.md": "s",
  });
  const real = `${tmp.path}/real/v`;
  const vault = `${tmp.path}/v`;
  await Deno.symlink(real, vault);
  await Deno.symlink(`${tmp.path}/out/s.md`, `${real}/leak.md`);
  await Deno.symlink(`${tmp.path}/out`, `${real}/leakdir`);
  await Deno.symlink(`${tmp.path}/out/not-yet.md`, `${real}/dangling.md`);
  await Deno.symlink("sub/not-yet.md", `${real}/dangling-in.md`);
  await Deno.symlink("a.md", `${real}/alias.md`);
  await Deno.symlink(`${real}/sub`, `${tmp.path}/shortcut`);
  await Deno.symlink("loop.md", `${real}/loop.md`);
  const cases: [string, string | null][] = [
    [`${vault}/a.md`, "a.md"],
    [`${real}/a.md`, "a.md"],
    [`${tmp.path}/shortcut/b.md`, "sub/b.md"],
    [`${tmp.path}/shortcut/new.md`, "sub/new.md"],
    [`${tmp.path}/shortcut/../a.md`, "a.md"],
    [`${vault}/alias.md`, "a.md"],
    [`${vault}/leak.md`, null],
    [`${vault}/leakdir/s.md`, null],
    [`${vault}/leakdir/new.md`, null],
    [`${vault}/dangling.md`, null],
    [`${vault}/dangling-in.md`, "sub/not-yet.md"],
    [`${vault}/loop.md`, null],
  ];
  for (const configured of [vault, real]) {
    for (const [path, note] of cases) {
      assertEquals(noteInVault(path, configured), note, path);
    }
  }
});

Deno.test("noteInVault() finds nothing in a vault that is not there", async () => {
  await using tmp = await tempDir();
  assertEquals(noteInVault(`${tmp.path}/v/a.md`, `${tmp.path}/v`), null);
});

/** A made-up file system: each real path with its inode. */
function facts(
  inodes: Record<string, number | null>,
  fold = false,
): PathFacts {
  const find = (path: string): string => {
    const name = Object.keys(inodes).find((known) =>
      fold ? known.toLowerCase() === path.toLowerCase() : known === path
    );
    if (name === undefined) throw new Deno.errors.NotFound(path);
    return name;
  };
  return {
    identity: (path) => ({ dev: 1, ino: inodes[find(path)] ?? null }),
    realPath(path: string): string {
      find(path);
      return path; // Linux's casefolded folders give the spelling back as asked.
    },
    linkTarget: () => null,
  };
}

Deno.test("noteInVault() takes any spelling on a case-insensitive file system", () => {
  const disk = {
    "/": 1,
    "/home": 2,
    "/home/Vault": 3,
    "/home/Vault/sub": 4,
    "/home/Vault/sub/A.md": 5,
  };
  const path = "/HOME/vAULT/sub/A.md";
  assertEquals(
    noteInVault(path, "/home/Vault", "graphify-out", facts(disk, true)),
    "sub/A.md",
  );
  assertEquals(
    noteInVault(path, "/home/Vault", "graphify-out", facts(disk)),
    null,
  );
});

Deno.test("noteInVault() compares names without regard to case where there are no inodes", () => {
  const disk = { "/V": null, "/V/a.md": null };
  assertEquals(
    noteInVault("/v/a.md", "/V", "graphify-out", facts(disk, true)),
    "a.md",
  );
});

Deno.test("noteInVault() takes a folder mounted at a second place", () => {
  const disk = {
    "/": 1,
    "/home": 2,
    "/home/v": 3,
    "/home/v/a.md": 4,
    "/mnt": 5,
    "/mnt/w": 3,
    "/mnt/w/a.md": 4,
  };
  assertEquals(
    noteInVault("/mnt/w/a.md", "/home/v", "graphify-out", facts(disk)),
    "a.md",
  );
});

Deno.test("noteInVault() asks the file system nothing about files that are no Markdown", () => {
  const never: PathFacts = {
    identity: () => {
      throw new Error("asked");
    },
    realPath: () => {
      throw new Error("asked");
    },
    linkTarget: () => {
      throw new Error("asked");
    },
  };
  assertEquals(noteInVault("/v/a.ts", "/v", "graphify-out", never), null);
});
