import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { startWorker } from "./start_worker.ts";
import { recordNote } from "../session/record_note.ts";
import { addChangedNote, changedNotesFile } from "../graph/changed_notes.ts";
import { chooseEngine } from "../graph/choose.ts";
import { dirtySince, markDirty } from "../graph/dirty.ts";
import { updateWithGraphify } from "../graph/update_with_graphify.ts";

/**
 * Follows a note that a tool wrote: the session's ledger first, since that is what cannot be found out later, then the
 * queue from which the index is kept, then the graph. What fails is logged, and the next step goes on.
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
  await attempt(log, "queue the note for the index", () => {
    const vault = Deno.realPathSync(config.vault.path);
    addChangedNote(changedNotesFile(places, vault), note);
  }, undefined);
  await attempt(log, "update the graph", async () => {
    const merged = chooseEngine(config) === "graphify" &&
      await updateWithGraphify(context, path);
    // Index and graph's files are written in the background: opening the one and writing the other takes longer than a hook may.
    const waiting = dirtySince(places) !== null;
    if (!merged) markDirty(places, now());
    startWorker(context, "a note changed", { expected: waiting });
  }, undefined);
}
