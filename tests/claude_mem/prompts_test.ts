import { assertEquals, assertStringIncludes } from "@std/assert";
import { captureBox } from "../capture/_capture_box.ts";
import { prompted, stopped, used } from "../capture/_events.ts";
import { spooledRows } from "../capture/_rows.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { type RecordingBox, recordingBox } from "./_recording_box.ts";

async function prompts(box: Sandbox): Promise<unknown[]> {
  return (await spooledRows(box)).map(({ payload }) => payload.prompt_redacted);
}

async function texts(
  box: RecordingBox,
  session?: string,
): Promise<string[]> {
  const told = await box.told(session);
  return told?.prompts.map(({ text }) => text) ?? [];
}

Deno.test("I1: the host's notification of a task is no prompt, and begins no turn", async () => {
  await using box = await captureBox();
  await box.run("capture-prompt", prompted("<private>x</private>"));
  for (
    const prompt of [
      "<task-notification>x</task-notification>",
      " \n<task-notification>x</task-notification>\t\n",
      '<task-notification id="1">x</task-notification>',
      "<task-notification>\nx\ny\n</task-notification>",
      "<task-notification></task-notification>",
    ]
  ) {
    await box.run("capture-prompt", prompted(prompt));
    // The turn is still the private one.
    await box.run("capture-tool", used());
  }
  assertEquals(await prompts(box), []);
});

Deno.test("I2: what only has a notification in it is a prompt", async () => {
  await using box = await captureBox();
  const long = `<task-notification>${
    "x".repeat(257 * 1024)
  }</task-notification>`;
  const sent = [
    "See <task-notification>x</task-notification>",
    "<task-notification>x</task-notification> What is that?",
    "<task-notification>x",
    "<task-notification>x</task-notification><task-notification>y</task-notification>",
  ];
  for (const prompt of [...sent, long]) {
    await box.run("capture-prompt", prompted(prompt));
  }
  const kept = await prompts(box);
  assertEquals(kept.slice(0, -1), sent);
  assertStringIncludes(String(kept.at(-1)), "<task-notification>xxx");
});

Deno.test("P8: a prompt that is the host's alone is none, and a tag alone is somebody's text", async () => {
  await using box = await captureBox();
  const sent = [
    "<system-reminder>x</system-reminder>",
    " <persisted-output>x</persisted-output>\n<system-reminder>y</system-reminder> ",
    "What does <system-reminder> mean?",
    "<system-reminder>x</system-reminder><private>y</private>",
  ];
  for (const prompt of sent) await box.run("capture-prompt", prompted(prompt));
  assertEquals(await prompts(box), ["What does <system-reminder> mean?"]);
  // What remained of the last one was private.
  await box.run("capture-tool", used());
  assertEquals((await spooledRows(box)).length, 1);
});

Deno.test("P8: what the host wrote into a tool's answer is no part of what it taught", async () => {
  await using box = await recordingBox();
  await box.tool({
    tool_name: "mcp__shop__find",
    tool_input: { what: "cart" },
    tool_response: [{
      type: "text",
      text: "two carts\n<system-reminder>PLANTED</system-reminder>",
    }],
  });
  const [observation] = (await box.told())?.observations ?? [];
  assertEquals(observation?.detail.trim(), "two carts");
  assertEquals(await box.filesWith("PLANTED"), []);
});

Deno.test("A1: a subagent's prompt and end are none of the session's", async () => {
  await using box = await recordingBox();
  await box.prompt("Mend the cart");
  await box.prompt("Look at the cart for me", { agent_id: "a1" });
  await box.stop("A subagent's answer", { agent_id: "a1" });
  assertEquals(await texts(box), ["Mend the cart"]);
  assertEquals((await box.told())?.session.answer, "");
  assertEquals(await box.filesWith("A subagent's answer"), []);
  await box.stop("The cart is mended");
  assertEquals((await box.told())?.session.answer, "The cart is mended");
});

Deno.test("A2: who only has an agent's type is the main session", async () => {
  await using box = await recordingBox();
  await box.prompt("Mend the cart", { agent_type: "reviewer" });
  await box.stop("Mended", { agent_type: "reviewer" });
  assertEquals(await texts(box), ["Mend the cart"]);
  assertEquals((await box.told())?.session.answer, "Mended");
});

Deno.test("A3: an agent's id that is none is ignored, one of 128 characters is kept", async () => {
  await using box = await captureBox();
  for (const agent_id of [7, "", "a".repeat(129), "a".repeat(128)]) {
    await box.run("capture-prompt", prompted("Hi", { agent_id }));
    await box.run("capture-tool", used({ agent_id, tool_use_id: null }));
    await box.run("capture-stop", stopped("Ho", { agent_id }));
  }
  const rows = await spooledRows(box);
  assertEquals(
    rows.map(({ payload }) => payload.agent_id).filter((it) => it),
    ["a".repeat(128)],
  );
  assertEquals(rows.length, 3 * 3 + 1);
});

Deno.test("A4: a session's id has two spellings, and without one nothing is kept", async () => {
  await using box = await captureBox();
  const event = { hook_event_name: "UserPromptSubmit", prompt: "Hi" };
  for (
    const ids of [
      { session_id: "a", sessionId: "b" },
      { sessionId: "b" },
      {},
      { session_id: null },
      { session_id: "../c" },
    ]
  ) {
    for (const hook of ["capture-prompt", "user-prompt-submit"] as const) {
      const { code, stdout } = await box.run(
        hook,
        JSON.stringify({ cwd: box.project, ...event, ...ids }),
      );
      assertEquals([code, stdout], [0, ""]);
    }
  }
  for (const hook of ["capture-prompt", "user-prompt-submit"] as const) {
    const { code, stdout } = await box.run(hook, "null");
    assertEquals([code, stdout], [0, ""]);
  }
  const rows = await spooledRows(box);
  assertEquals(rows.map(({ payload }) => payload.session_id), ["a", "b"]);
  const turns = Array.from(Deno.readDirSync(box.places.turns));
  assertEquals(turns.map(({ name }) => name).sort(), ["a", "b"]);
});

Deno.test("A5: a folder that is said to be nothing is the process's", async () => {
  await using box = await captureBox();
  const { code, stdout } = await box.run(
    "capture-prompt",
    prompted("Hi", { cwd: "" }),
  );
  assertEquals([code, stdout], [0, ""]);
  const [row] = await spooledRows(box);
  assertEquals(row?.beside?.project, box.project);
});
