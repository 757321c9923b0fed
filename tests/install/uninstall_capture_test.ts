import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import { GROUPS } from "../../lib/install/groups.ts";
import type { Machine } from "../../lib/install/machine.ts";
import { openProgress } from "../../lib/install/progress.ts";
import { readReceipt, writeReceipt } from "../../lib/install/receipt.ts";
import { desiredEntries, register } from "../../lib/install/register.ts";
import {
  uninstallHooks,
  type Unwanted,
} from "../../lib/install/uninstall_hooks.ts";
import { findPlaces } from "../../lib/place.ts";
import type { Group } from "../../lib/registry.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt, readTree, runInstaller } from "./_support.ts";

const quiet = openProgress(() => {});

/** An installation whose programs are empty files, with the groups of each settings file. */
async function installation(
  home: string,
  files: Record<string, readonly Group[]>,
  env: Record<string, string> = {},
): Promise<Machine> {
  const plain = machineAt(home);
  const read = (name: string) => env[name] ?? plain.env(name);
  const machine = {
    ...plain,
    env: read,
    places: findPlaces(read, "/nowhere", () => false),
    now: () => new Date(),
  };
  const { data, state, capture, store, socket } = machine.places;
  await writeFiles(`${data}/bin`, {
    "memory-session-start": "",
    "memory-rebuild": "",
    "memory-capture-prompt": "",
    "memory-capture-tool": "",
    "telemetry.lazy.js": "",
    "rare.lazy.js": "",
    "reload_config.lazy.js": "",
    "somebody-elses": "",
  });
  await writeFiles(store, { "store.sqlite": "rows" });
  await writeFiles(capture, {
    "chain-head.json": "{}",
    "traces/s": "0af7",
    "private/s": "",
    "spool/size": "",
  });
  await writeFiles(state, { "memoryd.lock": "{}", "memory-hooks.log": "" });
  await writeFiles(socket.replace(/\/[^/]*$/, ""), { "capture.sock": "" });
  for (const [path, groups] of Object.entries(files)) {
    await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
    register(
      machine,
      path,
      desiredEntries(machine, "native", {}, groups, path),
      groups,
    );
  }
  writeReceipt(data, {
    receipt: 1,
    version: "0",
    form: "native",
    deno: "0",
    flags: { "session-start": [], "capture-tool": [] },
    settings: Object.entries(files).map(([path, groups]) => ({
      path,
      groups,
      original: null,
      madeFolder: true,
      backups: [],
    })),
    config: null,
  });
  return machine;
}

const uninstall = (
  machine: Machine,
  settings: string,
  more: Partial<Unwanted> = {},
) =>
  uninstallHooks(machine, {
    settings,
    groups: ["capture"],
    everywhere: false,
    deleteStore: false,
    ...more,
  }, quiet);

const namesIn = (folder: string): string[] =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("uninstallHooks() takes capture's programs with its last entry, and leaves the vault's", async () => {
  await using tmp = await tempDir();
  const user = `${tmp.path}/.claude/settings.json`;
  const project = `${tmp.path}/p/.claude/settings.json`;
  const machine = await installation(tmp.path, {
    [user]: ["vault"],
    [project]: ["capture"],
  });
  const { data, capture, state, store } = machine.places;
  const { done, kept, stillIn } = await uninstall(machine, project);
  assertEquals(done, [
    `Took capture's hooks out of ${project}`,
    `Removed the programs of capture in ${data}`,
  ]);
  assertEquals(kept, [
    `${store} (what was captured; to delete it: rm -r ${store} ${capture})`,
  ]);
  assertEquals(stillIn, []);
  assertEquals(namesIn(`${data}/bin`), [
    "memory-rebuild",
    "memory-session-start",
    "rare.lazy.js",
    "reload_config.lazy.js",
    "somebody-elses",
  ]);
  assertEquals(namesIn(capture), ["chain-head.json"]);
  assertEquals(namesIn(state), ["capture", "memory-hooks.log"]);
  const receipt = readReceipt(data);
  assertEquals(Object.keys(receipt?.flags ?? {}), ["session-start"]);
  assertEquals(receipt?.settings.map(({ path }) => path), [user]);
  assertEquals(namesIn(`${tmp.path}/p`), []);
});

Deno.test("uninstallHooks() of the vault alone leaves capture at work elsewhere", async () => {
  await using tmp = await tempDir();
  const user = `${tmp.path}/.claude/settings.json`;
  const project = `${tmp.path}/p/.claude/settings.json`;
  const machine = await installation(tmp.path, {
    [user]: ["vault", "capture"],
    [project]: ["capture"],
  });
  const before = await Deno.readTextFile(project);
  const { stillIn } = await uninstall(machine, user, { groups: GROUPS });
  assertEquals(stillIn, [project]);
  assertEquals(await Deno.readTextFile(project), before);
  assertEquals(namesIn(`${machine.places.data}/bin`), [
    "memory-capture-prompt",
    "memory-capture-tool",
    "reload_config.lazy.js",
    "somebody-elses",
    "telemetry.lazy.js",
  ]);
  assertEquals(
    readReceipt(machine.places.data)?.settings.map(({ groups }) => groups),
    [["capture"]],
  );
});

