import { attempt } from "../frame/attempt.ts";
import type { Job } from "../frame/run_worker.ts";
import { chooseEngine } from "../graph/choose.ts";
import { clearDirty, dirtySince } from "../graph/dirty.ts";
import { exportGraph } from "../graph/export_graph.ts";
import { outputFolder } from "../graph/graphify.ts";
import { makeBelow } from "../vault/make_below.ts";
import { basename } from "../path.ts";

import { isStale, touchStamp } from "../stamp.ts";
import { bothLogs } from "./both_logs.ts";
import { buildIndex, type BuiltIndex } from "./build_index.ts";
import { rebuildWithGraphify } from "./rebuild_with_graphify.ts";

/** Milliseconds without an edit before the edits are merged, by engine: a model is worth waiting for, a file is not. */
const QUIET_MS = { graphify: 5000, builtin: 1000 };

/** Milliseconds after which edits are merged even though they go on. */
const MOST_QUIET_MS = 60_000;

/**
 * Does in the background all that is due: the index is brought up to date; a stale graph is built anew; a graph that edits have
 * left behind is brought up to date once the edits pause. Edits during the work are merged as well.
 *
 * @param job The worker's.
 * @returns Says later whether a note has changed since; what failed is not tried again so soon.
 */
export async function rebuild(job: Job): Promise<() => boolean> {
  const { config, places } = job;
  const log = bothLogs(job.log, places.rebuildLog, job.now);
  const engine = chooseEngine(config);
  const stale = job.whole && isStale(
    places.rebuildStamp,
    config.graph.rebuildStaleDays,
    job.now().getTime(),
  );
  const before = dirtySince(places);
  const built = await attempt(
    log,
    "build the index",
    () =>
      refresh(
        { ...job, log },
        stale && engine === "builtin" ? "always" : engine,
      ),
    null,
  );
  if (stale) {
    const done = engine === "graphify"
      ? await rebuildWithGraphify(job, true)
      : built !== null && isWhole(built, job);
    if (done) {
      touchStamp(places.rebuildStamp, job.now());
      if (before !== null) clearDirty(places, before);
      log.info(`Rebuilt the graph (${engine})`);
    }
  }
  let failed: number | null = null;
  while (!job.signal.aborted) {
    const since = await quiet(job, QUIET_MS[engine]);
    if (since === null) break;
    const done = engine === "graphify"
      ? await rebuildWithGraphify(job, false)
      : await attempt(
        log,
        "write the graph",
        async () => isWhole(await refresh({ ...job, log }, "always"), job),
        false,
      );
    // What failed stays marked: the next session start tries again.
    if (!done) {
      failed = since;
      break;
    }
    clearDirty(places, since);
  }
  return () => {
    const since = dirtySince(places);
    return since !== null && since !== failed;
  };
}

/**
 * Brings the index up to date, and writes the graph's files from it: always, or only where the embedded engine has something new.
 */
function refresh(
  job: Job,
  write: "always" | "graphify" | "builtin",
): ReturnType<typeof buildIndex> {
  const { places, config, log, signal } = job;
  return buildIndex(
    { places, config, log, stopped: () => signal.aborted },
    (index, changed) => {
      if (write === "graphify" || (write === "builtin" && !changed)) return;
      if (signal.aborted) return;
      makeBelow(config.vault.path, config.graph.outputDir);
      const vaultName = basename(config.vault.path);
      exportGraph(index, outputFolder(config), { vaultName, now: job.now() });
    },
  );
}

/** Whether the graph's files are of the whole vault: a worker that was told to end may have left them as they were. */
function isWhole(built: BuiltIndex, job: Job): boolean {
  return built.complete && !job.signal.aborted;
}

/** Waits until no note has been edited for a while. Says when the last edit was, `null` when nothing waits to be merged. */
async function quiet(job: Job, quietMs: number): Promise<number | null> {
  const end = performance.now() + MOST_QUIET_MS;
  const told = new Promise<void>((resolve) => {
    job.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  while (!job.signal.aborted) {
    const since = dirtySince(job.places);
    if (since === null) return null;
    const rest = since + quietMs - job.now().getTime();
    if (rest <= 0 || performance.now() > end) return since;
    const pause = new Promise<void>((resolve) => {
      setTimeout(resolve, Math.min(rest, quietMs));
    });
    await Promise.race([pause, told]);
  }
  return null;
}
