import { assertEquals } from "@std/assert";
import { sandbox } from "../_support/sandbox.ts";

Deno.test("a model that is down is asked for the whole vault at session starts only, not at every write", async () => {
  await using box = await sandbox({ graphify: true, notes: { "a.md": "x" } });
  await box.graphify?.answer("extract", { stderr: "no model\n", exit: 1 });
  await box.run("session-start", { source: "startup" });
  await box.settled();
  for (const id of ["t1", "t2"]) {
    await box.run("post-tool-use", {
      tool_name: "Write",
      tool_use_id: id,
      tool_input: { file_path: `${box.vault}/a.md` },
      tool_response: { type: "create", structuredPatch: [] },
    });
    await box.settled();
  }
  const calls = await box.graphify?.calls() ?? [];
  const whole = calls.filter(({ args }) => args.includes("--force"));
  assertEquals(whole.length, 1);
});
