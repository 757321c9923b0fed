import type { Context } from "../frame/run.ts";
import { dirtySince } from "../graph/dirty.ts";
import { isStale } from "../stamp.ts";
import { startWorker } from "./start_worker.ts";

/**
 * Starts the worker where something is due: the last rebuild is too long ago, the index is missing or old, or edits wait to be
 * merged (the worker that should have done it failed or was killed). Never waits for it.
 *
 * @param context SessionStart's. Needs read and write permission on the cache folder and `--allow-run` on the worker.
 * @param indexIsOld Whether the index has to be brought up to date.
 */
export function rebuildWhereDue(context: Context, indexIsOld: boolean): void {
  const { config, places, log } = context;
  if (!isFolder(config.vault.path)) {
    log.warn(`There is no vault at ${config.vault.path}`);
    return;
  }
  const now = context.now().getTime();
  if (isStale(places.rebuildStamp, config.graph.rebuildStaleDays, now)) {
    startWorker(context, "the graph is stale");
  } else if (indexIsOld) {
    startWorker(context, "the index is old");
  } else if (dirtySince(places) !== null) {
    startWorker(context, "edits wait to be merged", true);
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
