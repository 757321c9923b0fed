///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks,.git,../.git,../../.git,../../../.git,../../../../.git,../../../../../.git,../../../../../../.git,../../../../../../../.git,.memory-hooks.yaml,../.memory-hooks.yaml,../../.memory-hooks.yaml,../../../.memory-hooks.yaml,../../../../.memory-hooks.yaml,../../../../../.memory-hooks.yaml,../../../../../../.memory-hooks.yaml,../../../../../../../.memory-hooks.yaml,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks" --allow-run=./hooks/memoryd.ts "--allow-net=unix:${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks/capture.sock" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID,MEMORY_HOOKS_OFF,GEMINI_CWD,GEMINI_PROJECT_DIR,GEMINI_SESSION_ID,TRACEPARENT,OTEL_*,MEMORY_HOOKS_FAIL_REDACTION,PATH,TMPDIR,TEMP,SystemRoot,LANG,LC_ALL,TZ "$0" "$@"; exit $?
import { capture } from "../lib/capture/capture.ts";
import { draftTool } from "../lib/capture/draft_tool.ts";
import { LEAN_FILES } from "../lib/files.ts";
import { runProcess } from "../lib/frame/hook_process.ts";
import { HOOKS } from "../lib/registry.ts";

runProcess(
  HOOKS["capture-tool"],
  import.meta,
  (process, input) => capture(process, input, draftTool),
  LEAN_FILES,
);
