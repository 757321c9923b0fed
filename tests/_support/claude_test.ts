import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runClaude } from "./claude.ts";
import { CLAUDE_VERSION, claudeProgram } from "./claude_program.ts";
import { type MessagesApi, messagesApi } from "./messages_api.ts";
import { runProgram } from "./program.ts";
import { tempDir } from "./temp.ts";
import { hookContexts } from "./transcript.ts";

/** Records what it gets, and gives context at SessionStart. */
const HOOK = `#!/bin/sh
at="$HOME/seen/$(date +%s%N)-$1"
cat >"$at.stdin"
for given; do printf '%s\\n' "$given"; done >"$at.args"
env >"$at.env"
[ "$1" = SessionStart ] || exit 0
source=$(sed 's/.*"source":"\\([a-z]*\\)".*/\\1/' "$at.stdin")
printf '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"BRIEF-%s-END"},"additionalContext":"TOP"}' "$source"
`;

interface Seen {
  event: string;
  input: Record<string, unknown>;
  args: string[];
  env: Record<string, string>;
}

/** A private HOME with the recording hook registered, and a folder to work in; all their paths have spaces and quotes. */
async function makeHome(root: string): Promise<{ home: string; cwd: string }> {
  const home = `${root}/it's a "home"`;
  const cwd = `${root}/my proj`;
  for (const folder of [`${home}/.claude`, `${home}/seen`, cwd]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  const command = `${home}/the $hook.sh`;
  await Deno.writeTextFile(command, HOOK, { mode: 0o755 });
  const register = (event: string, matcher?: string) => [{
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: "command", command, args: [event, 'a  "b" $HOME'] }],
  }];
  const hooks = {
    SessionStart: register("SessionStart"),
    PostToolUse: register("PostToolUse", "Write|Edit|MultiEdit|NotebookEdit"),
    PreCompact: register("PreCompact"),
    SessionEnd: register("SessionEnd"),
  };
  await Deno.writeTextFile(
    `${home}/.claude/settings.json`,
    JSON.stringify({ hooks }),
  );
  return { home, cwd };
}

/** What the hook recorded, oldest first. */
async function seenBy(home: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  const names = [...Deno.readDirSync(`${home}/seen`)].map((one) => one.name)
    .filter((name) => name.endsWith(".stdin")).sort();
  for (const name of names) {
    const at = `${home}/seen/${name.slice(0, -".stdin".length)}`;
    const args = (await Deno.readTextFile(`${at}.args`)).split("\n");
    const env = (await Deno.readTextFile(`${at}.env`)).trim().split("\n");
    seen.push({
      event: args[0] ?? "",
      input: JSON.parse(await Deno.readTextFile(`${at}.stdin`)),
      args: args.slice(0, -1),
      env: Object.fromEntries(env.map((line) => {
        const cut = line.indexOf("=");
        return [line.slice(0, cut), line.slice(cut + 1)];
      })),
    });
  }
  return seen;
}

/** The last main request: what the model read at the end. */
function lastRead(api: MessagesApi): string {
  return api.requests.filter((one) => one.kind === "main").at(-1)?.text ?? "";
}

Deno.test("claudeProgram() gives the pinned Claude Code", async () => {
  const { stdout } = await runProgram({
    command: await claudeProgram(),
    args: ["--version"],
  });
  assertEquals(stdout, `${CLAUDE_VERSION} (Claude Code)\n`);
});

Deno.test("runClaude() runs tools and hooks, and what a hook adds reaches the model once", async () => {
  await using tmp = await tempDir();
  const { home, cwd } = await makeHome(tmp.path);
  await using api = messagesApi({
    script: [
      ["I write.", {
        tool: "Write",
        input: { file_path: `${cwd}/a.md`, content: "one\n" },
      }],
      [{
        tool: "Edit",
        input: {
          file_path: `${cwd}/a.md`,
          old_string: "one",
          new_string: "two",
        },
      }],
      ["All written."],
    ],
  });
  const run = await runClaude({ home, cwd, prompt: "Please write", api });
  assertEquals([run.code, run.stdout, run.stderr], [0, "All written.\n", ""]);
  assertEquals(await Deno.readTextFile(`${cwd}/a.md`), "two\n");
  assertEquals(api.left, 0);

  const seen = await seenBy(home);
  assertEquals(seen.map((one) => one.event), [
    "SessionStart",
    "PostToolUse",
    "PostToolUse",
    "SessionEnd",
  ]);
  for (const { event, input, args, env } of seen) {
    assertEquals(args, [event, 'a  "b" $HOME']);
    assertEquals(env["CLAUDE_PROJECT_DIR"], cwd);
    assertEquals(env["CLAUDE_CODE_SESSION_ID"], String(input["session_id"]));
    assert(Number(env["CLAUDE_PID"]) > 1);
  }
  assertEquals(lastRead(api).split("BRIEF-startup-END").length, 2);
  assertEquals(lastRead(api).includes("TOP"), false);
  const [transcript] = run.transcripts;
  assert(transcript !== undefined && run.transcripts.length === 1);
  assertEquals(transcript.path, seen[0]?.input["transcript_path"]);
  assertEquals(hookContexts(transcript), ["BRIEF-startup-END"]);
  assertEquals(hookContexts(transcript, "PostToolUse"), []);
});

