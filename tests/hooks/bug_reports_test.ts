import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import {
  assertHarmless,
  assertSilent,
  briefOf,
  section,
  sectionTitles,
} from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited, written } from "./_events.ts";
import { processesOf } from "./_process.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  indexed,
  journalEntries,
  journalText,
  ledgerRecords,
} from "./_state.ts";

// Public reports on other memory hooks, by their number in the list that the product was built against. What concerns settings files
// (38), the form of registration (1, 2, 26) and hooks that do not exist yet (Stop, PreCompact, UserPromptSubmit, other hosts) is tested
// where those are.

const HOOKS = ["session-start", "post-tool-use", "session-end"] as const;

const NOTES = {
  "Hub.md": "[[One]]\n",
  "One.md": "one\n",
  "Naming.md": "---\nsummary: Names are nouns\ntags: convention\n---\n",
};

/** The fields that every report's input has. */
const B = {
  "session_id": SESSION,
  "transcript_path": `/home/u/.claude/projects/-home-u-p/${SESSION}.jsonl`,
  cwd: "/home/u/p",
};

function start(box: Sandbox): Promise<string> {
  return wholeBrief(box);
}

Deno.test("bug report 1: Windows backslashes in paths are data and no escapes", async () => {
  await using box = await sandbox({ graphify: true, notes: NOTES });
  const path = "C:\\Users\\u\\p\\new\\table.md";
  const event = { ...B, cwd: "C:\\Users\\u\\p", ...written(path) };
  assertSilent(await box.run("post-tool-use", event));
  assertEquals(await box.graphify?.calls(), []);
  assertEquals(await box.log(), []);
  const end = { ...B, cwd: "C:\\Users\\u\\new\\table", reason: "other" };
  assertSilent(await box.run("session-end", end));
  assertStringIncludes(
    await journalText(box),
    "(`C:\\Users\\u\\new\\table`)",
  );
});

Deno.test("bug report 2: spaces and shell characters in every path", async () => {
  const vault = "Ünï 日本/My Vault";
  await using box = await sandbox({
    home: "My Tools (x) & 'q' $HOME",
    vault,
    graphify: true,
    notes: NOTES,
    config: `vault:\n  path: "~/${vault}"\n`,
  });
  assertStringIncludes(await start(box), `${box.vault}/journal/`);
  await box.settled();
  const path = `${box.vault}/One.md`;
  assertSilent(await box.run("post-tool-use", edited(path)));
  assertEquals(await graphifyCalls(box, "update"), [
    ["update", "--file", path],
  ]);
  assertSilent(await box.run("session-end", { reason: "other" }));
  assertStringIncludes(await journalText(box), "- notes: [[One]]\n");
});

Deno.test("bug report 4: a symlinked vault, and a link that leaves it", async () => {
  await using box = await sandbox({
    notes: null,
    prepare: async (home) => {
      await Deno.mkdir(`${home}/real/v`, { recursive: true });
      await Deno.mkdir(`${home}/Documents`);
      await Deno.symlink(`${home}/real/v`, `${home}/Documents/SecondBrain`);
    },
  });
  const real = `${box.home}/real/v`;
  await Deno.writeTextFile(`${real}/a.md`, "a");
  await Deno.writeTextFile(`${box.home}/s.md`, "s");
  await Deno.symlink(`${box.home}/s.md`, `${real}/leak.md`);
  const paths = [
    `${box.vault}/a.md`,
    `${real}/a.md`,
    `${box.vault}/leak.md`,
  ];
  for (const [n, path] of paths.entries()) {
    const more = { "tool_use_id": `t${n}` };
    assertSilent(await box.run("post-tool-use", edited(path, more)));
  }
  await box.run("session-end", { reason: "other" });
  const entries = await journalEntries(box, real);
  assertEquals(entries.length, 1);
  assertStringIncludes(entries[0] ?? "", "- notes: [[a]]\n");
  assertEquals(await Deno.readTextFile(`${box.home}/s.md`), "s");
});

Deno.test("bug report 8: a transcript that is not there, and what is none", async () => {
  await using box = await sandbox();
  const unreadable = `${box.home}/.claude/projects/x.jsonl`;
  await Deno.mkdir(`${box.home}/.claude/projects`, { recursive: true });
  await Deno.writeTextFile(unreadable, "{}", { mode: 0 });
  const paths = [
    "/home/u/.claude/projects/-nope/x.jsonl",
    "",
    `${box.home}/.claude/projects`,
    "/dev/null",
    unreadable,
  ];
  for (const [n, path] of paths.entries()) {
    const event = { "session_id": `s${n}`, "transcript_path": path };
    const sent = { ...event, reason: "other" };
    assertSilent(await box.run("session-end", sent));
    const stop = {
      ...event,
      "hook_event_name": "Stop",
      "stop_hook_active": true,
      "last_assistant_message": "Idle.",
    };
    for (const hook of HOOKS) assertSilent(await box.run(hook, stop));
  }
  assertEquals((await journalEntries(box)).length, paths.length);
});

