import type { Hook } from "./hook.ts";
import { WRITING_TOOLS } from "./writing_tools.ts";

export type { Group, Hook, PathGrant, ProgramGrant } from "./hook.ts";

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

const OWN_ENV = [...PLACE_ENV, "MEMORY_HOOKS_INSIDE"];

const EVENT_ENV = ["CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID"];

/** What a capture hook reads besides: the trace it belongs to, whether it is to be traced, and the seam that makes redaction fail. */
const CAPTURE_ENV = [
  "TRACEPARENT",
  "OTEL_*",
  "MEMORY_HOOKS_FAIL_REDACTION",
];

/** What a child process inherits. Never all: one LD_* variable would make Deno refuse to start any program. */
export const CHILD_ENV: readonly string[] = [
  "PATH",
  "TMPDIR",
  "TEMP",
  "SystemRoot",
  "LANG",
  "LC_ALL",
  "TZ",
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

/** What all capture hooks may: no vault, no network but the daemon's socket, no program but the daemon. */
const CAPTURING: Pick<
  Hook,
  "groups" | "matcher" | "timeoutSeconds" | "deadlineMs" | "permissions"
> = {
  groups: ["capture"],
  matcher: null,
  timeoutSeconds: 10,
  deadlineMs: 5000,
  permissions: {
    read: ["config", "state", "socket"],
    write: ["state", "socket"],
    run: ["memoryd"],
    env: [...OWN_ENV, ...CAPTURE_ENV, ...CHILD_ENV],
    socket: true,
  },
};

/** The hooks, and the workers that they start. */
export const HOOKS: Readonly<Record<Hook["name"], Hook>> = {
  "session-start": {
    name: "session-start",
    source: "hooks/session_start.ts",
    groups: ["vault"],
    events: ["SessionStart"],
    matcher: null,
    timeoutSeconds: 15,
    deadlineMs: 8000,
    permissions: {
      read: [
        "config",
        "state",
        "index",
        "graph-cache",
        "vault",
        "transcripts",
        "project-graph",
        "store",
      ],
      write: ["state", "index", "graph-cache", "journal"],
      run: ["memory-rebuild", "memoryd", "graphify", "ps"],
      env: [...OWN_ENV, ...EVENT_ENV, "CLAUDE_PID", "OTEL_*", ...CHILD_ENV],
      socket: false,
    },
    purpose:
      "Tells a new session what the vault holds; starts a rebuild where the graph is stale",
  },
  "post-tool-use": {
    name: "post-tool-use",
    source: "hooks/post_tool_use.ts",
    groups: ["vault"],
    events: ["PostToolUse"],
    matcher: [...WRITING_TOOLS.keys()].join("|"),
    timeoutSeconds: 60,
    deadlineMs: 55_000,
    permissions: {
      read: ["everything"],
      write: ["state", "index", "graph-cache"],
      run: ["memory-rebuild", "graphify", "kill"],
      env: [...OWN_ENV, ...EVENT_ENV, ...CHILD_ENV],
      socket: false,
    },
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
    permissions: {
      read: ["config", "state", "vault", "transcripts"],
      write: ["state", "journal"],
      run: [],
      env: [...OWN_ENV, ...EVENT_ENV],
      socket: false,
    },
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
    permissions: {
      read: ["config", "state", "index", "graph-cache", "vault"],
      write: ["state", "index", "graph-cache", "graph"],
      run: ["graphify", "kill"],
      env: [...OWN_ENV, ...CHILD_ENV],
      socket: false,
    },
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
    permissions: {
      read: ["state"],
      write: ["state"],
      run: [],
      env: OWN_ENV,
      socket: false,
    },
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
    permissions: {
      read: ["config", "state"],
      write: ["state"],
      run: [],
      env: [...OWN_ENV, ...EVENT_ENV],
      socket: false,
    },
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
    permissions: {
      read: ["config", "state", "store", "agents", "programs"],
      write: ["state"],
      run: [],
      env: [...OWN_ENV, ...EVENT_ENV],
      socket: false,
    },
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
    permissions: {
      read: ["config", "state", "store"],
      write: ["state"],
      run: [],
      env: [...OWN_ENV, ...EVENT_ENV],
      socket: false,
    },
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
    permissions: {
      read: [
        "config",
        "state",
        "socket",
        "store",
        "index",
        "vault",
        "settings",
        "agents",
        "skills",
        "programs",
      ],
      write: ["state", "socket"],
      run: ["memoryd"],
      env: [...OWN_ENV, "OTEL_*", ...CHILD_ENV],
      socket: true,
    },
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
      "Records that a tool was used: its name, a hash of what it was asked, its outcome",
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
    permissions: {
      read: ["config", "state", "socket", "store"],
      write: ["state", "socket", "store"],
      run: [],
      env: [...OWN_ENV, "OTEL_*"],
      socket: true,
    },
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
