import { assertEquals } from "@std/assert";
import { type Sandbox, SESSION } from "../_support/sandbox.ts";
import { exists } from "../hooks/_state.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { modeOf } from "./_mode.ts";
import { completed, spooledRows } from "./_rows.ts";

const SECRET = "PLANTED-confidential-71c4";

function mark(box: Sandbox, session = SESSION): string {
  return `${box.places.capture}/private/${session}`;
}

async function kinds(box: Sandbox): Promise<string[]> {
  return (await spooledRows(box)).map(({ kind }) =>
    kind.replace("memory.claude_", "")
  );
}

Deno.test("a prompt that is private as a whole makes its turn private, until the next one", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-prompt",
    prompted(` \n<PRIVATE>${SECRET}</private >\t`),
  );
  assertEquals(await kinds(box), []);
  assertEquals(await modeOf(mark(box)), 0o600);
  assertEquals(
    await modeOf(`${box.places.capture}/private`),
    0o700,
  );
  await box.run("capture-tool", used({ tool_input: { command: SECRET } }));
  await box.run("capture-tool", failed({ error: SECRET }));
  assertEquals(await kinds(box), []);
  await box.run("capture-stop", stopped(`About ${SECRET}`));
  const [stop] = await spooledRows(box);
  assertEquals(stop?.kind, "memory.claude_session_completed");
  assertEquals(stop?.payload.last_assistant_message_redacted, "");
  // A hook that blocked the stop keeps the turn going.
  await box.run("capture-tool", used());
  assertEquals(await kinds(box), ["session_completed"]);

  await box.run("capture-prompt", prompted("In the open"));
  assertEquals(await exists(mark(box)), false);
  await box.run("capture-tool", used());
  await box.run("capture-stop", stopped("Fine."));
  assertEquals(await kinds(box), [
    "session_completed",
    "prompt",
    "tool_use",
    "session_completed",
  ]);
});

Deno.test("a private turn is that of one session", async () => {
  await using box = await captureBox();
  await box.run("capture-prompt", prompted(`<private>${SECRET}`));
  await box.run("capture-tool", { ...used(), session_id: "another" });
  assertEquals(await kinds(box), ["tool_use"]);
});

Deno.test("a private turn that goes on for days stays private: whoever asks for its mark renews it", async () => {
  await using box = await captureBox();
  await box.run("capture-prompt", prompted(`<private>${SECRET}`));
  const before = new Date(Date.now() - 23 * 60 * 60 * 1000);
  await Deno.utime(mark(box), before, before);
  await box.run("capture-tool", used());
  assertEquals(await kinds(box), []);
  const { mtime } = await Deno.stat(mark(box));
  assertEquals((mtime?.getTime() ?? 0) > before.getTime() + 3_600_000, true);
});

Deno.test("a prompt with a private block in it is kept without it", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-prompt",
    prompted(
      `Before <private>${SECRET} <Private>${SECRET}</Private> ${SECRET}</private> after <private>${SECRET}`,
    ),
  );
  const [row] = await spooledRows(box);
  assertEquals(row?.payload.prompt_redacted, "Before  after ");
  assertEquals(row?.payload.private_block_count, 2);
  assertEquals(row?.payload.redaction_match_count, 0);
  assertEquals(await exists(mark(box)), false);
});

Deno.test("private blocks are taken out of errors and answers", async () => {
  await using box = await captureBox();
  await box.run(
    "capture-tool",
    failed({ error: `Exit 1 <private>${SECRET}</private>` }),
  );
  await box.run("capture-stop", stopped(`Done. <private>${SECRET}</private>`));
  const [tool, stop] = await spooledRows(box);
  assertEquals(tool?.payload.error_redacted, "Exit 1 ");
  assertEquals(stop?.payload.last_assistant_message_redacted, "Done. ");
});

Deno.test("a private block is no part of the arguments' hash, and never goes on in the next field", async () => {
  await using box = await captureBox();
  const inputs = [
    { a: "x <private>1</private>", b: "y" },
    { a: "x <private>2", b: "y" },
    { a: "x ", b: "y" },
    { a: "x ", b: "" },
  ];
  for (const tool_input of inputs) {
    await box.run("capture-tool", used({ tool_input }));
  }
  const [one, two, three, four] = (await spooledRows(box)).map((row) =>
    completed(row).payload["tool_args_hash"]
  );
  assertEquals([one, two], [three, three]);
  assertEquals(one === four, false);
});

Deno.test("where nobody can tell whether a turn is private, it is", async () => {
  await using box = await captureBox();
  await Deno.mkdir(box.places.capture, { recursive: true });
  await Deno.writeTextFile(`${box.places.capture}/private`, "no folder");
  const { code, stdout } = await box.run("capture-tool", used());
  assertEquals([code, stdout], [0, ""]);
  assertEquals(await kinds(box), []);
});