Deno.test("runClaude() resumes, compacts and forks a session", async () => {
  await using tmp = await tempDir();
  const { home, cwd } = await makeHome(tmp.path);
  await using api = messagesApi({
    script: [["One."], ["Two."], ["Three."], ["Four."]],
    summary: "SUMMARY-TEXT",
  });
  const run = (prompt: string, ...args: string[]) =>
    runClaude({ home, cwd, prompt, args, api });
  const first = await run("first prompt");
  const id = first.transcripts[0]?.sessionId ?? "";
  assertEquals((await run("second prompt", "--resume", id)).stdout, "Two.\n");
  assertStringIncludes(lastRead(api), "first prompt");
  assertStringIncludes(lastRead(api), "BRIEF-resume-END");

  const compact = await run("/compact keep names", "--continue");
  assertEquals([compact.code, compact.stdout.trim()], [0, ""]);
  assertStringIncludes(api.modelText("summary"), "keep names");

  const third = await run("third prompt", "--continue");
  assertEquals(third.stdout, "Three.\n");
  assertStringIncludes(lastRead(api), "SUMMARY-TEXT");
  assertStringIncludes(lastRead(api), "BRIEF-compact-END");
  assertEquals(third.transcripts.map((one) => one.sessionId), [id]);
  // The run of /compact leaves no line for its own SessionStart(resume): it sent no prompt that could carry the text.
  assertEquals(third.transcripts.flatMap((one) => hookContexts(one)), [
    "BRIEF-startup-END",
    "BRIEF-resume-END",
    "BRIEF-compact-END",
    "BRIEF-resume-END",
  ]);

  const fork = await run("fourth prompt", "--continue", "--fork-session");
  assertEquals(fork.transcripts.length, 2);
  const seen = await seenBy(home);
  assertEquals(
    seen.filter((one) => one.event === "SessionStart").map((one) =>
      one.input["source"]
    ),
    ["startup", "resume", "resume", "compact", "resume", "fork"],
  );
  const ids = new Set(seen.map((one) => one.input["session_id"]));
  assertEquals(ids.size, 2);
  assertEquals(seen.filter((one) => one.event === "PreCompact").length, 1);
  assertEquals(seen.filter((one) => one.event === "SessionEnd").length, 5);
  assertEquals(api.left, 0);
});

Deno.test("runClaude() lets a subagent write: its tools carry the session of the parent", async () => {
  await using tmp = await tempDir();
  const { home, cwd } = await makeHome(tmp.path);
  await using api = messagesApi({
    script: [
      [{
        tool: "Agent",
        input: {
          description: "sub",
          prompt: "SUBTASK write it",
          subagent_type: "general-purpose",
        },
      }],
      ["Waiting."],
    ],
    agents: {
      "SUBTASK write it": [[{
        tool: "Write",
        input: { file_path: `${cwd}/sub.md`, content: "sub\n" },
      }]],
    },
  });
  const run = await runClaude({ home, cwd, prompt: "Delegate", api });
  assertEquals(run.code, 0);
  assertEquals(await Deno.readTextFile(`${cwd}/sub.md`), "sub\n");
  const writes = (await seenBy(home)).filter((one) =>
    one.event === "PostToolUse"
  );
  assertEquals(writes.length, 1);
  assertEquals(writes[0]?.input["session_id"], run.transcripts[0]?.sessionId);
  assertEquals(writes[0]?.input["agent_type"], "general-purpose");
});

Deno.test("runClaude() can kill Claude Code, which then ends no session", async () => {
  await using tmp = await tempDir();
  const { home, cwd } = await makeHome(tmp.path);
  await using api = messagesApi({ script: ["hang"] });
  const run = await runClaude({
    home,
    cwd,
    prompt: "Never answered",
    api,
    killWhen: api.hanging,
  });
  assertEquals(run.signal, "SIGKILL");
  assertEquals(api.left, 0);
  assertEquals((await seenBy(home)).map((one) => one.event), ["SessionStart"]);
});
