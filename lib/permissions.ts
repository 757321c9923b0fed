import type { Hook, Permissions } from "./hook.ts";
import { MODEL_ENV, PLACE_ENV, SYSTEM_ENV } from "./registry.ts";

const OWN_ENV = [...PLACE_ENV, "MEMORY_HOOKS_INSIDE"];

/** What is handed on by who may start graphify, or a worker that does. */
const CHILD_ENV = [...SYSTEM_ENV, ...MODEL_ENV];

/** What every hook of an event reads: `MEMORY_HOOKS_OFF` turns all of them off for a session; other hosts name folder and session so. */
const EVENT_ENV = [
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "MEMORY_HOOKS_OFF",
  "GEMINI_CWD",
  "GEMINI_PROJECT_DIR",
  "GEMINI_SESSION_ID",
];

/** What a capture hook reads besides: the trace it belongs to, whether it is to be traced, and the seam that makes redaction fail. */
const CAPTURE_ENV = [
  "TRACEPARENT",
  "OTEL_*",
  "MEMORY_HOOKS_FAIL_REDACTION",
];

/** What all capture hooks may: no vault, no network but the daemon's socket, no program but the daemon. */
const CAPTURING: Permissions = {
  read: ["config", "state", "socket", "project", "programs"],
  write: ["state", "socket"],
  run: ["memoryd"],
  env: [...OWN_ENV, ...EVENT_ENV, ...CAPTURE_ENV, ...SYSTEM_ENV],
  socket: true,
};

/**
 * The permissions that each hook and worker is registered and compiled with, and no others. All may read the `programs`: what is imported
 * lazily is beside them. Apart from the registry, as no hook asks for them, and making the table costs a fresh process 0.2 ms (2.9.6, measured).
 */
export const PERMISSIONS: Readonly<Record<Hook["name"], Permissions>> = {
  "session-start": {
    read: [
      "config",
      "state",
      "index",
      "graph-cache",
      "vault",
      "transcripts",
      "project-graph",
      "project",
      "store",
      "programs",
    ],
    write: ["state", "index", "graph-cache", "journal"],
    run: ["memory-rebuild", "memoryd", "graphify", "ps"],
    env: [...OWN_ENV, ...EVENT_ENV, "CLAUDE_PID", "OTEL_*", ...CHILD_ENV],
    socket: false,
  },
  "user-prompt-submit": {
    read: [
      "config",
      "state",
      "socket",
      "project",
      "store",
      "index",
      "programs",
    ],
    write: ["state", "socket"],
    run: ["memoryd"],
    env: [...OWN_ENV, ...EVENT_ENV, "OTEL_*", ...SYSTEM_ENV],
    socket: true,
  },
  "post-tool-use": {
    read: ["everything"],
    write: ["state", "index", "graph-cache"],
    run: ["memory-rebuild", "graphify", "kill"],
    env: [...OWN_ENV, ...EVENT_ENV, ...CHILD_ENV],
    socket: false,
  },
  "session-end": {
    read: [
      "config",
      "state",
      "vault",
      "transcripts",
      "project",
      "store",
      "socket",
      "programs",
    ],
    write: ["state", "journal", "socket"],
    run: [],
    env: [...OWN_ENV, ...EVENT_ENV],
    socket: true,
  },
  "rebuild": {
    read: ["config", "state", "index", "graph-cache", "vault", "programs"],
    write: ["state", "index", "graph-cache", "graph"],
    run: ["graphify", "kill"],
    env: [...OWN_ENV, ...CHILD_ENV],
    socket: false,
  },
  "guard": {
    read: ["state", "programs"],
    write: ["state"],
    run: [],
    env: [...OWN_ENV, "MEMORY_HOOKS_OFF"],
    socket: false,
  },
  "pre-compact": {
    read: ["config", "state", "project", "programs"],
    write: ["state"],
    run: [],
    env: [...OWN_ENV, ...EVENT_ENV],
    socket: false,
  },
  "stop": {
    read: ["config", "state", "store", "agents", "project", "programs"],
    write: ["state"],
    run: [],
    env: [...OWN_ENV, ...EVENT_ENV],
    socket: false,
  },
  "statusline": {
    read: ["config", "state", "store", "project", "programs"],
    write: ["state"],
    run: [],
    env: [...OWN_ENV, ...EVENT_ENV],
    socket: false,
  },
  "mcp": {
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
    env: [...OWN_ENV, "OTEL_*", ...SYSTEM_ENV],
    socket: true,
  },
  "capture-prompt": CAPTURING,
  "capture-tool": CAPTURING,
  "capture-stop": CAPTURING,
  "memoryd": {
    read: [
      "config",
      "state",
      "socket",
      "store",
      "index",
      "vault",
      "programs",
    ],
    write: ["state", "socket", "store"],
    run: [],
    env: [...OWN_ENV, "OTEL_*"],
    socket: true,
    loopback: true,
  },
};
