import { assert, assertEquals } from "@std/assert";
import type { ProgramOptions, ProgramResult } from "../_support/program.ts";
import {
  type Event,
  type Sandbox,
  sandbox,
  SESSION,
} from "../_support/sandbox.ts";
import { assertHarmless, assertInTime } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { written } from "./_events.ts";
import { fewAtATime } from "./_few_at_a_time.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  journalEntries,
  openedSessions,
} from "./_state.ts";

const HOOKS = ["session-start", "post-tool-use", "session-end"] as const;

/** Stands in everything sent that must not be kept. */
const MARKER = "PLANTED-marker-5f2c";

/** Adds what every event has, and the hook's own. */
const BASE = {
  "session_id": SESSION,
  "transcript_path": "/nowhere/t.jsonl",
  cwd: "/nowhere",
};

interface Case {
  input: Event;
  stdinEnd?: ProgramOptions["stdinEnd"];
  /** Whether the log has a line that complains. */
  complains: boolean;
}

function base(fields: Record<string, unknown>): string {
  return JSON.stringify({ ...BASE, ...fields });
}

function nested(levels: number): string {
  return "[".repeat(levels) + `"${MARKER}"` + "]".repeat(levels);
}

const NAME: Record<typeof HOOKS[number], string> = {
  "session-start": "SessionStart",
  "post-tool-use": "PostToolUse",
  "session-end": "SessionEnd",
};

/** What is in the issue's table, and in the reports. */
function cases(hook: typeof HOOKS[number]): Record<string, Case> {
  const name = NAME[hook];
  const whole = base({ "hook_event_name": name, "tool_name": "Bash" });
  return {
    "empty": { input: "", complains: true },
    "only white space": { input: " \n\t\r\n", complains: true },
    "only a byte order mark": { input: "\uFEFF", complains: true },
    "never closed and empty": { input: "", stdinEnd: "open", complains: true },
    "never closed, whole": {
      input: whole,
      stdinEnd: "open",
      complains: false,
    },
    "never closed, cut": {
      input: whole.slice(0, -1),
      stdinEnd: "open",
      complains: true,
    },
    "cut": { input: whole.slice(0, -9), complains: true },
    "a byte order mark": { input: `\uFEFF${whole}`, complains: false },
    "no JSON": { input: `${MARKER} is no JSON`, complains: true },
    "{": { input: "{", complains: true },
    "null": { input: "null", complains: true },
    "[]": { input: "[]", complains: true },
    "a text": { input: `"${MARKER}"`, complains: true },
    "a number": { input: "42", complains: true },
    "two objects": { input: `${whole}\n${whole}`, complains: true },
    "bad UTF-8": {
      input: new Uint8Array([0xff, 0xfe, 0x00, 0x7b, 0x7d]),
      complains: true,
    },
    "200 levels": { input: nested(200), complains: true },
    "200 levels inside": {
      input: whole.replace("}", `,"x":${nested(200)}}`),
      complains: false,
    },
    "100,000 levels": { input: nested(100_000), complains: true },
    "{}": { input: "{}", complains: true },
    "only the event's name": {
      input: JSON.stringify({ "hook_event_name": name }),
      complains: true,
    },
    "wrong types": {
      input: JSON.stringify({
        "session_id": 7,
        "transcript_path": [MARKER],
        cwd: { MARKER },
        "hook_event_name": name,
        source: 1,
        reason: false,
        "tool_name": 5,
        "tool_input": MARKER,
        "tool_response": 3,
        "tool_use_id": {},
        "agent_id": [],
      }),
      complains: true,
    },
    "a text and a number for objects": {
      input: base({
        "hook_event_name": name,
        "tool_name": "Write",
        "tool_input": null,
        "tool_response": MARKER,
        "tool_use_id": 7,
      }),
      complains: true,
    },
    "a list for an object": {
      input: base({
        "hook_event_name": name,
        "tool_name": "mcp__x__y",
        "tool_input": [1],
        "tool_response": null,
      }),
      complains: true,
    },
    "nothing but nulls": {
      input: JSON.stringify({
        "session_id": null,
        "transcript_path": null,
        cwd: null,
        "hook_event_name": null,
        "tool_name": null,
        "tool_input": null,
        source: null,
        reason: null,
      }),
      complains: true,
    },
    "an unknown event": {
      input: base({ "hook_event_name": "NewEvent2027", foo: { MARKER } }),
      complains: true,
    },
    "another hook's event": {
      input: base({
        "hook_event_name": "UserPromptSubmit",
        prompt: MARKER,
      }),
      complains: true,
    },
    "unknown keys": {
      input: whole.replace("}", `,"new_in_2027":{"a":["${MARKER}"]}}`),
      complains: false,
    },
    "keys twice": {
      input: whole.replace("{", `{"cwd":["${MARKER}"],`),
      complains: false,
    },
    "__proto__": {
      input: whole.replace("}", ',"__proto__":{"x":1},"constructor":1}'),
      complains: false,
    },
    "5 MB": {
      input: whole.replace("}", `,"x":"${MARKER.repeat(270_000)}"}`),
      complains: false,
    },
    "5 MB that is no JSON": {
      input: MARKER.repeat(270_000),
      complains: true,
    },
    "NUL in paths": {
      input: base({
        "hook_event_name": name,
        cwd: "/a\0b",
        "transcript_path": "\0",
        "tool_name": "Write",
        "tool_input": { "file_path": `/a\0${MARKER}.md` },
      }),
      complains: false,
    },
  };
}

