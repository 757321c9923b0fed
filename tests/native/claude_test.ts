// Needs a Deno with its denort, as the other tests of executables do.
import { runScenario } from "../end_to_end/_scenario.ts";
import { NATIVES } from "./_natives.ts";

Deno.test("Claude Code remembers with native executables", async (t) => {
  await runScenario(t, NATIVES);
});
