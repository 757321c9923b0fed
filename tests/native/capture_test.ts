// Needs a Deno with its denort, as the other tests of executables do.
import { runCaptureScenario } from "../end_to_end/_capture_scenario.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("Claude Code is captured in one project and not in another, with native executables", async (t) => {
  await runCaptureScenario(t, NATIVES);
});