Deno.test("bug report 9: a UTF-8 byte order mark", async () => {
  await using box = await sandbox({ notes: NOTES });
  const event = { ...B, "hook_event_name": "SessionStart", source: "startup" };
  const brief = await wholeBrief(box, `\uFEFF${JSON.stringify(event)}`);
  assertStringIncludes(brief, "Names are nouns");
  await box.settled();
  assertEquals(await complaints(box), []);
  for (const hook of HOOKS) assertSilent(await box.run(hook, "\uFEFF"));
  assertEquals((await complaints(box)).length, HOOKS.length);
});

Deno.test("bug report 11: empty, closed and never-closed stdin", async () => {
  await using box = await sandbox({ notes: NOTES });
  const { command, args } = box.command("session-end");
  assertSilent(await box.run("session-end", ""));
  assertSilent(
    await box.run("session-end", "", {
      command: "/bin/sh",
      args: ["-c", 'exec "$0" "$@" <&-', command, ...args],
    }),
  );
  assertEquals(await journalEntries(box), []);
  const event = { ...B, "hook_event_name": "SessionEnd", reason: "other" };
  // Before one that is cut, at the same time on the same machine: a whole object is enough.
  const whole = JSON.stringify(event);
  const ended: string[] = [];
  await Promise.all([whole, whole.slice(0, -1)].map(async (text) => {
    assertSilent(await box.run("session-end", text, { stdinEnd: "open" }));
    ended.push(text);
  }));
  assertEquals(ended[0], whole);
  assertStringIncludes((await complaints(box)).at(-1) ?? "", "stdin late");
  assertEquals((await journalEntries(box)).length, 1);
});

Deno.test("bug report 12: malformed and unexpected JSON is one line in the log, without it", async () => {
  const use = { ...B, "hook_event_name": "PostToolUse" };
  const inputs: Record<string, unknown> = {
    "{": undefined,
    "null": null,
    "[]": [],
    "x": "x",
    "42": 42,
    "{}": {},
    "no fields": { "hook_event_name": "PostToolUse" },
    "wrong types": {
      ...use,
      "tool_name": "Write",
      "tool_input": null,
      "tool_response": "str",
      "tool_use_id": 7,
    },
    "an MCP tool": {
      ...use,
      "tool_name": "mcp__x__y",
      "tool_input": [1],
      "tool_response": null,
    },
    "a new event": { ...B, "hook_event_name": "NewEvent2027", foo: {} },
  };
  for (const [name, value] of Object.entries(inputs)) {
    await using box = await sandbox({ notes: null });
    const text = value === undefined ? name : JSON.stringify(value);
    assertSilent(await box.run("post-tool-use", text));
    assertEquals((await complaints(box)).length, 1, name);
  }
});

Deno.test("bug report 14: the event is what stdin says, not what the environment says", async () => {
  await using box = await sandbox({ notes: { "a.md": "a", "wrong.md": "x" } });
  const env = {
    ...box.env,
    CLAUDE_TOOL_INPUT: `{"file_path":"${box.vault}/wrong.md"}`,
    CLAUDE_TOOL_NAME: "Read",
    CLAUDE_CODE_SESSION_ID: "other",
    CLAUDE_PROJECT_DIR: "/elsewhere",
  };
  const event = edited(`${box.vault}/a.md`);
  assertSilent(await box.run("post-tool-use", event, { env }));
  const notes = (await ledgerRecords(box, SESSION)).map(({ path }) => path);
  assertEquals(notes, ["a.md"]);
  assert(!await exists(`${box.places.state}/sessions/other.jsonl`));
});

Deno.test("bug report 14: stdin is drained before an event is passed over", async () => {
  await using box = await sandbox();
  const { command, args } = box.command("post-tool-use");
  const event = { ...box.event({ "hook_event_name": "PostToolUse" }) };
  const text = JSON.stringify({ ...event, x: "y".repeat(3_000_000) });
  await Deno.writeTextFile(`${box.home}/event.json`, text);
  const run = await box.run("post-tool-use", "", {
    command: "/bin/bash",
    args: [
      "-c",
      'set -o pipefail; cat "$0" | "$@"',
      `${box.home}/event.json`,
      command,
      ...args,
    ],
  });
  // A broken pipe would kill `cat`: 141.
  assertSilent(run);
});

