import {
  type Hook,
  HOOKS,
  PROJECT_GRAPH,
  SYSTEM_PROGRAMS,
} from "../../lib/registry.ts";
import { permissionFlags } from "../../lib/install/permission_flags.ts";
import type { Targets } from "../../lib/install/targets.ts";

/**
 * The default places as the first line of a script names them. `env -S` puts HOME in (GNU coreutils and FreeBSD do; a space in
 * it does no harm). Relative paths are those of the product's folder, so a script is to be started from there; an
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
  },
  programs: {
    "memory-rebuild": [`./${HOOKS["rebuild"].source}`],
    graphify: ["graphify"],
    ps: [SYSTEM_PROGRAMS.ps[0]],
    kill: [SYSTEM_PROGRAMS.kill[0]],
  },
};

/**
 * The first line of a hook's script: it makes `hooks/x.ts` runnable with exactly the registry's permissions in their default
 * places.
 *
 * @param hook The hook.
 */
export function shebangLine(hook: Hook): string {
  const { flags } = permissionFlags(hook, DEFAULT_TARGETS, false);
  return `#!/usr/bin/env -S deno run --quiet --no-prompt ${flags.join(" ")}`;
}
