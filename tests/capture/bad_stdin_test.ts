import { assert, assertEquals, assertMatch } from "@std/assert";
import { FORM } from "../_support/hook_programs.ts";
import type { ProgramResult } from "../_support/program.ts";
import { SESSION } from "../_support/sandbox.ts";
import { complaints } from "../hooks/_state.ts";
import { assertKept, assertWarned } from "./_answer.ts";
import { captureBox } from "./_capture_box.ts";
import { prompted, stopped, used } from "./_events.ts";
import { spooledRow, spooledRows } from "./_rows.ts";

/** Stands in everything sent that must not be kept. */
const MARKER = "PLANTED-marker-5f2c";

const INVALID = "invalid_payload";

/** Each hook, and an event of it with a value somewhere in it. */
const EVENTS = {
  "capture-prompt": (value: unknown) => ({
    hook_event_name: "UserPromptSubmit",
    ...prompted("Hi", { more: value }),
  }),
  "capture-tool": (value: unknown) => ({
    hook_event_name: "PostToolUse",
    ...used({ tool_input: { value }, tool_response: value }),
  }),
  "capture-stop": (value: unknown) => ({
    hook_event_name: "Stop",
    ...stopped("Done.", { more: value }),
  }),
} as const;

const NAMES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

function nested(levels: number): unknown {
  let value: unknown = "core";
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

for (const name of NAMES) {
  Deno.test(`memory-${name}: what is no event is one warning and no row`, async () => {
    await using box = await captureBox();
    const whole = JSON.stringify(box.event(EVENTS[name](MARKER)));
    const texts: (string | Uint8Array)[] = [
      "",
      " \n",
      "\uFEFF",
      MARKER,
      whole.slice(0, -1),
      `${whole}${whole}`,
      "null",
      "[]",
      `["${MARKER}"]`,
      `"${MARKER}"`,
      "7",
      "{}",
      "[".repeat(100_000),
      JSON.stringify(nested(200)),
      MARKER.repeat(270_000),
      new Uint8Array([0xff, 0xfe, 0x7b]),
    ];
    for (const text of texts) assertWarned(await box.run(name, text), INVALID);
    const open = { stdinEnd: "open" } as const;
    for (const text of ["", whole.slice(0, -1)]) {
      assertWarned(await box.run(name, text, open), INVALID);
    }
    const { command, args } = box.command(name);
    const without = await box.run(name, "", {
      command: "/bin/sh",
      args: ["-c", 'exec "$0" "$@" <&-', command, ...args],
    });
    assertWarned(without, INVALID);
    assertEquals(await spooledRows(box), []);
    const lines = await complaints(box);
    assertEquals(lines.length, texts.length + 3);
    assert(!lines.join("\n").includes("PLANTED"), lines.join("\n"));
  });

  Deno.test(`memory-${name}: an event of 5 MB is captured`, async () => {
    await using box = await captureBox();
    const value = "No secret at all, only much of it. ".repeat(150_000);
    const path = `${box.home}/event.json`;
    await Deno.writeTextFile(
      path,
      JSON.stringify(box.event(EVENTS[name](value))),
    );
    const { command, args } = box.command(name);
    // From a program that is not slow as this one may be.
    const run = await box.run(name, "", {
      command: "/bin/sh",
      args: ["-c", 'cat "$0" | "$@"', path, command, ...args],
      timeoutMs: 60_000,
    });
    assertKept(withoutIgnored(run));
    assertEquals((await spooledRow(box)).payload.session_id, SESSION);
  });

  Deno.test(`memory-${name}: values nested 200 levels deep, and far deeper, are in nobody's way`, async () => {
    for (const levels of [150, 250, 5000]) {
      await using box = await captureBox();
      const run = await box.run(name, EVENTS[name](nested(levels)));
      assertKept(withoutIgnored(run));
      const { kind } = await spooledRow(box);
      assertMatch(
        kind,
        /^memory\.claude_(?:prompt|tool_use|session_completed)$/,
      );
      const lines = await complaints(box);
      assertEquals(
        lines.filter((line) => !line.includes(": ignored_fields: ")),
        [],
      );
    }
  });

  Deno.test(`memory-${name}: without HOME the home is the one that it is installed in`, async () => {
    await using box = await captureBox();
    const { HOME: _, ...env } = box.env;
    env["DENO_DIR"] = `${box.home}/deno`;
    let { command, args } = box.command(name);
    if (FORM === "native") {
      const bin = `${box.places.data}/bin`;
      await Deno.mkdir(bin, { recursive: true });
      await Deno.copyFile(command, `${bin}/memory-${name}`);
      command = `${bin}/memory-${name}`;
      args = [];
    }
    const run = await box.run(name, EVENTS[name]("x"), { command, args, env });
    assertKept(withoutIgnored(run));
    assertEquals((await spooledRow(box)).payload.session_id, SESSION);
  });
}

/** A field that nobody knows is said, which is another test's. */
function withoutIgnored(run: ProgramResult): ProgramResult {
  const lines = run.stderr.split("\n")
    .filter((line) => !line.includes(": ignored_fields: "));
  return { ...run, stderr: lines.join("\n") };
}
