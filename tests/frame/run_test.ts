import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { placesIn } from "../_support/places_in.ts";
import { denoScript } from "../_support/deno_script.ts";
import {
  type ProgramOptions,
  type ProgramResult,
  runProgram,
} from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

interface Probe extends ProgramResult {
  /** The log, without the times. */
  readonly log: string[];
}

interface ProbeOptions extends Partial<ProgramOptions> {
  home?: string;
  deadlineMs?: number;
}

/** Runs the probe hook with nothing in its environment but HOME. */
async function probe(
  stdin: ProgramOptions["stdin"],
  options: ProbeOptions = {},
): Promise<Probe> {
  await using tmp = await tempDir();
  const { home = tmp.path, deadlineMs = 100_000, env, ...rest } = options;
  const script = await denoScript("probe_hook.ts", [`${deadlineMs}`]);
  const run = await runProgram({
    ...script,
    ...(stdin === undefined ? {} : { stdin }),
    ...rest,
    env: { ...script.env, HOME: home, ...env },
  });
  return { ...run, log: await logLines(home) };
}

async function logLines(home: string): Promise<string[]> {
  try {
    const text = await Deno.readTextFile(
      `${placesIn(home).state}/memory-hooks.log`,
    );
    return text.trimEnd().split("\n").map((line) => line.slice(25));
  } catch {
    return [];
  }
}

const ID = "11111111-1111-4111-8111-111111111111";

function event(fields: Record<string, unknown>): string {
  return JSON.stringify({
    session_id: ID,
    cwd: "/home/u/p",
    hook_event_name: "SessionStart",
    ...fields,
  });
}

/** Exit 0 and not a word to anybody. */
function assertSilent(run: Probe, what = ""): void {
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""], what);
}

Deno.test("run() hands the event and the surroundings to the handler", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    ".config/memory-hooks/config.yaml": "vault:\n  path: ~/notes\n",
  });
  const run = await probe(event({ source: "facts" }), { home: tmp.path });
  assertEquals([run.code, run.stderr, run.log], [0, "", []]);
  const facts = JSON.parse(run.stdout);
  assertEquals(facts.event.sessionId, ID);
  assertEquals(facts.event.cwd, "/home/u/p");
  assertEquals(facts.config.vault.path, `${tmp.path}/notes`);
  assertEquals(facts.places, placesIn(tmp.path));
  assertMatch(facts.worker, /\/fixtures\/memory-rebuild$/);
  assert(facts.left > 0 && facts.left < 100_000, `${facts.left}`);
});

Deno.test("run() writes the answer, and nothing else", async () => {
  const run = await probe(event({ source: "answer" }));
  assertEquals([run.code, run.stdout, run.stderr, run.log], [
    0,
    "the answer\n",
    "",
    [],
  ]);
});

Deno.test("run() writes a large answer whole", async () => {
  const run = await probe(event({ source: "big" }));
  assertEquals([run.code, run.stdoutBytes], [0, 2_000_000]);
});

Deno.test("run() writes nothing where there is nothing to say", async () => {
  assertSilent(await probe(event({ source: "nothing" })));
});

// Bug report 12, with a mark in every payload that must not reach the log.
const BAD = [
  [
    "{",
    "WARN session-start: Ignored an event that is not JSON: 1 characters, stdin closed",
  ],
  [
    "MARK",
    "WARN session-start: Ignored an event that is not JSON: 4 characters, stdin closed",
  ],
  [
    "null",
    "WARN session-start: Ignored an event that is no JSON object: 4 characters, stdin closed",
  ],
  [
    "[]",
    "WARN session-start: Ignored an event that is no JSON object: 2 characters, stdin closed",
  ],
  [
    '"MARK"',
    "WARN session-start: Ignored an event that is no JSON object: 6 characters, stdin closed",
  ],
  [
    "42",
    "WARN session-start: Ignored an event that is no JSON object: 2 characters, stdin closed",
  ],
  [
    "{}",
    "WARN session-start: Went on without what the event lacks: session_id",
  ],
  [
    '{"hook_event_name":"PostToolUse"}',
    "WARN session-start: Ignored an event that this hook is not for",
  ],
  [
    event({
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: null,
      tool_response: "MARK",
      tool_use_id: 7,
    }),
    "WARN session-start: Ignored an event that this hook is not for",
  ],
  [
    event({
      tool_name: "mcp__x__y",
      tool_input: ["MARK"],
      tool_response: null,
    }),
    "WARN session-start: Went on without what the event lacks: tool_input",
  ],
  [
    event({ hook_event_name: "NewEvent2027", foo: { a: "MARK" } }),
    "WARN session-start: Ignored an event that this hook is not for",
  ],
  [
    `${"[".repeat(200)}"MARK"${"]".repeat(200)}`,
    "WARN session-start: Ignored an event that is no JSON object: 406 characters, stdin closed",
  ],
  [
    `{"session_id":"MARK","session_id":"${ID}","hook_event_name":"A"}`,
    "WARN session-start: Ignored an event that this hook is not for",
  ],
  [
    '{"__proto__":{"x":1,"session_id":"MARK"}}',
    "WARN session-start: Went on without what the event lacks: session_id",
  ],
  [
    event({ session_id: "../../MARK" }),
    "WARN session-start: Went on without what the event lacks: session_id",
  ],
  [
    event({ session_id: "MARK/" + "x".repeat(1000) }),
    "WARN session-start: Went on without what the event lacks: session_id",
  ],
  [
    event({ cwd: ["MARK"], source: { a: "MARK" } }),
    "WARN session-start: Went on without what the event lacks: cwd, source",
  ],
  ["", "WARN session-start: Ignored an empty event, stdin closed"],
  ["\uFEFF", "WARN session-start: Ignored an empty event, stdin closed"],
] as const;