Deno.test("bug reports 16, 17, 20: both shapes with the event's name, whatever other hosts' variables say", async () => {
  await using box = await sandbox({ notes: NOTES });
  const env = {
    ...box.env,
    CLAUDE_PLUGIN_ROOT: "/x",
    CURSOR_PLUGIN_ROOT: "/y",
  };
  const run = await box.run("session-start", { source: "startup" }, { env });
  const answer = JSON.parse(run.stdout);
  assertEquals(Object.keys(answer).sort(), [
    "additionalContext",
    "hookSpecificOutput",
    "systemMessage",
  ]);
  assertEquals(answer.hookSpecificOutput.hookEventName, "SessionStart");
  assertEquals(
    answer.hookSpecificOutput.additionalContext,
    answer.additionalContext,
  );
  assert(run.stdout.endsWith("}\n") && run.stdout.split("\n").length === 2);
});

Deno.test("bug report 19: without a transcript_path the session is briefed, and nothing to say is no bytes", async () => {
  await using box = await sandbox({ notes: NOTES });
  const event = { source: "startup", "transcript_path": undefined };
  assertStringIncludes(await wholeBrief(box, event), "Names are nouns");
  await using empty = await sandbox({ notes: null });
  assertSilent(await empty.run("session-start", event));
});

Deno.test("bug report 21: 500 notes titled with 120 emoji, and a title of 12,000 characters", async () => {
  const notes: Record<string, string> = {};
  const emoji = "😀".repeat(120);
  for (let n = 0; n < 500; n++) {
    notes[`n${n}.md`] =
      `---\ntags: convention\nsummary: "${emoji}"\n---\n# ${emoji}\n[[n${
        (n + 1) % 500
      }]] [[long]]\n`;
  }
  notes["long.md"] = `---\ntags: convention\nsummary: see [[${
    "w".repeat(500)
  }]]\n---\n# ${"L".repeat(12_000)}\n`;
  for (const config of ["", "brief:\n  god_nodes: 1000\n  max_chars: 9900\n"]) {
    await using box = await sandbox({ notes, config });
    await indexed(box);
    const brief = await start(box);
    assert(brief.length <= (config === "" ? 9500 : 9900), `${brief.length}`);
    assert(brief.isWellFormed());
    assertEquals(sectionTitles(brief), [
      "Most connected notes",
      "Conventions",
      "Journal",
    ]);
    const items = section(brief, "Conventions") ?? [];
    const left = Number(/^… and (\d+) more/.exec(items.at(-1) ?? "")?.[1]);
    assertEquals(items.length - 1 + left, 501);
    const gods = section(brief, "Most connected notes") ?? [];
    assertMatch(gods[0] ?? "", /^L{100,119}… \(long\.md\): degree 500$/);
    assertEquals(
      brief.match(/\[\[/g)?.length ?? 0,
      brief.match(/\]\]/g)?.length ?? 0,
    );
  }
});

Deno.test("bug report 22: a history of 1,000 sessions and an entry of 85 KB does not grow the brief", async () => {
  await using box = await sandbox({ notes: NOTES });
  const before = await start(box);
  await box.settled();
  await Deno.mkdir(`${box.vault}/journal`);
  for (let n = 0; n < 100; n++) {
    const entry = `## 2026-01-01T00:00:00Z · p\n\n- notes: [[Hub]], [[One]]\n`;
    const text = `# Day\n${entry.repeat(10)}${
      n === 0 ? "x".repeat(85_000) : ""
    }`;
    const day = `2025-${100 + n}`;
    await Deno.writeTextFile(`${box.vault}/journal/${day}.md`, text);
  }
  assertEquals(await start(box), before);
  assert(before.length < 1000);
});

Deno.test("bug report 23: a session is briefed on every source, also in the same second", async () => {
  await using box = await sandbox({ notes: NOTES });
  await indexed(box);
  const run = (id: string, source: string) =>
    box.run("session-start", { "session_id": id, source });
  const runs = [
    await run("s1", "startup"),
    ...await Promise.all([run("s2", "startup"), run("s1", "resume")]),
    await run("s1", "resume"),
    await run("s3", "fork"),
    await run("s4", "clear"),
  ];
  assertEquals(new Set(runs.map(briefOf)).size, 1);
  for (const id of ["s1", "s2", "s3", "s4"]) {
    await box.run("session-end", { "session_id": id, reason: "other" });
  }
  assertEquals((await journalEntries(box)).length, 4);
});

