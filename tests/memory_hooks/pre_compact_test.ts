import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertSilent } from "../hooks/_answer.ts";
import { memoryBox } from "./_memory_box.ts";

Deno.test("PreCompact asks in plain words for what has to last", async () => {
  await using box = await memoryBox();
  for (const event of ["{}", { trigger: "auto", custom_instructions: "" }]) {
    const { code, stdout, stderr } = await box.run("pre-compact", event);
    assertEquals([code, stderr], [0, ""]);
    for (
      const word of [
        "checkpoint()",
        "note()",
        "anti_pattern()",
        "[[wiki links]]",
        "decisions",
        "open questions",
      ]
    ) assertStringIncludes(stdout, word);
    assertEquals(stdout.split("\n").length, 2);
    assert(!/[{}]/.test(stdout), stdout);
  }
});

Deno.test("PreCompact is silent where the event cannot be read", async () => {
  await using box = await memoryBox();
  for (const text of ["", "junk", "[]", '{"hook_event_name":"Stop"}']) {
    assertSilent(await box.run("pre-compact", text));
  }
});
