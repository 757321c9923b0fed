import { assert, assertEquals } from "@std/assert";
import { readNote, statNote } from "../../lib/vault/read_note.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir } from "../_support/temp.ts";

Deno.test("readNote() decodes what editors write", async () => {
  await using tmp = await tempDir();
  const cases: [number[], string][] = [
    [[0xef, 0xbb, 0xbf, 0x61], "a"],
    [[0xff, 0xfe, 0x61, 0, 0xe5, 0x65], "a日"],
    [[0xfe, 0xff, 0, 0x61, 0x65, 0xe5], "a日"],
    [[0x61, 0xff, 0xc3, 0x28, 0x62], "a\uFFFD\uFFFD(b"],
    [[0xe6, 0x97, 0xa5], "日"],
  ];
  for (const [bytes, text] of cases) {
    await Deno.writeFile(`${tmp.path}/a.md`, Uint8Array.from(bytes));
    const note = readNote(`${tmp.path}/a.md`);
    assertEquals(note?.text, text);
    assertEquals(note?.cut, false);
    assertEquals(note?.stat.size, bytes.length);
  }
});

Deno.test("readNote() reads the first MiB of a larger file, up to a whole letter", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/a.md`;
  await Deno.writeTextFile(path, "x" + "日".repeat(7_000_000));
  const note = readNote(path);
  assertEquals(note?.cut, true);
  assertEquals(note?.text.length, 1 + Math.floor((1024 * 1024 - 1) / 3));
  assert(!note?.text.includes("\uFFFD"));
});

Deno.test("readNote() finds no note in what is no file with bytes", async () => {
  await using tmp = await tempDir();
  await Deno.writeTextFile(`${tmp.path}/empty.md`, "");
  await Deno.mkdir(`${tmp.path}/folder.md`);
  await Deno.writeTextFile(`${tmp.path}/file.md`, "x");
  await Deno.symlink("file.md", `${tmp.path}/link.md`);
  const pipe = await runProgram({
    command: "/usr/bin/mkfifo",
    args: [`${tmp.path}/pipe.md`],
  });
  assertEquals(pipe.code, 0);
  for (
    const name of [
      "empty.md",
      "folder.md",
      "link.md",
      "pipe.md",
      "gone.md",
      "file.md/below.md",
    ]
  ) {
    assertEquals(statNote(`${tmp.path}/${name}`), null, name);
    assertEquals(readNote(`${tmp.path}/${name}`), null, name);
  }
});