Deno.test("uninstallHooks() everywhere leaves no trace where the store is to go, too", async () => {
  await using tmp = await tempDir();
  const user = `${tmp.path}/.claude/settings.json`;
  const machine = await installation(tmp.path, {
    [user]: ["vault"],
    [`${tmp.path}/p/.claude/settings.json`]: ["capture"],
    [`${tmp.path}/q/.claude/settings.json`]: ["capture"],
  }, { XDG_RUNTIME_DIR: `${tmp.path}/run` });
  assert(machine.places.socket.startsWith(`${tmp.path}/run/`));
  const { done } = await uninstall(machine, user, {
    groups: GROUPS,
    everywhere: true,
    deleteStore: true,
  });
  assertStringIncludes(done.join("\n"), "Deleted the captured rows in");
  const left = Object.keys(await readTree(tmp.path)).sort();
  assertEquals(left, [
    ".local",
    ".local/share",
    ".local/state",
    "p",
    "q",
    "run",
  ]);
});

Deno.test("uninstallHooks() keeps rows that nobody could store, and says so", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/.claude/settings.json`;
  const machine = await installation(tmp.path, { [path]: ["capture"] });
  const spool = `${machine.places.capture}/spool`;
  await writeFiles(spool, { "0000000000000001-2-abc.row": "row" });
  const { kept } = await uninstall(machine, path);
  assertStringIncludes(
    kept.join("\n"),
    `${spool} (captured rows that could not be stored)`,
  );
  assertEquals(namesIn(machine.places.state), ["capture"]);
  assertEquals(namesIn(machine.places.data), ["store"]);
  // Twice does no harm, and the store can still go.
  await uninstall(machine, path, { deleteStore: true });
  const left = Object.keys(await readTree(tmp.path)).sort();
  assertEquals(left, [".local", ".local/share", ".local/state"]);
});

Deno.test("uninstallHooks() deletes no rows while capture goes on, and changes nothing then", async () => {
  await using tmp = await tempDir();
  const user = `${tmp.path}/.claude/settings.json`;
  const project = `${tmp.path}/p/.claude/settings.json`;
  const machine = await installation(tmp.path, {
    [user]: ["capture"],
    [project]: ["capture"],
  });
  const before = await readTree(tmp.path);
  await assertRejects(
    () => uninstall(machine, user, { deleteStore: true }),
    Failure,
    `capture is still registered in ${project}`,
  );
  // Nor where it cannot be told whether a file has entries.
  await Deno.writeTextFile(project, "{,}");
  const broken = await readTree(tmp.path);
  await assertRejects(
    () =>
      uninstall(machine, user, {
        groups: GROUPS,
        everywhere: true,
        deleteStore: true,
      }),
    Failure,
    project,
  );
  assertEquals(await readTree(tmp.path), broken);
  assert(JSON.stringify(before) !== JSON.stringify(broken));
});

Deno.test("uninstallHooks() of capture without a receipt touches nothing of the vault's", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/.claude/settings.json`;
  const machine = await installation(tmp.path, {
    [path]: ["vault", "capture"],
  });
  await Deno.remove(`${machine.places.data}/install.json`);
  const { done } = await uninstall(machine, path);
  assertEquals(done[0], `Took capture's hooks out of ${path}`);
  assertStringIncludes(await Deno.readTextFile(path), "memory-session-start");
  assert(
    namesIn(`${machine.places.data}/bin`).includes("memory-session-start"),
  );
  assert(namesIn(machine.places.state).includes("memory-hooks.log"));
});

Deno.test("what goes out of another host's file goes out of that file alone", async () => {
  await using tmp = await tempDir();
  const claude = `${tmp.path}/.claude/settings.json`;
  const cursor = `${tmp.path}/.cursor/hooks.json`;
  await installation(tmp.path, { [claude]: GROUPS, [cursor]: GROUPS });
  const before = await Deno.readTextFile(claude);
  const { code, stdout, stderr } = await runInstaller(tmp.path, [
    "--uninstall",
    "--host",
    "cursor",
  ]);
  assertEquals(code, 0, stderr + stdout);
  assertEquals(await Deno.readTextFile(claude), before);
  const programs = Array.from(
    Deno.readDirSync(`${machineAt(tmp.path).places.data}/bin`),
    ({ name }) => name,
  );
  assert(programs.includes("memory-capture-prompt"), programs.join());
});
