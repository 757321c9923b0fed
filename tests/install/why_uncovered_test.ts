import { assertEquals } from "@std/assert";
import { parseConfig } from "../../lib/config/parse_config.ts";
import { GROUPS } from "../../lib/install/groups.ts";
import { installedFor } from "../../lib/install/installed_for.ts";
import type { Machine } from "../../lib/install/machine.ts";
import { planPermissions } from "../../lib/install/plan_permissions.ts";
import type { Receipt } from "../../lib/install/receipt.ts";
import { whyUncovered } from "../../lib/install/why_uncovered.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

const configOf = (text: string) => parseConfig(text, "/h").config;

async function receiptFor(machine: Machine, text: string): Promise<Receipt> {
  const config = configOf(text);
  const { flags } = await planPermissions(machine, config, GROUPS);
  return {
    receipt: 1,
    version: machine.version,
    form: "script",
    deno: machine.denoVersion,
    flags,
    settings: [],
    config: null,
    installedFor: installedFor(machine, config),
  };
}

async function why(
  machine: Machine,
  text: string,
  receipt: Receipt,
): Promise<string[]> {
  const config = configOf(text);
  const { flags } = await planPermissions(machine, config, GROUPS);
  return whyUncovered(machine, config, flags, receipt);
}

Deno.test("whyUncovered() names one cause for all that follows from it", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const receipt = await receiptFor(machine, "vault: { path: /y }");
  const moved = "vault: { path: /x }\njournal: { dir: log }\n";
  assertEquals(await why(machine, "vault: { path: /y }", receipt), []);
  assertEquals(await why(machine, moved, receipt), [
    "vault.path is /x, but the hooks were installed for /y: run install.ts again",
  ]);
  const { installedFor: _, ...older } = receipt;
  assertEquals(await why(machine, moved, older), [
    "vault.path is /x, but the hooks were installed for another one: run install.ts again",
  ]);
});

Deno.test("whyUncovered() tells a link that leads elsewhere now", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  await writeFiles(tmp.path, { "a/x.md": "", "b/x.md": "" });
  const link = `${tmp.path}/vault`;
  await Deno.symlink("a", link);
  const text = `vault: { path: ${link} }`;
  const receipt = await receiptFor(machine, text);
  await Deno.remove(link);
  await Deno.symlink("b", link);
  assertEquals(await why(machine, text, receipt), [
    `vault.path leads to ${tmp.path}/b, but did not when the hooks were installed: run install.ts again`,
  ]);
});

Deno.test("whyUncovered() asks for graphify only where it may be used", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const receipt = await receiptFor(machine, "");
  await writeFiles(tmp.path, { "bin/graphify": "" });
  await Deno.chmod(`${tmp.path}/bin/graphify`, 0o755);
  const there = {
    ...machine,
    env: (name: string) =>
      name === "PATH" ? `${tmp.path}/bin:/usr/bin:/bin` : machine.env(name),
  };
  assertEquals(await why(there, "graph: { engine: builtin }", receipt), []);
  assertEquals((await why(there, "", receipt)).length, 1);
});

Deno.test("whyUncovered() names programs and paths where the user changed nothing", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const receipt = await receiptFor(machine, "");
  const older = (receipt.flags.rebuild ?? []).map((flag) =>
    flag.replace(/(--allow-env=.*),TZ/, "$1")
  );
  assertEquals(
    await why(machine, "", {
      ...receipt,
      flags: { ...receipt.flags, rebuild: older },
    }),
    ["memory-rebuild may not use TZ: run install.ts again"],
  );
});
