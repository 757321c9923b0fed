import { assertEquals } from "@std/assert";
import { planConfig } from "../../lib/install/plan_config.ts";
import { tempDir } from "../_support/temp.ts";
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
