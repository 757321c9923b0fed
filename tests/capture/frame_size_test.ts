import { assert, assertEquals, assertMatch } from "@std/assert";
import { MAX_FRAME_BYTES } from "../../lib/daemon/frame.ts";

import { complaints } from "../hooks/_state.ts";
import { assertKept } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { spooledRows } from "./_rows.ts";

/** Longer than any frame, however it is written down. */
const LONG: Record<string, string> = {
  "plain": "word ".repeat(400_000),
  "of three bytes a character": "日本 ".repeat(300_000),
  "escaped": '\u0001"\n'.repeat(300_000),
  "lone surrogates": "\ud800 ".repeat(300_000),
};

Deno.test("fields are cut, with a mark, so that a frame holds them", async () => {
  await using box = await captureBox({
    // Twelve rows of a MiB each.
    config: "capture:\n  spool_max_mb: 64\n",
  });
  const cwd = "/x".repeat(100_000);
  let count = 0;
  for (const [name, text] of Object.entries(LONG)) {
    const slow = { timeoutMs: 60_000 };
    assertKept(
      await box.run("capture-prompt", prompted(text, { cwd }), slow),
    );
    assertKept(
      await box.run(
        "capture-tool",
        failed({
          error: text,
          tool_name: text,
          tool_input: { text },
          tool_use_id: `toolu_${count}`,
        }),
        slow,
      ),
    );
    assertKept(await box.run("capture-stop", stopped(text), slow));
    count += 3;
    const rows = (await spooledRows(box)).slice(-3);
    const fields = rows.map(({ payload }) =>
      payload.prompt_redacted ?? payload.error_redacted ??
        payload.last_assistant_message_redacted
    );
    for (const field of fields) {
      assertMatch(String(field).slice(-60), /… \[cut: \d+ characters\]$/, name);
      assert(String(field).startsWith(text.slice(0, 1000)), name);
    }
    for (const short of [rows[0]?.payload.cwd, rows[1]?.payload.tool_name]) {
      assert(String(short).length < 9000);
      assertMatch(String(short), /… \[cut: \d+ characters\]$/);
    }
  }
  const lengths = await spoolSizes(box.places.capture);
  assertEquals(lengths.length, count);
  for (const length of lengths) assert(length <= MAX_FRAME_BYTES + 4);
  assertEquals(await complaints(box), []);
});

Deno.test("a tool's input and answer of megabytes cost a row no more than its hash and a few lines", async () => {
  await using box = await captureBox();
  const content = "const answer = 42; // forty-two\n".repeat(60_000);
  assertKept(
    await box.run(
      "capture-tool",
      used({
        tool_input: { content },
        tool_response: { originalFile: content, content },
      }),
      { timeoutMs: 60_000 },
    ),
  );
  const [length = Infinity] = await spoolSizes(box.places.capture);
  assert(length < 4000);
});

async function spoolSizes(capture: string): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { name } of Deno.readDir(`${capture}/spool`)) {
    if (!name.endsWith(".row")) continue;
    sizes.push((await Deno.stat(`${capture}/spool/${name}`)).size);
  }
  return sizes;
}
