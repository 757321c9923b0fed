import { SCRIPTS } from "./_home.ts";
import { runMemoryScenario } from "./_memory_scenario.ts";

Deno.test("Claude Code remembers from one session to the next", async (t) => {
  await runMemoryScenario(t, SCRIPTS);
});
