import { assert, assertEquals } from "@std/assert";
import { ownEntries } from "../../lib/install/entry.ts";
import { GROUPS, hooksOf, union } from "../../lib/install/groups.ts";
import type { RegisteredSettings } from "../../lib/install/receipt.ts";
import {
  desiredEntries,
  register,
  rememberSettings,
} from "../../lib/install/register.ts";
import {
  groupsIn,
  registeredFiles,
  type WithGroups,
} from "../../lib/install/registered.ts";
import { readHandlers } from "../../lib/install/settings/read_handlers.ts";
import { unregister } from "../../lib/install/unregister.ts";
import type { Group } from "../../lib/registry.ts";
import { type TempDir, tempDir } from "../_support/temp.ts";
import { SETTINGS_FILES } from "./_settings_files.ts";
import { machineAt } from "./_support.ts";

/** Registers groups, and whatever is known already with them, as an installation does. */
function registered(
  tmp: TempDir,
  path: string,
  group: Group,
  known?: WithGroups,
): WithGroups {
  const machine = machineAt(tmp.path);
  const groups = union(known?.groups ?? [], [group]);
  const entries = desiredEntries(machine, "native", {}, groups, path);
  const remembered = rememberSettings(machine, path, known, groups);
  const { backup } = register(machine, path, entries, groups);
  const backups = backup === null
    ? remembered.backups
    : [...remembered.backups, backup];
  return { ...remembered, groups, backups };
}

for (const [name, text] of SETTINGS_FILES) {
  for (const order of [GROUPS, GROUPS.toReversed()]) {
    Deno.test(`${order.join(" and ")} come and go one by one in ${name}, which keeps every byte`, async () => {
      await using tmp = await tempDir();
      const [first = "vault", second = "capture"] = order;
      const folder = `${tmp.path}/.claude`;
      const path = `${folder}/settings.json`;
      await Deno.mkdir(folder);
      await Deno.writeTextFile(path, text);
      const machine = machineAt(tmp.path);
      const one = registered(tmp, path, first);
      const withOne = await Deno.readTextFile(path);
      const both = registered(tmp, path, second, one);
      const withBoth = await Deno.readTextFile(path);
      registered(tmp, path, first, both);
      assertEquals(await Deno.readTextFile(path), withBoth);

      unregister(machine, path, both, [second]);
      assertEquals(await Deno.readTextFile(path), withOne);
      registered(tmp, path, second, one);
      unregister(machine, path, both, [first]);
      const events = readHandlers(await Deno.readTextFile(path))
        .filter(({ handler, event }) => ownEntries("/x", "/x")(handler, event))
        .map(({ event }) => event);
      assertEquals(
        events.sort(),
        hooksOf([second]).flatMap((hook) => [...hook.events]).sort(),
      );
      unregister(machine, path, both, [second]);
      assertEquals(await Deno.readTextFile(path), text);
    });
  }
}

Deno.test("a group's entries of an older version are replaced, and the other group's are left alone", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/.claude/settings.json`;
  await Deno.mkdir(`${tmp.path}/.claude`);
  const old = (command: string) => ({ hooks: [{ type: "command", command }] });
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      hooks: {
        SessionStart: [old("/elsewhere/memory-session-start")],
        Stop: [old("/elsewhere/memory-capture-stop")],
        PreToolUse: [old("/elsewhere/memory-capture-tool")],
      },
    }),
  );
  registered(tmp, path, "capture");
  const { hooks } = JSON.parse(await Deno.readTextFile(path));
  assertEquals(hooks.SessionStart, [old("/elsewhere/memory-session-start")]);
  assertEquals(hooks.Stop.length, 1);
  assert(!JSON.stringify(hooks).includes("/elsewhere/memory-capture"));
  assertEquals(hooks.PreToolUse, undefined);
});

Deno.test("registeredFiles() counts what the receipt says and the file has, and nobody else's entries", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  await Deno.mkdir(`${tmp.path}/.claude`);
  const path = `${tmp.path}/.claude/settings.json`;
  const both = registered(tmp, path, "capture", registered(tmp, path, "vault"));
  const of = (...settings: RegisteredSettings[]) =>
    registeredFiles(machine, {
      receipt: 1,
      version: "0",
      form: "native",
      deno: "0",
      flags: {},
      settings,
      config: null,
    });
  assertEquals(groupsIn(of(both)), ["vault", "capture"]);
  // An older receipt had nothing but the vault's hooks.
  const { groups: _, ...older } = both;
  assertEquals(groupsIn(of(older)), ["vault"]);
  assertEquals(of({ ...both, path: `${tmp.path}/gone.json` }), []);
  unregister(machine, path, both, ["vault"]);
  assertEquals(groupsIn(of(both)), ["capture"]);
  await Deno.writeTextFile(path, "{,}");
  assertEquals(groupsIn(of(both)), ["vault", "capture"]);
  assertEquals(registeredFiles(machine, null), []);
});

Deno.test("unregister() keeps the backups as long as the other group is registered", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  await Deno.mkdir(`${tmp.path}/.claude`);
  const path = `${tmp.path}/.claude/settings.json`;
  await Deno.writeTextFile(path, '{"a": 1}\n');
  const both = registered(tmp, path, "capture", registered(tmp, path, "vault"));
  const backups = () => [...Deno.readDirSync(`${tmp.path}/.claude`)].length - 1;
  assertEquals(backups(), 2);
  assertEquals(unregister(machine, path, both, ["capture"]), [
    `Took capture's hooks out of ${path}`,
  ]);
  assertEquals(backups(), 2);
  unregister(machine, path, both, ["vault"]);
  assertEquals(backups(), 0);
  assertEquals(await Deno.readTextFile(path), '{"a": 1}\n');
});
