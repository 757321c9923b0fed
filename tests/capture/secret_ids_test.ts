import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertWarned, assertWarnedFirst } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { prompted, used } from "./_events.ts";
import { spooledRow, spooledRows } from "./_rows.ts";

const SECRETS = [
  "AKIA" + "1234567890ABCDEF",
  "ghp_" + "abcdefghij1234567890abcdefghij",
  "sk-ant-" + "api03-foobar1234567890abcdefghij",
  "session." + "sk-proj-" + "Ab1_-Ab1_-Ab1_-Ab1_-Ab1",
];

Deno.test("a secret in the place of a session's id is no id, and gets nowhere", async () => {
  await using box = await captureBox();
  for (const secret of SECRETS) {
    const run = await box.run("capture-prompt", {
      ...prompted("Hi"),
      session_id: secret,
    });
    assertWarned(run, "invalid_payload");
    assertStringIncludes(run.stderr, "session_id does not fit");
    for (const text of [run.stderr, ...await box.log()]) {
      assert(!text.includes(secret), text);
    }
  }
  assertEquals(await spooledRows(box), []);
});

Deno.test("a secret in the place of a tool use's or an agent's id is left out", async () => {
  const [secret = ""] = SECRETS;
  await using box = await captureBox();
  const run = await box.run(
    "capture-tool",
    used({ tool_use_id: secret, agent_id: secret }),
  );
  assertWarnedFirst(run, "ignored_fields");
  const row = await spooledRow(box);
  assert(!JSON.stringify(row).includes(secret));
  assertEquals(row.payload.tool_use_id, undefined);
  assertEquals(row.payload.agent_id, undefined);
});