Deno.test("run() survives every malformed event: exit 0, no output, one log line without the payload", async () => {
  // One after another: many at once might get their events too late from this process.
  for (const [stdin, line] of BAD) {
    const run = await probe(stdin);
    assertSilent(run, stdin);
    assertEquals(run.log, [line], stdin);
  }
});

Deno.test("run() answers an event with a BOM", async () => {
  const run = await probe(`\uFEFF${event({ source: "answer" })}`);
  assertEquals([run.code, run.stdout, run.log], [0, "the answer\n", []]);
});

Deno.test("run() answers an event of 5 MB", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/event.json`;
  const content = '"}{'.repeat(1_200_000);
  const text = event({ source: "answer", tool_input: { content } });
  await Deno.writeTextFile(path, text);
  const { command, args } = await denoScript("probe_hook.ts", ["100000"]);
  // Through a pipe, but not from this process, which may be slow.
  const run = await probe(undefined, {
    command: "/bin/sh",
    args: ["-c", 'cat "$0" | "$@"', path, command, ...args],
    env: { PATH: "/usr/bin:/bin" },
  });
  assertEquals([run.code, run.stdout, run.log], [0, "the answer\n", []]);
});

Deno.test("run() does not wait for the end of stdin once the event is there", async () => {
  // One that waits, at the same time on the same machine, shows how long that would take.
  const ended: string[] = [];
  const [run, waits] = await Promise.all(
    [event({ source: "answer" }), "{"].map(async (stdin) => {
      const run = await probe(stdin, { stdinEnd: "open" });
      ended.push(stdin);
      return run;
    }),
  );
  assertEquals([run?.code, run?.stdout, run?.log], [0, "the answer\n", []]);
  assertStringIncludes(waits?.log.join() ?? "", "stdin late");
  assertEquals(ended.at(-1), "{");
});

Deno.test("run() reads an event that comes in pieces, and breaks inside of letters", async () => {
  const bytes = new TextEncoder().encode(
    event({ source: "answer", tool_name: "😀日本" }),
  );
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 3) {
      yield bytes.slice(at, at + 3);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const run = await probe(pieces(), { stdinEnd: "open" });
  assertEquals([run.code, run.stdout, run.log], [0, "the answer\n", []]);
});

Deno.test("run() gives up on stdin that never says enough, after 2.5 s and long before its deadline", async () => {
  await Promise.all(["", '{"session_id":"MARK'].map(async (stdin) => {
    const run = await probe(stdin, { stdinEnd: "open" });
    assertSilent(run);
    assertEquals(run.log, [
      `WARN session-start: Ignored an ${
        stdin === ""
          ? "empty event"
          : `event that is not JSON: ${stdin.length} characters`
      }, stdin late`,
    ]);
    assert(run.ms >= 2400, `${run.ms} ms`);
  }));
});

Deno.test("run() without any stdin ends at once", async () => {
  const closed = await probe(undefined, { stdinEnd: "closed" });
  assertSilent(closed);
  assertEquals(closed.log, [
    "WARN session-start: Ignored an empty event, stdin closed",
  ]);
});

Deno.test("run() takes the session from the environment where stdin is empty", async () => {
  const run = await probe("", {
    env: { CLAUDE_CODE_SESSION_ID: ID, CLAUDE_PROJECT_DIR: "/home/u/p" },
  });
  assertSilent(run);
  assertEquals(run.log, []);
});

Deno.test("run() logs what the handler throws, and exits 0", async () => {
  for (
    const [source, line] of [
      [
        "throw",
        "ERROR session-start: Cannot handle the event: RangeError: thrown",
      ],
      ["throw odd", "ERROR session-start: Cannot handle the event: null"],
    ] as const
  ) {
    const run = await probe(event({ source }));
    assertSilent(run);
    assertEquals(run.log, [line]);
  }
});

Deno.test("run() logs what fails where nobody waits for it, and still answers", async () => {
  for (
    const [source, why] of [
      ["promise", "nobody waits"],
      ["timer", "in a timer"],
    ] as const
  ) {
    const run = await probe(event({ source }));
    assertEquals([run.code, run.stdout, run.stderr], [0, "the answer\n", ""]);
    assertEquals(run.log, [
      `ERROR session-start: Cannot go on with a step: RangeError: ${why}`,
    ]);
  }
});

Deno.test("run() gives up on a handler at the deadline, and writes nothing then", async () => {
  const run = await probe(event({ source: "late" }), { deadlineMs: 400 });
  assertSilent(run);
  assertEquals(run.log, [
    "ERROR session-start: Cannot finish within 400 ms; gave up",
  ]);
  assert(run.ms >= 400, `${run.ms} ms`);
});

Deno.test("run() gives up on stdin at the deadline as well", async () => {
  const run = await probe("{", { deadlineMs: 400, stdinEnd: "open" });
  assertSilent(run);
  assertEquals(run.log, [
    "ERROR session-start: Cannot finish within 400 ms; gave up",
  ]);
});

Deno.test("run() ends with exit 0 where the handler waits for what cannot come", async () => {
  const run = await probe(event({ source: "hang" }));
  assertSilent(run);
  assertEquals(run.log, [
    "ERROR session-start: Cannot finish: what it waits for cannot come",
  ]);
});

Deno.test("run() is silent, and leaves nothing, inside a program that a hook started", async () => {
  await using tmp = await tempDir();
  const run = await probe(event({ source: "answer" }), {
    home: tmp.path,
    env: { MEMORY_HOOKS_INSIDE: "1" },
  });
  assertSilent(run);
  assertEquals([...Deno.readDirSync(tmp.path)], []);
});

Deno.test("run() explains itself on --help, without waiting for an event", async () => {
  await using tmp = await tempDir();
  for (const flag of ["--help", "-h"]) {
    const script = await denoScript("probe_hook.ts", ["9", flag]);
    const run = await runProgram({
      ...script,
      env: { ...script.env, HOME: tmp.path },
      stdinEnd: "open",
    });
    assertEquals([run.code, run.stderr], [0, ""]);
    assertMatch(run.stdout, /^memory-session-start: .*\n.* SessionStart /);
    assertEquals([...Deno.readDirSync(tmp.path)], []);
  }
});

Deno.test("run() ends with exit 0 where nobody reads the answer", async () => {
  await using tmp = await tempDir();
  const { command, args, env } = await denoScript("probe_hook.ts", ["100000"]);
  for (
    const shell of [
      '{ "$0" "$@"; echo "exit $?" >&2; } | :',
      '"$0" "$@" >&-; echo "exit $?" >&2',
    ]
  ) {
    const run = await runProgram({
      command: "/bin/sh",
      args: ["-c", shell, command, ...args],
      env: { ...env, HOME: tmp.path },
      stdin: event({ source: "big" }),
    });
    assertEquals(run.stderr, "exit 0\n", shell);
  }
  assertEquals(await logLines(tmp.path), []);
});

Deno.test("run() without a home folder says so on stderr, and exits 0", async () => {
  const script = await denoScript("probe_hook.ts", ["100000"]);
  const run = await runProgram({
    ...script,
    stdin: event({ source: "answer" }),
  });
  assertEquals([run.code, run.stdout, run.stderr], [
    0,
    "",
    "memory-session-start: TypeError: Cannot find the home folder: current value of HOME is unset\n",
  ]);
});

Deno.test("run() goes on where the state folder cannot be written", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { ".local": "a file" });
  for (const source of ["answer", "log", "throw"]) {
    const run = await probe(event({ source }), { home: tmp.path });
    assertEquals([run.code, run.stderr], [0, ""]);
    assertEquals(run.stdout, source === "answer" ? "the answer\n" : "");
  }
});
