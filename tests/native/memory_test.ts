// Needs a Deno with its denort, as the other tests of executables do.
import { runMemoryScenario } from "../end_to_end/_memory_scenario.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("Claude Code remembers from one session to the next, with native executables", async (t) => {
  await runMemoryScenario(t, NATIVES);
});
