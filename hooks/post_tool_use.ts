///usr/bin/env deno run --quiet --no-prompt --allow-read "--allow-write=${HOME}/.local/state/memory-hooks,${HOME}/.local/share/memory-hooks/index,${HOME}/.cache/graphify" --allow-run=./hooks/rebuild.ts,graphify,/bin/kill --allow-env=HOME,USERPROFILE,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_DATA_HOME,XDG_RUNTIME_DIR,MEMORY_HOOKS_CONFIG,CLAUDE_CONFIG_DIR,MEMORY_HOOKS_INSIDE,CLAUDE_PROJECT_DIR,CLAUDE_CODE_SESSION_ID,MEMORY_HOOKS_OFF,GEMINI_CWD,GEMINI_PROJECT_DIR,GEMINI_SESSION_ID,PATH,TMPDIR,TEMP,SystemRoot,LANG,LC_ALL,TZ,OLLAMA_BASE_URL,OLLAMA_HOST,OLLAMA_API_KEY "$0" "$@"; exit $?
import { run } from "../lib/frame/run.ts";
import { HOOKS } from "../lib/registry.ts";
import { noteInVault } from "../lib/vault/contains.ts";
import { hasNoteExtension } from "../lib/vault/is_note_path.ts";
import { writtenFile } from "../lib/vault/written_file.ts";

await run(HOOKS["post-tool-use"], import.meta, async (context) => {
  const { event, config } = context;
  const path = writtenFile(event);
  if (path === null || !hasNoteExtension(path)) return "";
  const note = noteInVault(path, config.vault.path, config.graph.outputDir);
  if (note === null) return "";
  // Most writes are no notes, and SQLite is not free to load.
  const { noteChanged } = await import("../lib/rebuild/note_changed.ts");
  await noteChanged(context, path, note);
  return "";
});
