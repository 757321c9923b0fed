///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks,${HOME}/.local/share/memory-hooks/store,${HOME}/.local/share/memory-hooks/index,${HOME}/Documents/SecondBrain,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks,${HOME}/.local/share/memory-hooks/store" "--allow-net=127.0.0.1,unix:${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks/capture.sock" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,OTEL_* "$0" "$@"; exit $?
import { runDaemon } from "../lib/daemon/run_daemon.ts";
import { HOOKS } from "../lib/registry.ts";

await runDaemon(HOOKS["memoryd"], import.meta);
