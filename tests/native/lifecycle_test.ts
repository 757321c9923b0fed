// Needs a Deno with its denort, as the other tests of executables do.
import { runLifecycleScenario } from "../end_to_end/_lifecycle_scenario.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("Claude Code recalls what earlier sessions of a project did, with native executables", async (t) => {
  await runLifecycleScenario(t, NATIVES);
});
