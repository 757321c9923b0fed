///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,.git,../.git,../../.git,../../../.git,../../../../.git,../../../../../.git,../../../../../../.git,../../../../../../../.git,.memory-hooks.yaml,../.memory-hooks.yaml,../../.memory-hooks.yaml,../../../.memory-hooks.yaml,../../../../.memory-hooks.yaml,../../../../../.memory-hooks.yaml,../../../../../../.memory-hooks.yaml,../../../../../../../.memory-hooks.yaml,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID,MEMORY_HOOKS_OFF,GEMINI_CWD,GEMINI_PROJECT_DIR,GEMINI_SESSION_ID "$0" "$@"; exit $?
import { run } from "../lib/frame/run.ts";
import { HOOKS } from "../lib/registry.ts";
import { compactionNote } from "../lib/warden/compaction_note.ts";

run(HOOKS["pre-compact"], import.meta, compactionNote);
