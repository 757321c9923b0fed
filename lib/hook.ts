import type { EventName } from "./event.ts";

/**
 * What a hook may touch, by meaning. The installer turns the names into paths of this machine; `hooks/*.ts` name the default
 * ones in their first line.
 *
 * - `config`: the config file. `state`, `index`: the product's own folders. `graph-cache`: stamp, lock and log of the rebuild.
 * - `vault`: the configured vault; `graph`, `journal`: the folders in it that the product writes. All as named and as resolved.
 * - `transcripts`: Claude Code's transcripts.
 * - `project-graph`: `graphify-out/graph.json` below the folder that the hook is started in.
 * - `project`: `.git` and `.memory-hooks.yaml` in that folder and in those above it (`lib/project_files.ts`): which project it is, and what it wants.
 * - `store`: the folder of the store. `socket`: the folder of the daemon's socket.
 * - `settings`: the user's settings file; `agents`, `skills`: the folders beside it. `programs`: the installed programs.
 * - `everything`: any path. Only a path's real place tells whether it is in the vault, and a tool may name any path.
 */
export type PathGrant =
  | "config"
  | "state"
  | "index"
  | "graph-cache"
  | "vault"
  | "graph"
  | "journal"
  | "transcripts"
  | "project-graph"
  | "project"
  | "store"
  | "socket"
  | "settings"
  | "agents"
  | "skills"
  | "programs"
  | "everything";

/** Programs that a hook may start: the workers, graphify, `ps` (does a session still run?) and `kill` (a process tree). */
export type ProgramGrant =
  | "memory-rebuild"
  | "memoryd"
  | "graphify"
  | "ps"
  | "kill";

/** What is registered together: `vault` by an installation, `capture` only where it is asked for. */
export type Group = "vault" | "capture";

/** What a hook may do. */
export interface Permissions {
  readonly read: readonly PathGrant[];
  readonly write: readonly PathGrant[];
  readonly run: readonly ProgramGrant[];
  readonly env: readonly string[];
  /** Whether it may use the daemon's Unix socket. No hook may use any other network. */
  readonly socket: boolean;
  /** Whether it may listen and connect on 127.0.0.1, any port: the daemon only, for its worker and for a local model. */
  readonly loopback?: boolean;
}

/** One executable: everything that anybody needs to know of it. */
export interface Hook {
  /** Short name; the executable is `memory-<name>`, the daemon's `memoryd`. */
  readonly name:
    | "session-start"
    | "user-prompt-submit"
    | "post-tool-use"
    | "session-end"
    | "rebuild"
    | "guard"
    | "pre-compact"
    | "stop"
    | "statusline"
    | "mcp"
    | "capture-prompt"
    | "capture-tool"
    | "capture-stop"
    | "memoryd";
  /** With which of them it is installed. */
  readonly groups: readonly Group[];
  /** The script, relative to the project. */
  readonly source: string;
  /** The events it is registered for; none for a worker, which the hooks start. */
  readonly events: readonly EventName[];
  /** The tools whose events it gets, `null` for all. */
  readonly matcher: string | null;
  /** Seconds after which the host kills it. SessionEnd gets 1.5 s unless this says more (Claude Code 2.1.332, measured). */
  readonly timeoutSeconds: number;
  /** Milliseconds after which it ends itself, whatever hangs. */
  readonly deadlineMs: number;
  /** One line for people. */
  readonly purpose: string;
}
