///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/index,${HOME}/.cache/graphify,${HOME}/Documents/SecondBrain,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/index,${HOME}/.cache/graphify,${HOME}/Documents/SecondBrain/graphify-out" --allow-run=graphify,/bin/kill --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,PATH,TMPDIR,TEMP,SystemRoot,LANG,LC_ALL,TZ,OLLAMA_BASE_URL,OLLAMA_HOST,OLLAMA_API_KEY "$0" "$@"; exit $?
import { runWorker } from "../lib/frame/run_worker.ts";
import { rebuild } from "../lib/rebuild/rebuild.ts";
import { HOOKS } from "../lib/registry.ts";

await runWorker(HOOKS["rebuild"], import.meta, rebuild);
