import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Config, loadConfig } from "../lib/config.ts";
import { assembleConfig } from "../lib/config/assemble_config.ts";
import { denoScript } from "./_support/deno_script.ts";
import { makeFifo } from "./_support/make_fifo.ts";
import { placesIn } from "./_support/places_in.ts";
import { runProgram } from "./_support/program.ts";
import { recordedLog } from "./_support/recorded_log.ts";
import { type TempDir, tempDir, writeFiles } from "./_support/temp.ts";

const CONFIG = ".config/memory-hooks/config.yaml";
const CACHE = ".local/state/memory-hooks/config.json";

async function load(
  tmp: TempDir,
): Promise<{ config: Config; lines: string[] }> {
  const log = recordedLog();
  const config = await loadConfig(placesIn(tmp.path), log);
  return { config, lines: log.lines };
}

async function write(tmp: TempDir, text: string): Promise<void> {
  await writeFiles(tmp.path, { [CONFIG]: text });
}

function defaults(tmp: TempDir): Config {
  return assembleConfig({}, tmp.path);
}

/** Puts another vault into the kept parse, so that its use shows. */
async function plant(tmp: TempDir, change: object = {}): Promise<void> {
  const kept = JSON.parse(await Deno.readTextFile(`${tmp.path}/${CACHE}`));
  kept.config.vault.path = "/planted";
  await writeFiles(tmp.path, {
    [CACHE]: JSON.stringify({ ...kept, ...change }),
  });
}

Deno.test("loadConfig() without a file gives the defaults, and says and keeps nothing", async () => {
  await using tmp = await tempDir();
  assertEquals(await load(tmp), { config: defaults(tmp), lines: [] });
  assertEquals([...Deno.readDirSync(tmp.path)], []);
});

Deno.test("loadConfig() logs every problem with file and line, once an edit", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /v\n  pth: /v\njournal:\n  day: x\n");
  const first = await load(tmp);
  assertEquals(first.config.vault.path, "/v");
  assertEquals(first.lines, [
    `WARN ${tmp.path}/${CONFIG}:3: vault.pth is not a setting; did you mean vault.path?`,
    `WARN ${tmp.path}/${CONFIG}:5: journal.day is "x": must be one of local, utc; local is used`,
  ]);
  assertEquals(await load(tmp), { config: first.config, lines: [] });
  await write(tmp, "vault:\n  path: /v2\n  pth: /v\n");
  assertEquals((await load(tmp)).lines.length, 1);
});

Deno.test("loadConfig() parses a file once, and anew after an edit", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  assertEquals((await load(tmp)).config.vault.path, "/one");
  await plant(tmp);
  assertEquals((await load(tmp)).config.vault.path, "/planted");

  await write(tmp, "vault:\n  path: /longer\n");
  assertEquals((await load(tmp)).config.vault.path, "/longer");
  await plant(tmp);
  const { mtime } = await Deno.stat(`${tmp.path}/${CONFIG}`);
  assert(mtime !== null);
  const later = new Date(mtime.getTime() + 1);
  await Deno.utime(`${tmp.path}/${CONFIG}`, later, later);
  assertEquals((await load(tmp)).config.vault.path, "/longer");
});

Deno.test("loadConfig() keeps the parse private", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  await load(tmp);
  const info = await Deno.stat(`${tmp.path}/${CACHE}`);
  assertEquals((info.mode ?? 0) & 0o777, 0o600);
});

Deno.test("loadConfig() uses no parse of another file, home or version, nor a broken one", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  for (
    const change of [
      { file: "/other.yaml" },
      { home: "/other" },
      { version: 0 },
      { version: undefined },
    ]
  ) {
    await load(tmp);
    await plant(tmp, change);
    assertEquals((await load(tmp)).config.vault.path, "/one");
  }
  for (const text of ["", "{", "null", "[]", '"x"', "7"]) {
    await writeFiles(tmp.path, { [CACHE]: text });
    assertEquals((await load(tmp)).config.vault.path, "/one", text);
  }
  await Deno.remove(`${tmp.path}/${CACHE}`);
  await makeFifo(`${tmp.path}/${CACHE}`);
  assertEquals((await load(tmp)).config.vault.path, "/one");
});

