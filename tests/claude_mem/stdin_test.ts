import { assertEquals, assertMatch } from "@std/assert";
import { captureBox } from "../capture/_capture_box.ts";
import { prompted } from "../capture/_events.ts";
import { spooledRows } from "../capture/_rows.ts";
import { runProgram } from "../_support/program.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { happenings } from "./_events.ts";

/** Milliseconds that pass in a test before the next piece of stdin comes. */
const PAUSE_MS = 50;

/** The event of a prompt as Claude Code sends it, which is an object on a line. */
function promptEvent(box: Sandbox, prompt: string): Uint8Array {
  const event = box.event({
    hook_event_name: "UserPromptSubmit",
    ...prompted(prompt),
  });
  return new TextEncoder().encode(`${JSON.stringify(event)}\n`);
}

async function* inPieces(
  bytes: Uint8Array,
  cuts: readonly number[],
): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
    if (to < bytes.length) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function keptPrompts(box: Sandbox): Promise<unknown[]> {
  return (await spooledRows(box)).map(({ payload }) => payload.prompt_redacted);
}

Deno.test("S2: an empty or closed stdin is in nobody's way", async () => {
  await using box = await captureBox({ notes: { "a.md": "a" } });
  for (const [hook] of happenings(box)) {
    const { env, project: cwd } = box;
    for (
      const { code, stdout } of [
        await box.run(hook, ""),
        await runProgram({
          ...box.command(hook),
          env,
          cwd,
          stdinEnd: "closed",
        }),
      ]
    ) assertEquals([code, stdout], [0, ""], hook);
  }
  await box.settled();
});

Deno.test("S3: what is no JSON is exit 0, no output, and one line of a complaint that does not quote it", async () => {
  await using box = await captureBox({ notes: { "a.md": "a" } });
  for (const [hook] of happenings(box)) {
    for (const text of ['{"truncated": "PLANTED', "not json PLANTED at all"]) {
      const before = (await box.log()).length;
      const { code, stdout, stderr } = await box.run(hook, text);
      assertEquals([code, stdout], [0, ""], hook);
      assertMatch(stderr, /^(?:WARN [^\n]+\n)?$/);
      const said = [...(await box.log()).slice(before), stderr].join("\n");
      assertEquals(said.includes("PLANTED"), false, said);
      const lines = said.trim().split("\n");
      assertEquals(new Set(lines).size, lines.length, said);
      assertEquals(lines.filter((it) => it !== "").length > 0, true, hook);
    }
  }
  assertEquals(await spooledRows(box), []);
});

Deno.test("S5: an event comes in three pieces, with a byte order mark, cut inside a letter", async () => {
  await using box = await captureBox();
  const text = "Où est 購物車 😀?";
  const bytes = promptEvent(box, text);
  const inside = bytes.indexOf(0xf0) + 2;
  const mark = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
  await box.start("capture-prompt", "", {
    stdin: inPieces(bytes, [20, inside]),
  }).result;
  await box.start("capture-prompt", "", {
    stdin: inPieces(mark, [1, inside]),
  }).result;
  assertEquals(await keptPrompts(box), [text, text]);
});

Deno.test("S5: an event of 1 MB and of 10 MB is kept, as far as there is room", async () => {
  await using box = await captureBox();
  for (const megabytes of [1, 10]) {
    const { code, stdout } = await box.run(
      "capture-prompt",
      promptEvent(box, `begin ${"words ".repeat(megabytes * 175_000)}`),
    );
    assertEquals([code, stdout], [0, ""]);
  }
  const kept = (await keptPrompts(box)).map(String);
  assertEquals(kept.map((text) => text.slice(0, 11)), [
    "begin words",
    "begin words",
  ]);
});
