import { assert, assertEquals, assertMatch } from "@std/assert";
import { blake3 } from "../../lib/hash/blake3.ts";
import { canonicalJson } from "../../lib/json/canonical_json.ts";
import type { ProgramResult } from "../_support/program.ts";
import { SESSION } from "../_support/sandbox.ts";
import { complaints } from "../hooks/_state.ts";
import { assertKept } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { failed, prompted, stopped, used } from "./_events.ts";
import { completed, type SentRow, spooledRow, spooledRows } from "./_rows.ts";

/** Asserts that a row says when it was, in nanoseconds, and by which trace; gives the payload without that. */
function withoutTime(row: SentRow | undefined): Record<string, unknown> {
  assert(row !== undefined);
  const { trace_id, captured_at_ns, ...rest } = row.payload;
  assertMatch(String(trace_id), /^[0-9a-f]{32}$/);
  assertEquals(captured_at_ns, row.at);
  assert(Math.abs(row.at / 1e6 - Date.now()) < 600_000, String(row.at));
  return rest;
}

Deno.test("a prompt is one row, kept in the spool", async () => {
  await using box = await captureBox();
  assertKept(await box.run("capture-prompt", prompted("Fix the auth bug")));
  const row = await spooledRow(box);
  assertEquals(row.kind, "memory.claude_prompt");
  assertEquals(withoutTime(row), {
    session_id: SESSION,
    prompt_redacted: "Fix the auth bug",
    cwd: box.project,
    redaction_match_count: 0,
  });
  assertMatch(String(row.id), /^[0-9a-f]{32}$/);
  assertMatch(String(row.spooled), /^\d{16}-\d+-[0-9a-z]+\.row$/);
  assertEquals(await complaints(box), []);
});

Deno.test("a tool is one row, whose id is that of its use, without what it was asked", async () => {
  await using box = await captureBox();
  assertKept(
    await box.run("capture-tool", used({ agent_id: "a729dc312a7e0c233" })),
  );
  const row = await spooledRow(box);
  assertEquals(row.kind, "memory.claude_tool_use");
  assertEquals(row.id, `tool:${SESSION}:toolu_01AAAD`);
  assertEquals(withoutTime(row), {
    session_id: SESSION,
    tool_name: "Bash",
    outcome: "success",
    duration_ms: 41,
    tool_use_id: "toolu_01AAAD",
    agent_id: "a729dc312a7e0c233",
    redaction_match_count: 0,
  });
  assert(!JSON.stringify(row.payload).includes("hello"));
});

Deno.test("a tool that fails is a row with its error", async () => {
  await using box = await captureBox();
  assertKept(await box.run("capture-tool", failed()));
  const row = await spooledRow(box);
  assertEquals(withoutTime(row), {
    session_id: SESSION,
    tool_name: "Bash",
    outcome: "error",
    duration_ms: 15,
    tool_use_id: "toolu_01AAAE",
    error_redacted: failed().error,
    redaction_match_count: 0,
  });
});

Deno.test("the hash of what a tool was asked is left to the daemon; a long one is made at once", async () => {
  await using box = await captureBox();
  const script = "make all; # \u00e9\n".repeat(8000);
  const inputs = [{ command: "make" }, null, 7, { script }];
  for (const [at, tool_input] of inputs.entries()) {
    assertKept(
      await box.run(
        "capture-tool",
        used({ tool_input, tool_use_id: `use${at}` }),
      ),
    );
  }
  const rows = await spooledRows(box);
  const last = rows.length - 1;
  for (const [at, row] of rows.entries()) {
    const { beside, payload } = row;
    assertEquals(
      [beside?.use?.input, "tool_args_hash" in payload],
      at < last ? [inputs[at], false] : [undefined, true],
    );
    const whole = completed(row);
    assertEquals(
      whole.payload["tool_args_hash"],
      blake3(canonicalJson(inputs[at])),
    );
    assertEquals(whole.beside?.observation?.tool, "Bash");
    assertEquals([whole.beside?.use, whole.dropped], [undefined, undefined]);
  }
  assert(!JSON.stringify(rows[last]).includes("make all; # \u00e9\nmake"));
});

Deno.test("the end of a turn is one row with the last answer; counts are the daemon's", async () => {
  await using box = await captureBox();
  assertKept(await box.run("capture-stop", stopped("Done.")));
  const row = await spooledRow(box);
  assertEquals(row.kind, "memory.claude_session_completed");
  assertEquals(withoutTime(row), {
    session_id: SESSION,
    last_assistant_message_redacted: "Done.",
    redaction_match_count: 0,
  });
});

Deno.test("equal arguments have the same hash, whatever the order of their members", async () => {
  await using box = await captureBox();
  const hash = async (tool_input: unknown): Promise<unknown> => {
    assertKept(await box.run("capture-tool", used({ tool_input })));
    const row = (await spooledRows(box)).at(-1);
    return row && completed(row).payload["tool_args_hash"];
  };
  const first = await hash({ a: 1, b: [{ c: "é", d: null }] });
  assertEquals(await hash({ b: [{ d: null, c: "é" }], a: 1.0 }), first);
  assert(await hash({ b: [{ d: null, c: "e" }], a: 1 }) !== first);
});

Deno.test("the seed's own payloads are accepted", async () => {
  await using box = await captureBox();
  const send = (
    name: "capture-tool" | "capture-stop" | "capture-prompt",
    event: unknown,
  ): Promise<ProgramResult> => box.run(name, JSON.stringify(event));
  const session_id = "00000000-0000-0000-0000-000000000001";
  assertKept(
    await send("capture-prompt", { session_id, prompt: "Hi", cwd: "/x" }),
  );
  assertKept(
    await send("capture-tool", {
      session_id,
      tool_name: "Edit",
      tool_args: { a: 1 },
      outcome: "error",
      duration_ms: 142,
    }),
  );
  assertKept(
    await send("capture-stop", {
      sessionId: session_id,
      prompt_count: 3,
      tool_use_count: 12,
      duration_ms: 847_000,
      last_assistant_message: "Done.",
    }),
  );
  const rows = await spooledRows(box);
  const [prompt, tool, stop] = rows.map(withoutTime);
  assertEquals(prompt?.cwd, "/x");
  assertEquals(
    [tool?.outcome, tool?.duration_ms, rows[1]?.beside?.use?.input],
    ["error", 142, { a: 1 }],
  );
  assertEquals(stop, {
    session_id,
    prompt_count: 3,
    tool_use_count: 12,
    duration_ms: 847_000,
    last_assistant_message_redacted: "Done.",
    redaction_match_count: 0,
  });
  assertEquals(await complaints(box), []);
});

Deno.test("rows of hooks that run one after the other keep their order", async () => {
  await using box = await captureBox();
  const texts = Array.from({ length: 6 }, (_, n) => `prompt ${n}`);
  for (const text of texts) await box.run("capture-prompt", prompted(text));
  assertEquals(
    (await spooledRows(box)).map(({ payload }) => payload.prompt_redacted),
    texts,
  );
});
