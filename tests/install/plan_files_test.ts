import { assertEquals, assertStringIncludes } from "@std/assert";
import { openProgress } from "../../lib/install/progress.ts";
import { planFiles } from "../../lib/install/plan_files.ts";
import { printEntries } from "../../lib/install/print_entries.ts";
import type { Receipt } from "../../lib/install/receipt.ts";
import { desiredEntries, register } from "../../lib/install/register.ts";
import type { Group } from "../../lib/registry.ts";
import { type TempDir, tempDir } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

const receiptOf = (settings: Receipt["settings"]): Receipt => ({
  receipt: 1,
  version: "0",
  form: "native",
  deno: "0",
  flags: {},
  settings,
  config: null,
});

async function registered(
  tmp: TempDir,
  name: string,
  ...groups: Group[]
): Promise<string> {
  const machine = machineAt(tmp.path);
  const path = `${tmp.path}/${name}/.claude/settings.json`;
  await Deno.mkdir(`${tmp.path}/${name}/.claude`, { recursive: true });
  register(
    machine,
    path,
    desiredEntries(machine, "native", {}, groups, path),
    groups,
  );
  return path;
}

Deno.test("planFiles() adds what is meant to what each file has", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const a = await registered(tmp, "a", "vault");
  const b = await registered(tmp, "b", "capture");
  const receipt = receiptOf([
    { path: a, madeFolder: false, backups: [] },
    { path: b, groups: ["capture"], madeFolder: false, backups: [] },
  ]);
  assertEquals(planFiles(machine, a, "capture", receipt), {
    files: [
      { path: b, groups: ["capture"] },
      { path: a, groups: ["vault", "capture"] },
    ],
    groups: ["vault", "capture"],
    warnings: [],
  });
  const none = planFiles(machine, `${tmp.path}/c.json`, "capture", null);
  assertEquals([none.groups, none.files.length], [["capture"], 1]);
});

Deno.test("planFiles() takes entries that came with a repository for nobody's consent", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const path = await registered(tmp, "cloned", "capture");
  const { groups, files, warnings } = planFiles(machine, path, "vault", null);
  assertEquals([groups, files[0]?.groups], [["vault"], ["vault"]]);
  assertStringIncludes(warnings[0] ?? "", `${path} has entries for capture`);
});

Deno.test("printEntries() prints those of the groups that the file would have", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const quiet = openProgress(() => {});
  const print = async (group: Group) => {
    const { hooks } = await printEntries(machine, {
      group,
      vault: null,
      settings: `${tmp.path}/s.json`,
      form: "native",
      turnOff: "",
    }, quiet);
    return Object.keys(hooks as object);
  };
  assertEquals(await print("vault"), [
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "SessionEnd",
    "PreToolUse",
    "PreCompact",
    "Stop",
  ]);
  assertEquals(await print("capture"), [
    "UserPromptSubmit",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
  ]);
});