/** Gives a hook a long text through a pipe, from a program that is not slow as this one may be. */
async function piped(
  box: Sandbox,
  hook: typeof HOOKS[number],
  text: string,
): Promise<ProgramResult> {
  const path = `${box.home}/event.json`;
  await Deno.writeTextFile(path, text);
  const { command, args } = box.command(hook);
  return await box.run(hook, "", {
    command: "/bin/sh",
    args: ["-c", 'cat "$0" | "$@"', path, command, ...args],
  });
}

for (const hook of HOOKS) {
  Deno.test(`Bad input: ${hook} is in nobody's way, whatever comes from stdin`, async () => {
    await fewAtATime(mapValues(cases(hook), async (one) => {
      await using box = await sandbox({ notes: null });
      // Every session's start and end say that there is no vault.
      const usual = / There is no vault at | stay in the spool/;
      const { input, stdinEnd } = one;
      const run = typeof input === "string" && input.length > 50_000
        ? await piped(box, hook, input)
        : await box.run(
          hook,
          input,
          stdinEnd === undefined ? {} : { stdinEnd },
        );
      assertHarmless(run);
      assertEquals(run.stdout, "");
      const lines = await complaints(box);
      assertInTime(lines);
      const own = lines.filter((line) => !usual.test(line));
      assertEquals(own.length, one.complains ? 1 : 0, lines.join("\n"));
      assert(!lines.join("\n").includes("PLANTED"), lines.join("\n"));
    }));
  });

  Deno.test(`Bad input: ${hook} without any stdin`, async () => {
    await using box = await sandbox({ notes: null });
    const { command, args } = box.command(hook);
    const run = await box.run(hook, "", {
      command: "/bin/sh",
      args: ["-c", 'exec "$0" "$@" <&-', command, ...args],
    });
    assertHarmless(run);
    assertEquals((await complaints(box)).length, 1);
  });

  Deno.test(`Bad input: ${hook} in a terminal says how it is used`, async () => {
    await using box = await sandbox({ notes: null });
    const { command, args } = box.command(hook);
    const line = [command, ...args].map((word) =>
      `'${word.replaceAll("'", `'\\''`)}'`
    ).join(" ");
    const run = await box.run(hook, "", {
      command: "/usr/bin/script",
      args: ["-qec", line, "/dev/null"],
      stdinEnd: "open",
    });
    assertEquals(run.code, 0);
    assert(run.stdout.includes(`memory-${hook}:`), run.stdout);
    // It has not waited for an event that is late.
    assertEquals(await complaints(box), []);
  });

  Deno.test(`Bad input: ${hook} reads the event from stdin as it comes, piece by piece`, async () => {
    await using box = await sandbox({ notes: { "a.md": "a" } });
    const path = `${box.vault}/a.md`;
    const whole = JSON.stringify(box.event({
      "hook_event_name": NAME[hook],
      source: "startup",
      ...written(path, { "tool_response": { x: '{"}é日😀'.repeat(3000) } }),
    }));
    const bytes = new TextEncoder().encode(whole);
    const pieces = async function* (): AsyncIterable<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 7001) {
        yield bytes.subarray(at, at + 7001);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const { command, args } = box.command(hook);
    const run = await box.run(hook, "", {
      command,
      args,
      stdin: pieces(),
      stdinEnd: "open",
    });
    assertHarmless(run);
    assertEquals(await complaints(box), []);
    const ledger = `${box.places.state}/sessions/${SESSION}.jsonl`;
    assert(await exists(ledger));
  });
}

const IDS: Record<string, unknown> = {
  "a slash": "a/b",
  "a path": "../../../../escaped",
  "two dots": "..",
  "a dot": ".",
  "a thousand characters": "x".repeat(1000),
  "129 characters": "x".repeat(129),
  "empty": "",
  "white space": "a b",
  "NUL": "a\0b",
  "a line feed": "a\nb",
  "no ASCII": "日本",
  "a number": 7,
  "a list": ["a"],
  "null": null,
  "nothing": undefined,
};

Deno.test("Bad input: a session id that is no safe name is part of no path, and work that needs none goes on", async () => {
  await fewAtATime(mapValues(IDS, async (id) => {
    await using box = await sandbox({
      graphify: true,
      notes: { "a.md": "[[b]]", "b.md": "b" },
    });
    const event = { "session_id": id };
    const brief = await wholeBrief(box, { ...event, source: "startup" });
    assert(brief.includes("a: degree 1"));
    await box.settled();
    const path = `${box.vault}/a.md`;
    assertHarmless(await box.run("post-tool-use", written(path, event)));
    assertEquals(await graphifyCalls(box, "update"), [
      ["update", "--file", path],
    ]);
    assertHarmless(
      await box.run("session-end", { ...event, reason: "other" }),
    );
    const entries = await journalEntries(box);
    assertEquals(entries.length, 1);
    assert(entries[0]?.includes("session: `unknown`"), entries[0]);
    assertEquals(await openedSessions(box), []);
    const named = (await complaints(box)).filter((line) =>
      line.includes("session_id")
    );
    assertEquals(named.length, 3);
    for await (const { name } of Deno.readDir(box.places.state)) {
      assert(!name.includes("escaped") && !name.startsWith("x"), name);
    }
  }));
});

Deno.test("Bad input: a session id of 128 safe characters names the session's ledger", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  const id = "aZ0._-".repeat(30).slice(0, 128);
  const event = { "session_id": id };
  await box.run("post-tool-use", written(`${box.vault}/a.md`, event));
  assert(await exists(`${box.places.state}/sessions/${id}.jsonl`));
  await box.run("session-end", { ...event, reason: "other" });
  assert((await journalEntries(box))[0]?.includes(`\`${id}\``));
  assertEquals(await complaints(box), []);
});

function mapValues<T>(
  values: Record<string, T>,
  task: (value: T) => Promise<void>,
): Record<string, () => Promise<void>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, () => task(value)]),
  );
}
