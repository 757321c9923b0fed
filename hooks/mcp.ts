///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks,${HOME}/.local/share/memory-hooks/store,${HOME}/.local/share/memory-hooks/index,${HOME}/Documents/SecondBrain,${HOME}/.claude/settings.json,${HOME}/.claude/agents,${HOME}/.claude/skills,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks" --allow-run=./hooks/memoryd.ts "--allow-net=unix:${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks/capture.sock" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,OTEL_*,PATH,TMPDIR,TEMP,SystemRoot,LANG,LC_ALL,TZ "$0" "$@"; exit $?
import { runServer } from "../lib/mcp/run_server.ts";
import { HOOKS } from "../lib/registry.ts";

await runServer(HOOKS["mcp"], import.meta);
