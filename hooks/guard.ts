///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,MEMORY_HOOKS_OFF "$0" "$@"; exit $?
import { runProcess } from "../lib/frame/hook_process.ts";
import { guard } from "../lib/guard/guard.ts";
import { HOOKS } from "../lib/registry.ts";

runProcess(HOOKS["guard"], import.meta, guard);
