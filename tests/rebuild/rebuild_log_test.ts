import { assert, assertEquals } from "@std/assert";
import { openRebuildLog } from "../../lib/rebuild/rebuild_log.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const NOW = () => new Date("2026-06-05T12:00:00Z");
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text);

Deno.test("the rebuild's log has our notes and both streams, line by line", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/cache/graphify/vault-rebuild.log`;
  const log = openRebuildLog(path, NOW);
  log.note("graphify extract /v");
  log.output("stdout", bytes("one\ntwo\n"));
  log.output("stderr", bytes("trouble\n"));
  log.note("exit 0");
  assertEquals(
    await Deno.readTextFile(path),
    `2026-06-05T12:00:00.000Z graphify extract /v
stdout| one
stdout| two
stderr| trouble
2026-06-05T12:00:00.000Z exit 0
`,
  );
  const { mode } = await Deno.stat(path);
  assertEquals((mode ?? 0) & 0o777, 0o600);
});

Deno.test("a line and a letter that come in pieces are whole in the log", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/log`;
  const log = openRebuildLog(path, NOW);
  for (const byte of bytes("né日😀\n\nlast")) {
    log.output("stdout", Uint8Array.of(byte));
    log.output("stderr", bytes("e"));
  }
  log.note("exit 0");
  const [first, second, third, ...rest] = (await Deno.readTextFile(path)).split(
    "\n",
  );
  assertEquals([first, second], ["stdout| né日😀", "stdout| last"]);
  assertEquals(third, `stderr| ${"e".repeat(16)}`);
  assertEquals(rest, ["2026-06-05T12:00:00.000Z exit 0", ""]);
});

Deno.test("control characters and secrets stay out of the log", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/log`;
  const log = openRebuildLog(path, NOW);
  log.output("stderr", bytes("\x1b[31mred\x1b[0m 1/3\r2/3\r\n"));
  log.output("stdout", bytes("key sk-ant-api03-abcdefghij"));
  log.output("stdout", bytes("klmnopqrstuvwxyz\n"));
  log.note("two\nlines");
  assertEquals(
    await Deno.readTextFile(path),
    "stderr|  [31mred [0m 1/3 2/3\nstdout| key [secret]\n2026-06-05T12:00:00.000Z two lines\n",
  );
});

Deno.test("the log is put aside when it has grown large", async () => {
  await using tmp = await tempDir();
  const old = "x".repeat(1024 * 1024 + 1);
  await writeFiles(tmp.path, { log: old });
  openRebuildLog(`${tmp.path}/log`, NOW).note("new");
  assert(await Deno.readTextFile(`${tmp.path}/log.1`) === old);
  assertEquals(
    await Deno.readTextFile(`${tmp.path}/log`),
    "2026-06-05T12:00:00.000Z new\n",
  );
  openRebuildLog(`${tmp.path}/log`, NOW).note("newer");
  assert(await Deno.readTextFile(`${tmp.path}/log.1`) === old);
});

Deno.test("a log that cannot be written stops nothing", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "" });
  const log = openRebuildLog(`${tmp.path}/file/log`, NOW);
  log.note("a");
  log.output("stdout", bytes("b\n"));
  assertEquals(await Deno.readTextFile(`${tmp.path}/file`), "");
});
