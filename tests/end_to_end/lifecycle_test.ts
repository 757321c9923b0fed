import { SCRIPTS } from "./_home.ts";
import { runLifecycleScenario } from "./_lifecycle_scenario.ts";

Deno.test("Claude Code recalls what earlier sessions of a project did", async (t) => {
  await runLifecycleScenario(t, SCRIPTS);
});