Deno.test("bug report 25: no bytes for PreCompact, PostCompact and SessionEnd", async () => {
  await using box = await sandbox({ notes: NOTES });
  for (
    const event of [
      { "hook_event_name": "PreCompact", trigger: "auto" },
      {
        "hook_event_name": "PostCompact",
        trigger: "auto",
        "compact_summary": "x",
      },
    ]
  ) {
    for (const hook of HOOKS) assertSilent(await box.run(hook, event));
  }
  assertSilent(await box.run("session-end", { reason: "other" }));
});

Deno.test("bug report 27: SessionEnd is killed, and the next SessionStart finishes the job", async () => {
  for (const afterMs of [20, 50, 80, 110]) {
    await using box = await sandbox({ notes: NOTES });
    await box.run("post-tool-use", edited(`${box.vault}/One.md`));
    await box.settled();
    // No Claude is there any more when the next session starts.
    const gone = new Deno.Command("/bin/true").spawn();
    await gone.status;
    const env = { ...box.env, CLAUDE_PID: `${gone.pid}` };
    await box.run("session-start", { source: "resume" }, { env });
    await box.run("session-end", { reason: "other" }, { killAfterMs: afterMs });
    const entriesOfIt = async (): Promise<string[]> =>
      (await journalEntries(box)).filter((entry) => entry.includes(SESSION));
    let starts = 0;
    // Where `ps` does not answer in time, as on a slow machine, a later start finds the session.
    await until("the entry", async () => {
      const next = { source: "startup", "session_id": `next${starts++}` };
      assertHarmless(await box.run("session-start", next));
      return (await entriesOfIt()).length > 0;
    });
    await box.settled();
    const entries = await entriesOfIt();
    assertEquals(entries.length, 1);
    assertStringIncludes(entries[0] ?? "", "[[One]]");
    assert(!await exists(box.places.rebuildLock));
  }
});

Deno.test("bug report 28: nothing rests on the background: without any worker sessions are briefed and journaled", async () => {
  await using box = await sandbox({ notes: NOTES });
  await Deno.mkdir(box.places.graphCache, { recursive: true });
  await Deno.writeTextFile(box.places.rebuildLock, "another tool's");
  for (let n = 0; n < 2; n++) {
    const summary = `Edited ${n}`;
    await Deno.writeTextFile(
      `${box.vault}/Naming.md`,
      `---\nsummary: ${summary}\ntags: convention\n---\n`,
    );
    assertEquals(section(await start(box), "Conventions"), [
      `Naming: ${summary}`,
    ]);
    const more = { "tool_use_id": `t${n}` };
    await box.run("post-tool-use", edited(`${box.vault}/One.md`, more));
    await box.run("session-end", { reason: "other" });
  }
  assertEquals((await journalEntries(box)).length, 2);
});

Deno.test("bug report 29: after 200 hooks no process is left", async () => {
  await using box = await sandbox({ notes: NOTES });
  const one = (n: number): Promise<void> =>
    box.run(
      HOOKS[n % 3] ?? "session-end",
      n % 2 === 0
        ? { ...edited(`${box.vault}/One.md`), source: "startup", reason: "x" }
        : "",
    ).then(assertHarmless);
  for (let n = 0; n < 200; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, k) => one(n + k)));
  }
  await box.settled();
  await until(
    "the end of all processes",
    async () => (await processesOf(box.home)).length === 0,
  );
});

Deno.test("bug report 30: below a program of ours nothing is recorded", async () => {
  await using box = await sandbox({ notes: NOTES });
  const env = { ...box.env, MEMORY_HOOKS_INSIDE: "1" };
  for (const hook of HOOKS) {
    const event = { ...edited(`${box.vault}/One.md`), source: "startup" };
    assertSilent(await box.run(hook, event, { env }));
  }
  assert(!await exists(box.places.state));
  assert(!await exists(`${box.vault}/journal`));
  assert(!await exists(box.places.graphCache));
});

Deno.test("bug report 30: what graphify starts is marked, so that hooks below it are silent", async () => {
  await using box = await sandbox({ graphify: true, notes: NOTES });
  await Deno.writeTextFile(
    box.graphify?.path ?? "",
    `#!/bin/sh\nprintf %s "$MEMORY_HOOKS_INSIDE" >"$HOME/inside"\n`,
  );
  await box.run("post-tool-use", edited(`${box.vault}/One.md`));
  assertEquals(await Deno.readTextFile(`${box.home}/inside`), "1");
});

Deno.test("bug report 31: a Stop event with the vault deleted is answered by nothing", async () => {
  await using box = await sandbox({ notes: null });
  const event = { "hook_event_name": "Stop", "stop_hook_active": true };
  for (const hook of HOOKS) assertSilent(await box.run(hook, event));
});
