import { assert, assertEquals } from "@std/assert";
import { HOOKS } from "../../lib/registry.ts";
import type { Hook } from "../../lib/registry.ts";
import { failed, prompted, stopped, used } from "../capture/_events.ts";
import { captureBox } from "../capture/_capture_box.ts";
import { spooledRow, spooledRows } from "../capture/_rows.ts";
import type { ProgramResult } from "../_support/program.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { writeFiles } from "../_support/temp.ts";

type Name = Hook["name"];

/** A call of the memory that the guard refuses. */
const CUT_OFF = { tool_name: "mcp__memory__note", tool_input: {} };

/** An event for each hook that leaves something where it may. */
function events(box: Sandbox): readonly (readonly [Name, object])[] {
  const note = `${box.vault}/a.md`;
  return [
    ["session-start", { source: "startup" }],
    ["user-prompt-submit", prompted("What of the outbox?")],
    ["post-tool-use", {
      tool_name: "Write",
      tool_input: { file_path: note, content: "x" },
      tool_response: { type: "create", filePath: note },
    }],
    ["session-end", { reason: "other" }],
    ["pre-compact", { trigger: "manual" }],
    ["stop", stopped("Done.")],
    ["statusline", {}],
    ["capture-prompt", prompted("What of the outbox?")],
    ["capture-tool", used()],
    ["capture-tool", failed()],
    ["capture-stop", stopped("Done.")],
  ];
}

/** What each hook would say something about, were it on. */
const UNUSABLE = ["", "no JSON", "[]", '{"hook_event_name":"Other"}'];

async function box(config = ""): Promise<Sandbox> {
  const made = await captureBox({
    notes: { "a.md": "---\ntags: convention\n---\n" },
    config,
  });
  await Deno.mkdir(`${made.project}/src`);
  return made;
}

/** Every file below home and project, with its time of change. */
async function files(box: Sandbox): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      // The programs, and what Deno keeps of them.
      if (/\/memory-hooks\/bin$|\/\.cache\/deno$/.test(path)) continue;
      const { mtime } = await Deno.lstat(path);
      if (!isDirectory) found.push(`${path} ${mtime?.getTime()}`);
      if (isDirectory) await visit(path);
    }
  };
  await visit(box.home);
  await visit(box.project);
  return found.sort();
}

function assertNothing(name: string, result: ProgramResult): void {
  const { code, stdout, stderr } = result;
  assertEquals({ name, code, stdout, stderr }, {
    name,
    code: 0,
    stdout: "",
    stderr: "",
  });
}

/** Whether every hook, on every event, does nothing at all. */
async function assertOff(
  box: Sandbox,
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<void> {
  const before = await files(box);
  const more = { cwd: box.project, ...options };
  for (const [name, event] of events(box)) {
    const fields = { cwd: more.cwd, ...event };
    assertNothing(name, await box.run(name, fields, more));
  }
  for (const text of UNUSABLE) {
    for (const name of ["session-start", "capture-tool"] as const) {
      assertNothing(name, await box.run(name, text, more));
    }
  }
  assertEquals(await files(box), before);
}

Deno.test("In an excluded folder, and below it, no hook does anything on any event", async () => {
  await using excluded = await box("projects:\n  exclude: [my project]\n");
  await assertOff(excluded);
  await assertOff(excluded, { cwd: `${excluded.project}/src` });
});

Deno.test("With MEMORY_HOOKS_OFF no hook does anything, the guard not even", async () => {
  await using off = await box();
  const env = { ...off.env, MEMORY_HOOKS_OFF: "1" };
  await assertOff(off, { env });
  assertNothing("guard", await off.run("guard", CUT_OFF, { env }));
});

Deno.test("Where the project's file says so, no hook does anything", async () => {
  await using off = await box();
  await writeFiles(off.project, {
    ".memory-hooks.yaml": "enabled: false\nwhat: ever\n",
  });
  await assertOff(off);
  await assertOff(off, { cwd: `${off.project}/src` });
});

Deno.test("The product's own folders are no project", async () => {
  await using own = await box();
  await assertOff(own, { cwd: own.places.state });
});

Deno.test("Every event of every hook is tried above", () => {
  const tried = new Set(
    events({ vault: "" } as Sandbox).map(([name]) => name),
  );
  const all = Object.values(HOOKS)
    .filter(({ name, events }) => events.length > 0 && name !== "guard")
    .map(({ name }) => name);
  assertEquals(all.filter((name) => !tried.has(name)), []);
});

Deno.test("The guard guards a write that somebody asked for, wherever that is", async () => {
  await using excluded = await box("projects:\n  exclude: [my project]\n");
  assertEquals((await excluded.run("guard", CUT_OFF)).code, 2);
});

Deno.test("Where nothing is off, the same events leave something; 0 and nothing do not turn off", async () => {
  await using on = await box("projects:\n  exclude: [other, ~/project/**]\n");
  for (const value of ["", "0"]) {
    const env = { ...on.env, MEMORY_HOOKS_OFF: value };
    assert((await on.run("session-start", {}, { env })).stdout !== "");
    await on.run("capture-prompt", prompted("hello"), { env });
  }
  assertEquals((await spooledRows(on)).length, 2);
  await on.settled();
});

Deno.test("Where the project wants no capture, nothing is kept, and the rest goes on", async () => {
  await using quiet = await box();
  await writeFiles(quiet.project, { ".memory-hooks.yaml": "capture: false\n" });
  for (const [name, event] of events(quiet)) {
    if (!name.startsWith("capture-")) continue;
    assertNothing(name, await quiet.run(name, { ...event }));
  }
  assertEquals(await spooledRows(quiet), []);
  assert((await quiet.run("session-start", {})).stdout !== "");
  await quiet.settled();
});

Deno.test("What of the project's file does not count is one warning", async () => {
  await using box1 = await box();
  await writeFiles(box1.project, {
    ".memory-hooks.yaml": "# ours\nrecal: true\n",
  });
  for (let time = 0; time < 3; time++) {
    await box1.run("capture-prompt", prompted("hello"));
  }
  const said = (await box1.log()).filter((line) => line.includes("yaml"));
  assertEquals(said.length, 1);
  assert(said[0]?.endsWith('.memory-hooks.yaml:2: "recal" is not a setting'));
  const text = await Deno.readTextFile(`${box1.project}/.memory-hooks.yaml`);
  assertEquals(text, "# ours\nrecal: true\n");
});

Deno.test("A tool that the project skips leaves its row and no observation", async () => {
  await using skipping = await box();
  await writeFiles(skipping.project, {
    ".memory-hooks.yaml": "skip_tools: [Bash]\n",
  });
  await skipping.run("capture-tool", used({ tool_input: { command: "make" } }));
  assertEquals((await spooledRow(skipping)).beside?.observation, undefined);
});
