///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${HOME}/Documents/SecondBrain,${HOME}/.claude/projects" "--allow-write=${HOME}/.local/state/memory-hooks,${HOME}/Documents/SecondBrain/journal" --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID "$0" "$@"; exit $?
import { run } from "../lib/frame/run.ts";
import { HOOKS } from "../lib/registry.ts";
import { endSession } from "../lib/session/end_session.ts";
import { touchedNotes } from "../lib/session/touched_notes.ts";

await run(HOOKS["session-end"], import.meta, (context) => {
  endSession({
    ...context,
    now: context.now(),
    touched: () => touchedNotes(context),
  });
  // This event takes no output: an answer would be an error on the user's screen (Claude Code 2.1.332, measured).
  return "";
});
