///usr/bin/env deno run --quiet --no-prompt "--allow-read=${HOME}/.config/memory-hooks/config.yaml,config.yaml,${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/index,${HOME}/.cache/graphify,${HOME}/Documents/SecondBrain,${HOME}/.claude/projects,graphify-out/graph.json,.git,../.git,../../.git,../../../.git,../../../../.git,../../../../../.git,../../../../../../.git,../../../../../../../.git,.memory-hooks.yaml,../.memory-hooks.yaml,../../.memory-hooks.yaml,../../../.memory-hooks.yaml,../../../../.memory-hooks.yaml,../../../../../.memory-hooks.yaml,../../../../../../.memory-hooks.yaml,../../../../../../../.memory-hooks.yaml,${HOME}/.local/share/memory-hooks/store,${HOME}/.local/share/memory-hooks/bin" "--allow-write=${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/index,${HOME}/.cache/graphify,${HOME}/Documents/SecondBrain/journal" --allow-run=./hooks/rebuild.ts,./hooks/memoryd.ts,graphify,/bin/ps --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID,MEMORY_HOOKS_OFF,GEMINI_CWD,GEMINI_PROJECT_DIR,GEMINI_SESSION_ID,CLAUDE_PID,OTEL_*,PATH,TMPDIR,TEMP,SystemRoot,LANG,LC_ALL,TZ,OLLAMA_BASE_URL,OLLAMA_HOST,OLLAMA_API_KEY "$0" "$@"; exit $?
import { answer } from "../lib/brief/answer.ts";
import { briefSession } from "../lib/start/brief_session.ts";
import { attempt } from "../lib/frame/attempt.ts";
import { run } from "../lib/frame/run.ts";
import { rebuildWhereDue } from "../lib/start/rebuild_where_due.ts";
import { HOOKS } from "../lib/registry.ts";
import { beginSession } from "../lib/start/begin_session.ts";
import { stateNames } from "../lib/start/state_names.ts";
import { wakeDaemon } from "../lib/start/wake_daemon.ts";

await run(HOOKS["session-start"], import.meta, async (context) => {
  const { log } = context;
  const names = stateNames(context.places);
  await attempt(
    log,
    "begin the session",
    () => beginSession(context, names),
    undefined,
  );
  const nothing = {
    text: "",
    message: "",
    indexIsOld: false,
    graphIsOld: false,
  };
  const brief = await attempt(
    log,
    "write the brief",
    () => briefSession(context),
    nothing,
  );
  await attempt(
    log,
    "start a rebuild",
    () => rebuildWhereDue(context, brief, names),
    undefined,
  );
  await attempt(
    log,
    "start the daemon",
    () => wakeDaemon(context, names),
    undefined,
  );
  return answer(brief.text, brief.message);
});
