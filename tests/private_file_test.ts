import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  appendPrivateLine,
  ensurePrivateFolder,
  isFile,
  isFolder,
  isMissing,
  readRegularFile,
  removeFile,
  writePrivateFile,
} from "../lib/private_file.ts";
import { denoScript } from "./_support/deno_script.ts";
import { makeFifo } from "./_support/make_fifo.ts";
import { runProgram, startProgram } from "./_support/program.ts";
import { until } from "./_support/until.ts";
import { tempDir, writeFiles } from "./_support/temp.ts";

const mode = (path: string): string =>
  ((Deno.statSync(path).mode ?? 0) & 0o777).toString(8);

const names = (folder: string): string[] =>
  [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();

for (const umask of ["000", "022", "077"]) {
  Deno.test(`files and folders are private under umask ${umask}`, async () => {
    await using tmp = await tempDir();
    const { command, args, env } = await denoScript("write_private.ts", [
      tmp.path,
    ]);
    const run = await runProgram({
      command: "/bin/sh",
      args: ["-c", `umask ${umask}; exec "$0" "$@"`, command, ...args],
      env,
    });
    assertEquals([run.code, run.stderr], [0, ""]);
    for (const folder of ["one", "one/two", "three", "four"]) {
      assertEquals(mode(`${tmp.path}/${folder}`), "700", folder);
    }
    for (const file of ["three/file", "four/lines"]) {
      assertEquals(mode(`${tmp.path}/${file}`), "600", file);
    }
    assertEquals(
      await Deno.readTextFile(`${tmp.path}/four/lines`),
      "line\nline\n",
    );
  });
}

Deno.test("ensurePrivateFolder() leaves a folder that is there as it is", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/shared`);
  await Deno.chmod(`${tmp.path}/shared`, 0o755);
  ensurePrivateFolder(`${tmp.path}/shared`);
  ensurePrivateFolder(`${tmp.path}/shared/own`);
  assertEquals(mode(`${tmp.path}/shared`), "755");
  assertEquals(mode(`${tmp.path}/shared/own`), "700");
});

Deno.test("writePrivateFile() makes a file private that was not, and leaves nothing beside it", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/file`;
  await Deno.writeTextFile(path, "old", { mode: 0o644 });
  writePrivateFile(path, "new");
  assertEquals(await Deno.readTextFile(path), "new");
  assertEquals(mode(path), "600");
  assertEquals(names(tmp.path), ["file"]);
});

Deno.test("writePrivateFile() that fails throws, and leaves nothing beside the file", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/file/full`, { recursive: true });
  assertThrows(() => writePrivateFile(`${tmp.path}/file`, "text"), Error);
  assertEquals(names(tmp.path), ["file"]);
  await writeFiles(tmp.path, { plain: "" });
  assertThrows(() => writePrivateFile(`${tmp.path}/plain/file`, "text"), Error);
});

Deno.test("a reader sees one text or the other, whole, also after a kill", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/file`;
  const writer = startProgram(
    await denoScript("write_private.ts", [tmp.path, "forever"]),
  );
  await until("the first text", () => readRegularFile(path) !== null);
  const seen = new Set<string>();
  const end = performance.now() + 120_000;
  for (let reads = 0; reads < 300 || seen.size < 2; reads++) {
    seen.add(letterOf(path));
    assert(performance.now() < end, "the text never changed");
  }
  writer.kill("SIGKILL");
  assertEquals((await writer.result).signal, "SIGKILL");
  letterOf(path);
});

/** The letter that the file is made of. */
function letterOf(path: string): string {
  const text = readRegularFile(path) ?? "";
  const letter = text[0] ?? "nothing";
  assert(text === letter.repeat(300_000), `torn: ${text.length} characters`);
  return letter;
}

Deno.test("readRegularFile() reads files, and nothing that could hang it", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "text", empty: "" });
  await Deno.symlink(`${tmp.path}/file`, `${tmp.path}/link`);
  await Deno.symlink(`${tmp.path}/nothing`, `${tmp.path}/dangling`);
  await makeFifo(`${tmp.path}/fifo`);
  const read = (name: string): string | null =>
    readRegularFile(`${tmp.path}/${name}`);
  assertEquals(read("file"), "text");
  assertEquals(read("empty"), "");
  assertEquals(read("link"), "text");
  for (const name of ["fifo", "dangling", "nothing", "file/below", ""]) {
    assertEquals(read(name), null, name);
  }
});

Deno.test("readRegularFile() reads nothing over the limit", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "12345" });
  assertEquals(readRegularFile(`${tmp.path}/file`, 5), "12345");
  assertEquals(readRegularFile(`${tmp.path}/file`, 4), null);
});

Deno.test("removeFile() is content when nothing is there", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  removeFile(`${tmp.path}/file`);
  removeFile(`${tmp.path}/file`);
  removeFile(`${tmp.path}/no/such`);
  assertEquals(names(tmp.path), []);
  await Deno.mkdir(`${tmp.path}/full/of`, { recursive: true });
  assertThrows(() => removeFile(`${tmp.path}/full`), Error);
});

Deno.test("appendPrivateLine() throws where nothing can be written", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  assertThrows(() => appendPrivateLine(tmp.path, "line\n"), Error);
  assertThrows(
    () => appendPrivateLine(`${tmp.path}/file/below`, "line\n"),
    Error,
  );
});

Deno.test("isMissing() tells absence from other failures", () => {
  assert(isMissing(new Deno.errors.NotFound()));
  assert(isMissing(new Deno.errors.NotADirectory()));
  assert(!isMissing(new Deno.errors.PermissionDenied()));
  assert(!isMissing(undefined));
});

Deno.test("isFile() and isFolder() tell what is at a path, and say no of what cannot be looked at", async () => {
  await using tmp = await tempDir();
  await Deno.writeTextFile(`${tmp.path}/file`, "");
  await Deno.symlink("file", `${tmp.path}/link`);
  await Deno.symlink("nothing", `${tmp.path}/broken`);
  const told = ["file", "link", "broken", "", "file/below"].map((name) => {
    const path = `${tmp.path}/${name}`;
    return [isFile(path), isFolder(path)];
  });
  assertEquals(told, [
    [true, false],
    [true, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});
