import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import {
  assertWritable,
  readSettings,
} from "../../lib/install/read_settings.ts";
import { backUp, writeAtomic } from "../../lib/install/write_atomic.ts";
import { tempDir } from "../_support/temp.ts";

const names = (folder: string) =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o7777;

Deno.test("writeAtomic() makes a private file with the folders above it", async () => {
  await using tmp = await tempDir();
  writeAtomic(`${tmp.path}/a b/.claude/settings.json`, "{}\n");
  assertEquals(
    Deno.readTextFileSync(`${tmp.path}/a b/.claude/settings.json`),
    "{}\n",
  );
  assertEquals(modeOf(`${tmp.path}/a b/.claude/settings.json`), 0o600);
  assertEquals(modeOf(`${tmp.path}/a b/.claude`), 0o700);
});

Deno.test("writeAtomic() keeps the mode and leaves nothing beside the file", async () => {
  await using tmp = await tempDir();
  for (const mode of [0o600, 0o644, 0o664]) {
    const path = `${tmp.path}/s.json`;
    Deno.writeTextFileSync(path, "old");
    Deno.chmodSync(path, mode);
    writeAtomic(path, "\uFEFFnew é\r\n");
    assertEquals(modeOf(path), mode);
    assertEquals(names(tmp.path), ["s.json"]);
    assertEquals(
      Deno.readFileSync(path),
      new TextEncoder().encode("\uFEFFnew é\r\n"),
    );
  }
});

Deno.test("writeAtomic() keeps the old file, and no temporary one, when it fails", async () => {
  await using tmp = await tempDir();
  Deno.mkdirSync(`${tmp.path}/s.json`);
  Deno.writeTextFileSync(`${tmp.path}/s.json/inside`, "old");
  assertThrows(() => writeAtomic(`${tmp.path}/s.json`, "new"), Failure);
  assertEquals(names(tmp.path), ["s.json"]);
  assertThrows(
    () => writeAtomic(`${tmp.path}/s.json/inside/x.json`, "new"),
    Failure,
    "Cannot write",
  );
});

Deno.test("backUp() copies content and mode, and never overwrites a copy of the same second", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/settings.json`;
  Deno.writeTextFileSync(path, "one");
  Deno.chmodSync(path, 0o640);
  const now = new Date("2026-11-30T19:05:09.123Z");
  assertEquals(backUp(path, now), `${path}.bak-20261130T190509Z`);
  Deno.writeTextFileSync(path, "two");
  assertEquals(backUp(path, now), `${path}.bak-20261130T190509Z-2`);
  assertEquals(Deno.readTextFileSync(`${path}.bak-20261130T190509Z`), "one");
  assertEquals(modeOf(`${path}.bak-20261130T190509Z`), 0o640);
});

Deno.test("readSettings() follows links to the file itself, also to one that is not there yet", async () => {
  await using tmp = await tempDir();
  Deno.mkdirSync(`${tmp.path}/dotfiles`);
  Deno.symlinkSync("dotfiles/second", `${tmp.path}/first`);
  Deno.symlinkSync("claude.json", `${tmp.path}/dotfiles/second`);
  const missing = readSettings(`${tmp.path}/first`);
  assertEquals(missing.text, null);
  assertEquals(missing.real, `${tmp.path}/dotfiles/claude.json`);
  writeAtomic(missing.real, "{}");
  assertEquals(readSettings(`${tmp.path}/first`).text, "{}");
  assertEquals(Deno.lstatSync(`${tmp.path}/first`).isSymlink, true);

  Deno.symlinkSync("b", `${tmp.path}/a`);
  Deno.symlinkSync("a", `${tmp.path}/b`);
  assertThrows(() => readSettings(`${tmp.path}/a`), Failure);
});

Deno.test("readSettings() keeps the byte order mark, and says where a text is not UTF-8", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s.json`;
  Deno.writeTextFileSync(path, "\uFEFF{}\r\n");
  assertEquals(readSettings(path).text, "\uFEFF{}\r\n");
  Deno.writeFileSync(path, Uint8Array.of(0x7b, 0x0a, 0x20, 0xe9, 0x22));
  const error = assertThrows(() => readSettings(path), Failure);
  assertMatch(error.message, /s\.json: line 2, column 2: not UTF-8/);
  assertThrows(() => readSettings(tmp.path), Failure, "it is not a file");
});

Deno.test("assertWritable() refuses a read-only file", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/s.json`;
  Deno.writeTextFileSync(path, "{}");
  assertWritable(readSettings(path));
  Deno.chmodSync(path, 0o400);
  assertThrows(
    () => assertWritable(readSettings(path)),
    Failure,
    "it is read-only (mode 0400)",
  );
});
