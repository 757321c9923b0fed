import { SCRIPTS } from "./_home.ts";
import { runCaptureScenario } from "./_capture_scenario.ts";

Deno.test("Claude Code is captured in one project and not in another", async (t) => {
  await runCaptureScenario(t, SCRIPTS);
});
