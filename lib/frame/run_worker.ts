import { type Config, loadConfig } from "../config.ts";
import { acquireLock, type HeldLock, takeOverLock } from "../lock.ts";
import { type Log, openLog, reason } from "../log.ts";
import { dirname } from "../path.ts";
import { type Environment, findPlaces, type Places } from "../place.ts";
import { isFile } from "../private_file.ts";
import { type Hook, programName } from "../registry.ts";
import { writeText } from "../write_text.ts";

/** The argument that asks for the whole graph to be built anew. */
export const WHOLE = "--whole";

/** What the worker gets. */
export interface Job {
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  readonly env: Environment;
  readonly now: () => Date;
  /** Whether a session start found the graph stale, so that it is to be built anew as a whole. */
  readonly whole: boolean;
  /** Aborted when the worker is told to end or its time is over; its reason says which, in words. */
  readonly signal: AbortSignal;
}

/**
 * Runs the worker: takes over the lock that the hook made for it, does the work, and lets go of the lock however it ends: done,
 * failed, out of time, or told to end (SIGTERM, SIGINT, SIGHUP). Exits 0.
 *
 * @param hook The worker's row in the registry.
 * @param script The worker's own place, `import.meta`.
 * @param work Does the work; it must end soon after the signal is aborted. What it returns says, once the lock is let go, whether
 * there is more to do by then.
 */
export async function runWorker(
  hook: Hook,
  script: ImportMeta,
  work: (job: Job) => Promise<() => boolean>,
): Promise<never> {
  const env: Environment = (name) => Deno.env.get(name);
  if (Deno.args.some((word) => word !== WHOLE)) {
    writeText(
      Deno.stdout,
      `${
        programName(hook)
      }: ${hook.purpose}.\nThe hooks start it; ${WHOLE} has the whole graph built anew.\n`,
    );
    Deno.exit(0);
  }
  if (env("MEMORY_HOOKS_INSIDE")) Deno.exit(0);
  const folder = Deno.build.standalone
    ? dirname(Deno.execPath())
    : script.dirname ?? ".";
  const now = (): Date => new Date();
  const places = findPlaces(env, folder, isFile);
  const log = openLog(places.state, hook.name, now);
  let lock = await takeOver(places, log, now);
  if (lock === null) Deno.exit(0);

  const ending = new AbortController();
  const end = (why: string): void => {
    log.warn(`Ending the rebuild: ${why}`);
    ending.abort(why);
    // Whatever does not end by itself is left behind: the lock must not be.
    setTimeout(() => {
      lock?.release();
      Deno.exit(0);
    }, 5000);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    if (Deno.build.os === "windows" && signal === "SIGTERM") continue;
    Deno.addSignalListener(signal, () => end(signal));
  }
  try {
    const config = await loadConfig(places, log);
    setTimeout(
      () => end("it is over the rebuild timeout"),
      config.graph.rebuildTimeoutMinutes * 60_000,
    );
    const job: Job = {
      places,
      config,
      log,
      env,
      now,
      whole: Deno.args[0] === WHOLE,
      signal: ending.signal,
    };
    while (lock !== null) {
      const hasMore = await work(job);
      lock.release();
      lock = null;
      // A hook that found the lock held started no worker: what it left is done now.
      if (hasMore() && !ending.signal.aborted) lock = takeAgain(job);
    }
  } catch (error) {
    log.error("Cannot rebuild", error);
  } finally {
    lock?.release();
  }
  Deno.exit(0);
}

function takeAgain({ places, config, now }: Job): HeldLock | null {
  const since = now().getTime();
  const attempt = acquireLock(places.rebuildLock, {
    now: since,
    timeoutMs: config.graph.rebuildTimeoutMinutes * 60_000,
    owner: { phase: "running", pid: Deno.pid, since },
  });
  return "lock" in attempt ? attempt.lock : null;
}

async function takeOver(
  places: Places,
  log: Log,
  now: () => Date,
): Promise<HeldLock | null> {
  try {
    const lock = await takeOverLock(places.rebuildLock, {
      phase: "running",
      pid: Deno.pid,
      since: now().getTime(),
    });
    if (lock === null) log.warn("Found no rebuild lock to take over: ended");
    return lock;
  } catch (error) {
    log.error(`Cannot take over the rebuild lock: ${reason(error)}`);
    return null;
  }
}
