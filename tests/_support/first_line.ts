import {
  type Hook,
  HOOKS,
  PROJECT_GRAPH,
  SYSTEM_PROGRAMS,
} from "../../lib/registry.ts";
import { permissionFlags } from "../../lib/install/permission_flags.ts";
import type { Targets } from "../../lib/install/targets.ts";
import { projectFiles } from "../../lib/project_files.ts";

const SOCKET_FOLDER = "${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks";

/**
 * The default places as the first line of a script names them; the shell puts HOME in. Relative paths are those of the product's folder, so a script is to be started from there; an
 * installed hook has absolute ones.
 */
const DEFAULT_TARGETS: Targets = {
  paths: {
    config: ["${HOME}/.config/memory-hooks/config.yaml", "config.yaml"],
    state: ["${HOME}/.local/state/memory-hooks"],
    index: ["${HOME}/.local/share/memory-hooks/index"],
    "graph-cache": ["${HOME}/.cache/graphify"],
    vault: ["${HOME}/Documents/SecondBrain"],
    graph: ["${HOME}/Documents/SecondBrain/graphify-out"],
    journal: ["${HOME}/Documents/SecondBrain/journal"],
    transcripts: ["${HOME}/.claude/projects"],
    "project-graph": [PROJECT_GRAPH],
    project: projectFiles(),
    store: ["${HOME}/.local/share/memory-hooks/store"],
    socket: [SOCKET_FOLDER],
    settings: ["${HOME}/.claude/settings.json"],
    agents: ["${HOME}/.claude/agents"],
    skills: ["${HOME}/.claude/skills"],
    programs: ["${HOME}/.local/share/memory-hooks/bin"],
  },
  socket: `${SOCKET_FOLDER}/capture.sock`,
  programs: {
    "memory-rebuild": [`./${HOOKS["rebuild"].source}`],
    memoryd: [`./${HOOKS["memoryd"].source}`],
    graphify: ["graphify"],
    ps: [SYSTEM_PROGRAMS.ps[0]],
    kill: [SYSTEM_PROGRAMS.kill[0]],
  },
};

/**
 * The first line of a hook's script: it makes `hooks/x.ts` runnable with exactly the registry's permissions in their default
 * places. To Deno it is a comment, to a shell a command; a file without `#!` is given to a shell by whoever starts it (POSIX,
 * `execvp`). A line with `#!` would not do: Linux cuts it at 256 bytes, and with it the last permissions.
 *
 * @param hook The hook.
 */
export function firstLine(hook: Hook): string {
  const { flags } = permissionFlags(hook, DEFAULT_TARGETS, {
    commaEscape: false,
    unixGrant: true,
  });
  const words = flags.map((flag) => flag.includes("$") ? `"${flag}"` : flag);
  return `///usr/bin/env deno run --quiet --no-prompt ${
    words.join(" ")
  } "$0" "$@"; exit $?`;
}
