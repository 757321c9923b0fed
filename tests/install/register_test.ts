import { assert, assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import { GROUPS } from "../../lib/install/groups.ts";
import type { RegisteredSettings } from "../../lib/install/receipt.ts";
import {
  desiredEntries,
  register,
  rememberSettings,
} from "../../lib/install/register.ts";
import { unregister } from "../../lib/install/unregister.ts";
import { type TempDir, tempDir } from "../_support/temp.ts";
import { SETTINGS_FILES } from "./_settings_files.ts";
import { machineAt, readTree } from "./_support.ts";

const FLAGS = {
  "session-start": ["--allow-read=/v"],
  "post-tool-use": ["--allow-read"],
  "session-end": ["--allow-read=/v"],
  rebuild: [],
};

const VAULT = ["vault"] as const;

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

async function install(
  tmp: TempDir,
): Promise<{ path: string; known: RegisteredSettings; backup: string | null }> {
  const machine = machineAt(tmp.path);
  const path = `${tmp.path}/.claude/settings.json`;
  const entries = desiredEntries(machine, "script", FLAGS, VAULT, path);
  const known = rememberSettings(machine, path, undefined, VAULT);
  const { backup } = register(machine, path, entries, VAULT);
  await Promise.resolve();
  return {
    path,
    known: { ...known, backups: backup === null ? [] : [backup] },
    backup,
  };
}

for (const [name, text] of SETTINGS_FILES) {
  Deno.test(`register() twice writes once, and unregister() gives back ${name}`, async () => {
    await using tmp = await tempDir(" ü");
    await Deno.mkdir(`${tmp.path}/.claude`);
    const file = `${tmp.path}/.claude/settings.json`;
    await Deno.writeTextFile(file, text);
    await Deno.chmod(file, 0o640);
    const before = await readTree(tmp.path);

    const { path, known, backup } = await install(tmp);
    const settings = JSON.parse(
      (await Deno.readTextFile(path)).replace(/^\uFEFF/, ""),
    );
    const commands = JSON.stringify(settings.hooks).match(
      /"[^"]*memory-(?:session-start|post-tool-use|session-end)\.js"/g,
    );
    assertEquals(commands?.length, 3);
    assertEquals(await Deno.readTextFile(backup ?? ""), text);

    const installed = await readTree(tmp.path);
    const again = register(
      machineAt(tmp.path),
      path,
      desiredEntries(machineAt(tmp.path), "script", FLAGS, VAULT, path),
      VAULT,
    );
    assertEquals(again, { path, changed: false, backup: null });
    assertEquals(await readTree(tmp.path), installed);

    unregister(machineAt(tmp.path), path, known, GROUPS);
    assertEquals(await readTree(tmp.path), before);
  });
}

Deno.test("unregister() removes a file and a folder that were made for the hooks", async () => {
  await using tmp = await tempDir();
  const { path, known } = await install(tmp);
  assert((await Deno.stat(path)).isFile);
  unregister(machineAt(tmp.path), path, known, GROUPS);
  assertEquals(await readTree(tmp.path), {});
  assertEquals(unregister(machineAt(tmp.path), path, undefined, GROUPS), []);
});

Deno.test("unregister() keeps what the user changed since, and a backup that tells more", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/.claude`);
  await Deno.writeTextFile(`${tmp.path}/.claude/settings.json`, '{"a": 1}\n');
  const { path, known, backup } = await install(tmp);
  const edited = (await Deno.readTextFile(path)).replace('"a": 1', '"a": 2');
  await Deno.writeTextFile(path, edited);
  const done = unregister(machineAt(tmp.path), path, known, GROUPS);
  assertEquals(await Deno.readTextFile(path), '{"a": 2}\n');
  assertEquals(await Deno.readTextFile(backup ?? ""), '{"a": 1}\n');
  assertEquals(done, [
    `Took the hooks out of ${path}`,
    `Kept 1 backup in ${tmp.path}/.claude, with settings that ${path} does not have`,
  ]);
});

Deno.test("unregister() says of several backups in one line that they stay", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/.claude`);
  await Deno.writeTextFile(`${tmp.path}/.claude/settings.json`, '{"a": 1}\n');
  const { path, known, backup } = await install(tmp);
  const other = `${path}.bak-other`;
  await Deno.writeTextFile(other, '{"a": 3}');
  await Deno.writeTextFile(
    path,
    (await Deno.readTextFile(path)).replace('"a": 1', '"a": 2'),
  );
  const done = unregister(machineAt(tmp.path), path, {
    ...known,
    backups: [backup ?? "", other],
  }, GROUPS);
  assertEquals(done.slice(1), [
    `Kept 2 backups in ${tmp.path}/.claude, with settings that ${path} does not have`,
  ]);
});

