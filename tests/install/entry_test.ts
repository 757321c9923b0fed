import { assert, assertEquals } from "@std/assert";
import { entryOf, invocation, ownEntries } from "../../lib/install/entry.ts";
import { HOOKS } from "../../lib/registry.ts";

const PROJECT = "/src/mem hooks";
const isOurs = ownEntries(PROJECT, "/home/u");
const BIN = "/home/u/My 'x' $HOME/memory-hooks/bin";

const exec = (command: string, ...args: string[]) => ({
  type: "command",
  command,
  args,
});
const shell = (command: string) => ({ type: "command", command });

const OURS: unknown[] = [
  exec("/home/u/.local/share/memory-hooks/bin/memory-session-start"),
  exec("/a b/memory-post-tool-use", "hook"),
  exec("C:\\Users\\u\\memory-hooks\\bin\\memory-session-end.exe"),
  exec("/x/deno", "run", "--allow-read=/a", "/x/memory-session-end.js"),
  exec("deno", "run", "-c", "deno.json", "-A", "/x/memory-rebuild.ts"),
  exec("/usr/bin/env", "-S", "deno", "run", `${PROJECT}/hooks/session_end.ts`),
  exec(`${PROJECT}/hooks/session_start.ts`),
  exec("bash", "-c", "exec '/a b/memory-session-start'"),
  shell("/opt/memory-session-start"),
  shell("'/a b/memory-session-start'"),
  shell('"/a b/memory-session-start" --verbose'),
  shell("/a\\ b/memory-session-start"),
  shell("/home/u/My Tools/memory-hooks/bin/memory-session-start"),
  shell("$HOME/.local/share/memory-hooks/bin/memory-session-end"),
  shell('"$HOME/.local/share/memory-hooks/bin/memory-session-end"'),
  shell("C:\\Users\\u v\\memory-hooks\\bin\\memory-session-end.exe"),
  shell("C:/Users/u/memory-session-end.exe"),
  shell("MEMORY_HOOKS_CONFIG=/x exec memory-session-end"),
  shell("env A=b nohup memory-session-end"),
  shell("cd /x && ./memory-session-start || true"),
  shell("test -x /b/memory-session-start && /b/memory-session-start"),
  shell(`deno run -A '${PROJECT}/hooks/post_tool_use.ts'`),
  shell(
    "deno run --allow-read=/a --no-prompt /old/memory-hooks/hooks/rebuild.ts",
  ),
  shell("/old/memory-hooks-0.1/hooks/session_start.ts"),
  shell("npx -y deno@2.9.6 run -A /old/memory-hooks/hooks/session_start.ts"),
  shell("sh -c '/b/memory-session-start'"),
  { command: "/opt/memory-session-start" },
];

const FOREIGN: unknown[] = [
  exec("/usr/bin/memory-session-start-other"),
  exec("/usr/bin/my-memory-session-start"),
  exec("/usr/bin/memory-session"),
  exec("/opt/memory-session-start/run"),
  exec("echo", "memory-session-start"),
  exec("deno", "run", "-A", "/x/other.ts", "memory-session-start"),
  exec("deno", "run", "-A", "/x/.claude/hooks/session_start.ts"),
  exec("deno", "run", "-A", "hooks/session_start.ts"),
  exec("uv", "run", "/old/memory-hooks/hooks/session_start.py"),
  exec("node", "/x/memory-session-start.js"),
  shell("echo memory-session-start"),
  shell("/bin/cat /x/memory-hooks/bin/memory-session-start"),
  shell("cat < /x/memory-session-start"),
  shell("memory-session-start | tee /tmp/log"),
  shell("memory-session-start; notify-send done"),
  shell("echo 'memory-session-start"),
  shell("deno run -A hooks/session_start.ts"),
  shell("deno run -A .claude/hooks/session_start.ts"),
  shell("cd /x"),
  shell(""),
  { type: "prompt", prompt: "memory-session-start" },
  { type: "http", url: "http://x/memory-session-start" },
  { type: "mcp_tool", command: "memory-session-start" },
  { type: "command" },
  { type: "command", command: 7 },
  "memory-session-start",
  null,
  ["memory-session-start"],
];

for (const handler of OURS) {
  Deno.test(`ownEntries() knows ${JSON.stringify(handler)}`, () => {
    assert(isOurs(handler, "SessionStart"));
  });
}

for (const handler of FOREIGN) {
  Deno.test(`ownEntries() leaves ${JSON.stringify(handler)}`, () => {
    assert(!isOurs(handler, "SessionStart"));
  });
}

Deno.test("ownEntries() takes a relative script from the settings' folder", () => {
  const handler = shell("deno run -A hooks/session_start.ts");
  assert(ownEntries(PROJECT, PROJECT)(handler, "SessionStart"));
});

Deno.test("entryOf() is recognised in each form, for every hook", () => {
  for (const hook of Object.values(HOOKS)) {
    for (const form of ["native", "script"] as const) {
      for (const exe of ["", ".exe"]) {
        const program = invocation(hook, form, BIN, ["--allow-read=/v"], exe);
        const entry = entryOf(hook, hook.events[0] ?? "Stop", program);
        assert(isOurs(entry.handler, entry.event));
      }
    }
  }
});

Deno.test("entryOf() always is in exec form, with the registry's timeout and matcher, and never async", () => {
  const hook = HOOKS["post-tool-use"];
  const native = invocation(hook, "native", BIN, ["--allow-read"], "");
  assertEquals(entryOf(hook, "PostToolUse", native), {
    event: "PostToolUse",
    matcher: "Write|Edit|MultiEdit|NotebookEdit",
    handler: {
      type: "command",
      command: `${BIN}/memory-post-tool-use`,
      args: [],
      timeout: 60,
    },
  });
  assertEquals(invocation(hook, "script", BIN, ["--allow-read"], ""), {
    command: `${BIN}/deno`,
    args: [
      "run",
      "--no-config",
      "--no-lock",
      "--no-prompt",
      "--no-remote",
      "--no-npm",
      "--allow-read",
      `${BIN}/memory-post-tool-use.js`,
    ],
  });
});
