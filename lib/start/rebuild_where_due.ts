import type { Context } from "../frame/run.ts";
import { DIRTY, dirtySince } from "../graph/dirty.ts";
import { isFolder } from "../private_file.ts";
import { isStale } from "../stamp.ts";
import type { VaultState } from "./brief_session.ts";
import type { Names } from "./state_names.ts";

/**
 * Starts the worker where something is due: the last rebuild is too long ago, the index is missing or old, or edits wait to be
 * merged (the worker that should have done it failed or was killed). Never waits for it.
 *
 * @param context SessionStart's. Needs read and write permission on the cache folder and `--allow-run` on the worker.
 * @param vault What was found when the vault was read.
 * @param names What was in the state folder when the hook began.
 */
export async function rebuildWhereDue(
  context: Context,
  vault: VaultState,
  names: Names,
): Promise<void> {
  const why = whatIsDue(context, vault, names);
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

function whatIsDue(
  context: Context,
  { indexIsOld, graphIsOld }: VaultState,
  names: Names,
): string | null {
  const { config, places } = context;
  const now = context.now().getTime();
  if (isStale(places.rebuildStamp, config.graph.rebuildStaleDays, now)) {
    return STALE;
  }
  if (indexIsOld) return "the index is old";
  if (!graphIsOld && !names.has(DIRTY)) return null;
  return dirtySince(places) === null ? null : EDITS;
}