Deno.test("unregister() removes a backup of which the file says all", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/.claude`);
  await Deno.writeTextFile(
    `${tmp.path}/.claude/settings.json`,
    '{"a": 1, "permissions": {"allow": ["x"]}}\n',
  );
  const { path, known, backup } = await install(tmp);
  const edited = (await Deno.readTextFile(path))
    .replace('["x"]', '["w", "x"]').replace('"a": 1', '"b": 2,\n "a": 1');
  await Deno.writeTextFile(path, edited);
  assertEquals(unregister(machineAt(tmp.path), path, known, GROUPS), [
    `Took the hooks out of ${path}`,
  ]);
  assertEquals(await isThere(backup ?? ""), false);
});

Deno.test("unregister() removes a backup that has only our hooks, where the user has added something since", async () => {
  await using tmp = await tempDir();
  const { path, known } = await install(tmp);
  const backup = `${path}.bak-20261201T000000Z`;
  await Deno.copyFile(path, backup);
  await Deno.writeTextFile(
    path,
    (await Deno.readTextFile(path)).replace("{", '{"model": "opus",'),
  );
  const done = unregister(machineAt(tmp.path), path, {
    ...known,
    backups: [backup],
  }, GROUPS);
  assertEquals(done, [`Took the hooks out of ${path}`]);
  assertEquals(await isThere(backup), false);
});

Deno.test("register() writes through a link into a dotfiles folder", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/dotfiles`);
  await Deno.mkdir(`${tmp.path}/.claude`);
  await Deno.writeTextFile(`${tmp.path}/dotfiles/claude.json`, "{}\n");
  await Deno.symlink(
    "../dotfiles/claude.json",
    `${tmp.path}/.claude/settings.json`,
  );
  const before = await readTree(tmp.path);
  const { path, known, backup } = await install(tmp);
  assert((await Deno.lstat(path)).isSymlink);
  assertEquals(
    backup,
    `${tmp.path}/dotfiles/claude.json.bak-20261130T120000Z`,
  );
  assert(
    (await Deno.readTextFile(`${tmp.path}/dotfiles/claude.json`)).includes(
      "memory-session-start",
    ),
  );
  unregister(machineAt(tmp.path), path, known, GROUPS);
  assertEquals(await readTree(tmp.path), before);
});

Deno.test("register() replaces the entries of older spellings where they stand", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/.claude`);
  const path = `${tmp.path}/.claude/settings.json`;
  const old = (command: string) => ({
    hooks: [{ type: "command", command }],
  });
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      hooks: {
        SessionStart: [old("'/a b/memory-session-start' --old")],
        Stop: [old("/x/memory-session-end"), old("say done")],
        SessionEnd: [old("deno run -A /x/memory-hooks/hooks/session_end.ts")],
      },
    }),
  );
  await install(tmp);
  const { hooks } = JSON.parse(await Deno.readTextFile(path));
  assertEquals(hooks.Stop.length, 2);
  assertEquals(hooks.Stop[1], old("say done"));
  assert(!JSON.stringify(hooks.Stop).includes("/x/"));
  const lengths = ["SessionStart", "PostToolUse", "SessionEnd"].map((event) =>
    hooks[event].length
  );
  assertEquals(lengths, [1, 1, 1]);
  assert(!JSON.stringify(hooks).includes("/a b/"));
});

/** Settings that Claude Code does not read, or that nothing can be added to. */
const REFUSED: [string, RegExp][] = [
  [
    '{"model":"opus","permissions":{"deny":["Read(./.env)"]},"hooks":{},}',
    /line 1, column \d+/,
  ],
  ['{ // note\n "hooks":{} }', /line 1, column 3/],
  ["[1,2]", /line 1, column 1: the root is an array/],
  ['{"hooks":[]}', /line 1, column 10: "hooks" is an array/],
  ['{"hooks":{"SessionStart":{"matcher":"x"}}}', /line 1, column 26/],
  ['{"hooks":{"Sto', /line 1, column/],
  ['{\n  "a": 1\n  "b": 2\n}', /line 3, column 3/],
  ["\uFEFF{'a': 1}", /line 1, column 2/],
];

for (const [text, message] of REFUSED) {
  Deno.test(`register() refuses ${JSON.stringify(text)} and touches nothing`, async () => {
    await using tmp = await tempDir();
    await Deno.mkdir(`${tmp.path}/.claude`);
    await Deno.writeTextFile(`${tmp.path}/.claude/settings.json`, text);
    const before = await readTree(tmp.path);
    const machine = machineAt(tmp.path);
    const path = `${tmp.path}/.claude/settings.json`;
    const error = assertThrows(
      () =>
        register(
          machine,
          path,
          desiredEntries(machine, "native", FLAGS, VAULT, path),
          VAULT,
        ),
      Failure,
      path,
    );
    assert(message.test(error.message), error.message);
    assert(error.message.includes("; nothing was changed"), error.message);
    assertEquals(await readTree(tmp.path), before);
  });
}

Deno.test("rememberSettings() keeps no text that comes back without it: there may be keys in it", async () => {
  const kept: string[] = [];
  for (const [what, text] of SETTINGS_FILES) {
    await using tmp = await tempDir();
    await Deno.mkdir(`${tmp.path}/.claude`);
    await Deno.writeTextFile(`${tmp.path}/.claude/settings.json`, text);
    const { known } = await install(tmp);
    if ("original" in known) kept.push(what);
  }
  assertEquals(kept, [
    "an empty file",
    "white space",
    "an empty object",
    "an empty object with a final newline",
    "an empty object over lines",
    "empty hooks",
    "an empty event",
    "four spaces and no final newline",
  ]);
});
