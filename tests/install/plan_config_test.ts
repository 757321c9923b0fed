import { assert, assertEquals, assertThrows } from "@std/assert";
import { assertVaultKnown } from "../../lib/install/assert_vault_known.ts";
import { Failure } from "../../lib/install/failure.ts";
import { planConfig } from "../../lib/install/plan_config.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

Deno.test("planConfig() takes a vault below home in every spelling that the config takes", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/my notes`);
  const machine = machineAt(tmp.path);
  for (const name of ["~/my notes", "~\\my notes", "my notes/"]) {
    const { config } = planConfig(machine, name);
    assertEquals(config.vault.path, `${tmp.path}/my notes`, name);
  }
  assertEquals(planConfig(machine, "~").config.vault.path, tmp.path);
});

/** Configs that name a vault in a way that is not understood, with what is said of it. */
const NO_VAULT: [string, string][] = [
  ["vault:\n  path: $HOME/Notes\n", ':2: vault.path is "$HOME/Notes": must be'],
  ["# mine\nvault:\n  path: notes\n", ':3: vault.path is "notes": must be'],
  ["vault:\n  paht: /notes\n", "did you mean vault.path?"],
  ["vault: /notes\n", ':1: vault is "/notes": must be a mapping'],
  ["Vault:\n  path: /notes\n", "did you mean vault?"],
  ["vault.path: /notes\n", "put path below vault"],
];

for (const [text, message] of NO_VAULT) {
  Deno.test(`assertVaultKnown() refuses ${JSON.stringify(text)}`, async () => {
    await using tmp = await tempDir();
    const machine = machineAt(tmp.path);
    await writeFiles(tmp.path, { ".config/memory-hooks/config.yaml": text });
    const plan = planConfig(machine, null);
    assertEquals(plan.makeVault, false);
    const error = assertThrows(() => assertVaultKnown(plan), Failure, message);
    assert(error.message.startsWith(`${machine.places.config}:`));
    assert(!error.message.includes("is used"), error.message);
  });
}

Deno.test("planConfig() puts the vault that is given in the place of one that is not understood, also the default one", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const vault = `${tmp.path}/Documents/SecondBrain`;
  await writeFiles(tmp.path, {
    "Documents/SecondBrain/a.md": "",
    ".config/memory-hooks/config.yaml": "vault:\n  path: notes # mine\n",
  });
  const plan = planConfig(machine, vault);
  assertVaultKnown(plan);
  assertEquals(plan.after, `vault:\n  path: ${vault} # mine\n`);
});
