import type { Context } from "../frame/run.ts";
import { dirtySince } from "../graph/dirty.ts";
import { isFolder } from "../private_file.ts";
import { isStale } from "../stamp.ts";

/**
 * Starts the worker where something is due: the last rebuild is too long ago, the index is missing or old, or edits wait to be
 * merged (the worker that should have done it failed or was killed). Never waits for it.
 *
 * @param context SessionStart's. Needs read and write permission on the cache folder and `--allow-run` on the worker.
 * @param indexIsOld Whether the index has to be brought up to date.
 */
export async function rebuildWhereDue(
  context: Context,
  indexIsOld: boolean,
): Promise<void> {
  const why = whatIsDue(context, indexIsOld);
  if (why === null) return;
  if (!isFolder(context.config.vault.path)) {
    context.log.warn(`There is no vault at ${context.config.vault.path}`);
    return;
  }
  const { startWorker } = await import("./rare.ts");
  startWorker(context, why, { expected: why === EDITS, whole: why === STALE });
}

const STALE = "the graph is stale";
const EDITS = "edits wait to be merged";

function whatIsDue(context: Context, indexIsOld: boolean): string | null {
  const { config, places } = context;
  const now = context.now().getTime();
  if (isStale(places.rebuildStamp, config.graph.rebuildStaleDays, now)) {
    return STALE;
  }
  if (indexIsOld) return "the index is old";
  return dirtySince(places) === null ? null : EDITS;
}
