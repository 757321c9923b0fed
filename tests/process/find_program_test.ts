import { assert, assertEquals } from "@std/assert";
import { findProgram } from "../../lib/process/find_program.ts";
import { type TempDir, tempDir, writeFiles } from "../_support/temp.ts";

async function executable(tmp: TempDir, name: string): Promise<string> {
  await writeFiles(tmp.path, { [name]: "#!/bin/sh\n" });
  await Deno.chmod(`${tmp.path}/${name}`, 0o755);
  return `${tmp.path}/${name}`;
}

Deno.test("findProgram() takes the first executable file on PATH, with its time of change", async () => {
  await using tmp = await tempDir(" with space é");
  const first = await executable(tmp, "b/tool");
  await executable(tmp, "c/tool");
  const time = new Date("2026-06-05T12:00:00.123Z");
  await Deno.utime(first, time, time);
  const path = ["a", "b", "c"].map((folder) => `${tmp.path}/${folder}`)
    .join(":");
  assertEquals(findProgram("tool", path), {
    path: first,
    mtime: time.getTime(),
  });
});

Deno.test("findProgram() passes over folders, files that cannot be run, and links to nothing", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/a/tool`, { recursive: true });
  await writeFiles(tmp.path, { "b/tool": "" });
  await Deno.mkdir(`${tmp.path}/c`);
  await Deno.symlink(`${tmp.path}/none`, `${tmp.path}/c/tool`);
  const target = await executable(tmp, "d/real");
  await Deno.symlink(target, `${tmp.path}/d/tool`);
  const path = ["a", "b", "c", "d"].map((folder) => `${tmp.path}/${folder}`)
    .join(":");
  assertEquals(findProgram("tool", path)?.path, `${tmp.path}/d/tool`);
});

Deno.test("findProgram() finds nothing on an empty PATH, nor in a relative folder", async () => {
  await using tmp = await tempDir();
  await executable(tmp, "tool");
  for (const path of [undefined, "", ":", ".", "bin:./x", "~/bin"]) {
    assertEquals(findProgram("tool", path), null, path);
  }
  assertEquals(findProgram("no-such-tool", tmp.path), null);
  assert(findProgram("tool", `.::${tmp.path}`) !== null);
});
