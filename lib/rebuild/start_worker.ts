import { acquireLock, isHeld } from "../lock.ts";
import { workerEnv } from "../process/child_env.ts";
import { WHOLE } from "../frame/run_worker.ts";
import type { Context } from "../frame/run.ts";

/**
 * Starts the worker in the background, unless one is at work. The lock is taken before, so that of any number of hooks at once
 * exactly one starts it; the worker owns it afterwards.
 *
 * @param context The hook's. Needs read and write permission on the cache folder and `--allow-run` on the worker.
 * @param why What the worker is needed for, for the log.
 * @param options `expected`: one may well be at work, so that finding it is not worth a line in the log. `whole`: the whole graph is
 * built anew; only a session start asks for that, so that a model that is down is not asked again at every write.
 * @returns Whether it was started.
 */
export function startWorker(
  context: Context,
  why: string,
  { expected = false, whole = false }: { expected?: boolean; whole?: boolean } =
    {},
): boolean {
  const { places, config, log } = context;
  const worker = context.worker("rebuild");
  if (expected && isHeld(places.rebuildLock)) return false;
  const now = context.now().getTime();
  const attempt = acquireLock(places.rebuildLock, {
    now,
    timeoutMs: config.graph.rebuildTimeoutMinutes * 60_000,
    owner: { phase: "taken", pid: Deno.pid, since: now },
  });
  if ("busy" in attempt) {
    if (!expected) log.info(`Started no rebuild (${why}): ${attempt.busy}`);
    return false;
  }
  using lock = attempt.lock;
  if (lock.reclaimed !== null) {
    log.warn(`Took over the rebuild lock: ${lock.reclaimed}`);
  }
  try {
    const child = new Deno.Command(worker, {
      args: whole ? [WHOLE] : [],
      clearEnv: true,
      env: workerEnv(context.env),
      cwd: places.graphCache,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
    child.unref();
    // Not before: a hook that is killed on the way here leaves a lock that is known to have no owner.
    lock.own({ phase: "starting", pid: Deno.pid, since: now });
    log.info(`Started a rebuild (${why}): process ${child.pid}`);
    return true;
  } catch (error) {
    lock.release();
    log.error(`Cannot start ${worker}`, error);
    return false;
  }
}
