import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { isMissing } from "../private_file.ts";
import { startWorker } from "../rebuild/start_worker.ts";
import { recordNote } from "../session/record.ts";
import { chooseEngine } from "./choose.ts";
import { dirtySince, markDirty } from "./dirty.ts";
import { loadNote } from "./index/load_note.ts";
import { openIndex } from "./index/open_index.ts";
import { indexFile } from "./index_file.ts";
import { updateWithGraphify } from "./update_with_graphify.ts";

/** Milliseconds that a hook waits for another writer of the index. */
const BUSY_MS = 1500;

/**
 * Follows a note that a tool wrote: the session's ledger first, since that is what cannot be found out later, then the index, then
 * the graph. What fails is logged, and the next step goes on.
 *
 * @param context The hook's. Needs read and write permission on state, index and cache, `--allow-run` on graphify and the worker.
 * @param path The note, absolute, as the tool named it.
 * @param note The note, relative to the vault's real path.
 */
export async function noteChanged(
  context: Context,
  path: string,
  note: string,
): Promise<void> {
  const { event, config, places, log, now } = context;
  await attempt(log, "record the note", () => {
    if (event.sessionId === null) return;
    recordNote(places.state, {
      sessionId: event.sessionId,
      at: now(),
      path: note,
      tool: event.toolName,
      id: event.toolUseId,
      agent: event.agentId,
    });
  }, undefined);
  const indexed = await attempt(
    log,
    "update the index",
    () => updateIndex(context, note),
    false,
  );
  await attempt(log, "update the graph", async () => {
    const merged = chooseEngine(config) === "graphify" &&
      await updateWithGraphify(context, path);
    // The graph's files are written in the background: their size grows with the vault, a hook's time must not.
    const waiting = dirtySince(places) !== null;
    if (!merged) markDirty(places, now());
    if (!merged || !indexed) startWorker(context, "a note changed", waiting);
  }, undefined);
}

/** Whether the index knows the note as it is now; `false` where there is no index yet. */
async function updateIndex(
  context: Context,
  note: string,
): Promise<boolean> {
  const { config, places } = context;
  const vault = Deno.realPathSync(config.vault.path);
  try {
    using index = await openIndex(indexFile(places, vault), {
      vault,
      journalDir: config.journal.dir,
      busyTimeoutMs: BUSY_MS,
    });
    const loaded = await loadNote(vault, note);
    if (loaded === null) index.removeNote(note);
    else index.updateNote(note, loaded.stat, loaded.note);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
