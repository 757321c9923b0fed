///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${HOME}/Documents/SecondBrain,${HOME}/.claude/projects,.git,../.git,../../.git,../../../.git,../../../../.git,../../../../../.git,../../../../../../.git,../../../../../../../.git,.memory-hooks.yaml,../.memory-hooks.yaml,../../.memory-hooks.yaml,../../../.memory-hooks.yaml,../../../../.memory-hooks.yaml,../../../../../.memory-hooks.yaml,../../../../../../.memory-hooks.yaml,../../../../../../../.memory-hooks.yaml,${HOME}/.local/share/memory-hooks/store,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${HOME}/Documents/SecondBrain/journal,${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks" "--allow-net=unix:${XDG_RUNTIME_DIR:-$HOME/.local/state}/memory-hooks/capture.sock" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID,MEMORY_HOOKS_OFF,GEMINI_CWD,GEMINI_PROJECT_DIR,GEMINI_SESSION_ID "$0" "$@"; exit $?
import { run } from "../lib/frame/run.ts";
import { HOOKS } from "../lib/registry.ts";
import { endSession } from "../lib/session/end_session.ts";
import { summaryAtEnd } from "../lib/session/summary_at_end.ts";
import { touchedNotes } from "../lib/session/touched_notes.ts";

await run(HOOKS["session-end"], import.meta, async (context) => {
  const now = context.now();
  endSession({
    ...context,
    now,
    summary: await summaryAtEnd(context),
    touched: () => touchedNotes(context),
  });
  // This event takes no output: an answer would be an error on the user's screen (Claude Code 2.1.332, measured).
  return "";
});