Deno.test("a file that is broken leaves things as the last whole one had them, until it is mended", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  await load(tmp);
  await write(tmp, "vault:\n\tpath: /two\n");
  const broken = await load(tmp);
  assertEquals(broken.config.vault.path, "/one");
  assertEquals(broken.lines.length, 1);
  assertMatch(broken.lines[0] ?? "", /^WARN .*config\.yaml:2: Not YAML: /);
  assertEquals(await load(tmp), { config: broken.config, lines: [] });
  await write(tmp, "vault: [\n");
  assertEquals((await load(tmp)).config.vault.path, "/one");
  await write(tmp, "vault:\n  path: /three\n");
  assertEquals((await load(tmp)).config.vault.path, "/three");
});

Deno.test("a file that was never whole gives the defaults", async () => {
  await using tmp = await tempDir();
  await write(tmp, "[broken");
  const { config, lines } = await load(tmp);
  assertEquals([config, lines.length], [defaults(tmp), 1]);
  assertEquals(await load(tmp), { config: defaults(tmp), lines: [] });
});

Deno.test("a file that is removed gives the defaults again", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  await load(tmp);
  await Deno.remove(`${tmp.path}/${CONFIG}`);
  assertEquals(await load(tmp), { config: defaults(tmp), lines: [] });
});

Deno.test("a config that is no file is logged, and the last parse or the defaults are used", async () => {
  for (
    const [make, name] of [
      [(path: string) => Deno.mkdir(path), "a folder"],
      [makeFifo, "a FIFO"],
    ] as const
  ) {
    await using tmp = await tempDir();
    await write(tmp, "vault:\n  path: /one\n");
    await Deno.remove(`${tmp.path}/${CONFIG}`);
    await make(`${tmp.path}/${CONFIG}`);
    const never = await load(tmp);
    assertEquals(never.config, defaults(tmp), name);
    assertEquals(never.lines, [
      `ERROR Cannot read ${tmp.path}/${CONFIG}; the default of each setting is used: TypeError: it is no file`,
    ]);
    await Deno.remove(`${tmp.path}/${CONFIG}`);
    await write(tmp, "vault:\n  path: /one\n");
    await load(tmp);
    await Deno.remove(`${tmp.path}/${CONFIG}`);
    await make(`${tmp.path}/${CONFIG}`);
    const { config, lines } = await load(tmp);
    assertEquals([config.vault.path, lines.length], ["/one", 1], name);
    assertMatch(lines[0] ?? "", /; what it said last is used: /);
  }
});

Deno.test("a config that may not be read is logged, and the last parse or the defaults are used", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  const script = await denoScript("load_config.ts", [tmp.path], [
    "--allow-all",
    `--deny-read=${tmp.path}/${CONFIG}`,
  ]);
  const never = JSON.parse((await runProgram(script)).stdout);
  assertEquals(never.config, defaults(tmp));
  assertEquals(never.lines.length, 1);
  assertMatch(never.lines[0], /^ERROR Cannot read .*config.yaml; the default /);
  await load(tmp);
  const after = JSON.parse((await runProgram(script)).stdout);
  assertEquals(after.config.vault.path, "/one");
});

Deno.test("a state folder that cannot be written costs a log line, and nothing else", async () => {
  await using tmp = await tempDir();
  await write(tmp, "vault:\n  path: /one\n");
  await writeFiles(tmp.path, { ".local/state/memory-hooks": "a file" });
  const { config, lines } = await load(tmp);
  assertEquals(config.vault.path, "/one");
  assertEquals(lines.length, 1);
  assertMatch(lines[0] ?? "", /^ERROR Cannot keep the parsed config: /);
});

Deno.test("a config that is a link is followed, and its target's edits count", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    "dotfiles/config.yaml": "vault:\n  path: /a\n",
  });
  await Deno.mkdir(`${tmp.path}/.config/memory-hooks`, { recursive: true });
  await Deno.symlink(
    `${tmp.path}/dotfiles/config.yaml`,
    `${tmp.path}/${CONFIG}`,
  );
  assertEquals((await load(tmp)).config.vault.path, "/a");
  await writeFiles(tmp.path, {
    "dotfiles/config.yaml": "vault:\n  path: /bc\n",
  });
  assertEquals((await load(tmp)).config.vault.path, "/bc");
});
