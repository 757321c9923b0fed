import type { Hook } from "./hook.ts";
import { WRITING_TOOLS } from "./writing_tools.ts";

export type {
  Group,
  Hook,
  PathGrant,
  Permissions,
  ProgramGrant,
} from "./hook.ts";

/** The variables by which a program of ours finds its places. */
export const PLACE_ENV: readonly string[] = [
  "HOME",
  "USERPROFILE",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "MEMORY_HOOKS_CONFIG",
  "CLAUDE_CONFIG_DIR",
];

/** What any child process inherits. Never all: one LD_* variable would make Deno refuse to start any program. */
export const SYSTEM_ENV: readonly string[] = [
  "PATH",
  "TMPDIR",
  "TEMP",
  "SystemRoot",
  "LANG",
  "LC_ALL",
  "TZ",
];

/** What graphify, and who starts it, inherits besides. */
export const MODEL_ENV: readonly string[] = [
  "OLLAMA_BASE_URL",
  "OLLAMA_HOST",
  "OLLAMA_API_KEY",
];

/** Where the system's programs are asked for, in this order. */
export const SYSTEM_PROGRAMS: Readonly<
  Record<"ps" | "kill", readonly [string, ...string[]]>
> = {
  ps: ["/bin/ps", "/usr/bin/ps"],
  kill: ["/bin/kill", "/usr/bin/kill"],
};

/** The graph of the project that a session works in, relative to the folder of the session. */
export const PROJECT_GRAPH = "graphify-out/graph.json";

/** The writers of the memory's MCP server, by whatever name and casing the server is registered. */
const GUARDED =
  "mcp__.*[Mm][Ee][Mm][Oo][Rr][Yy].*__(note|reasoning|handoff|checkpoint|anti_pattern|diagram)";

/** What all capture hooks have in common. */
const CAPTURING: Pick<
  Hook,
  "groups" | "matcher" | "timeoutSeconds" | "deadlineMs"
> = {
  groups: ["capture"],
  matcher: null,
  timeoutSeconds: 10,
  deadlineMs: 5000,
};

/** The hooks, and the workers that they start. What each may do is in `permissions.ts`. */
export const HOOKS: Readonly<Record<Hook["name"], Hook>> = {
  "session-start": {
    name: "session-start",
    source: "hooks/session_start.ts",
    groups: ["vault"],
    events: ["SessionStart"],
    matcher: null,
    timeoutSeconds: 15,
    deadlineMs: 8000,
    purpose:
      "Tells a new session what the vault holds; starts a rebuild where the graph is stale",
  },
  "user-prompt-submit": {
    name: "user-prompt-submit",
    source: "hooks/user_prompt_submit.ts",
    groups: ["vault"],
    events: ["UserPromptSubmit"],
    matcher: null,
    timeoutSeconds: 10,
    deadlineMs: 5000,
    purpose:
      "Tells the session what is known that bears on a prompt: memories, earlier sessions, notes",
  },
  "post-tool-use": {
    name: "post-tool-use",
    source: "hooks/post_tool_use.ts",
    groups: ["vault"],
    events: ["PostToolUse"],
    get matcher() {
      return [...WRITING_TOOLS.keys()].join("|");
    },
    timeoutSeconds: 60,
    deadlineMs: 55_000,
    purpose: "Brings the graph up to date when a note of the vault was written",
  },
  "session-end": {
    name: "session-end",
    source: "hooks/session_end.ts",
    groups: ["vault"],
    events: ["SessionEnd"],
    matcher: null,
    timeoutSeconds: 15,
    deadlineMs: 8000,
    purpose: "Appends the session to the day's journal",
  },
  "rebuild": {
    name: "rebuild",
    source: "hooks/rebuild.ts",
    groups: ["vault"],
    events: [],
    matcher: null,
    timeoutSeconds: 0,
    deadlineMs: 0,
    purpose:
      "Rebuilds index and graph in the background; started by the hooks, never registered",
  },
  "guard": {
    name: "guard",
    groups: ["vault"],
    source: "hooks/guard.ts",
    events: ["PreToolUse"],
    matcher: GUARDED,
    timeoutSeconds: 10,
    deadlineMs: 5000,
    purpose: "Refuses a write to the memory whose text never arrived whole",
  },
  "pre-compact": {
    name: "pre-compact",
    groups: ["vault"],
    source: "hooks/pre_compact.ts",
    events: ["PreCompact"],
    matcher: null,
    timeoutSeconds: 15,
    deadlineMs: 5000,
    purpose: "Says what a summary of the session has to keep",
  },
  "stop": {
    name: "stop",
    groups: ["vault"],
    source: "hooks/stop.ts",
    events: ["Stop"],
    matcher: null,
    timeoutSeconds: 15,
    deadlineMs: 5000,
    purpose:
      "Asks, now and then, for what is worth remembering, and for the warden",
  },
  "statusline": {
    name: "statusline",
    groups: ["vault"],
    source: "hooks/statusline.ts",
    events: [],
    matcher: null,
    timeoutSeconds: 0,
    deadlineMs: 2000,
    purpose:
      "Prints one line on what is remembered, for Claude Code's status line",
  },
  "mcp": {
    name: "mcp",
    groups: ["vault"],
    source: "hooks/mcp.ts",
    events: [],
    matcher: null,
    timeoutSeconds: 0,
    deadlineMs: 0,
    purpose: "The memory as an MCP server on stdin and stdout",
  },
  "capture-prompt": {
    ...CAPTURING,
    name: "capture-prompt",
    source: "hooks/capture_prompt.ts",
    events: ["UserPromptSubmit"],
    purpose: "Records a prompt, redacted",
  },
  "capture-tool": {
    ...CAPTURING,
    name: "capture-tool",
    source: "hooks/capture_tool.ts",
    events: ["PostToolUse", "PostToolUseFailure"],
    purpose:
      "Records that a tool was used: its name, a hash of what it was asked, its outcome, what it did",
  },
  "capture-stop": {
    ...CAPTURING,
    name: "capture-stop",
    source: "hooks/capture_stop.ts",
    events: ["Stop"],
    purpose:
      "Records the end of a turn: counts, duration, the last answer, redacted",
  },
  "memoryd": {
    name: "memoryd",
    groups: ["vault", "capture"],
    source: "hooks/memoryd.ts",
    events: [],
    matcher: null,
    timeoutSeconds: 0,
    deadlineMs: 0,
    purpose:
      "Keeps the store: the one program that writes it; started by the hooks, never registered",
  },
};

/** The executable's name of a hook. */
export function programName(hook: Hook): string {
  return hook.name === "memoryd" ? hook.name : `memory-${hook.name}`;
}

/** What the hooks start in the background and nobody registers. */
export const WORKERS: readonly Hook[] = [HOOKS["rebuild"], HOOKS["memoryd"]];

/**
 * The name of the file that starts an installed worker: an executable, or the launcher of its script.
 *
 * @param worker The worker.
 * @param form How it is installed.
 * @param windows Whether that is on Windows, which tells what a file is by the end of its name.
 */
export function workerFile(
  worker: Hook,
  form: "native" | "script",
  windows: boolean,
): string {
  const end = !windows ? "" : form === "native" ? ".exe" : ".cmd";
  return programName(worker) + end;
}
