import { isHeld } from "../lock.ts";
import type { Log } from "../log.ts";
import type { Environment, Places } from "../place.ts";
import { ensurePrivateFolder } from "../private_file.ts";
import { daemonEnv } from "../process/child_env.ts";
import { telemetryEnv } from "../telemetry/telemetry_env.ts";
import { attemptFile, isRecent } from "./just_started.ts";

/** What came of starting the daemon. */
export type Started = "started" | "running" | "recently tried" | "failed";

/** How the daemon is started. */
export interface DaemonStart {
  /** Its command. Needs `--allow-run` on it. */
  readonly command: string;
  /** Needs read and write permission on the state folder. */
  readonly places: Places;
  readonly env: Environment;
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Starts the daemon in the background, unless one runs or was started a moment ago. Of any number of hooks at once one starts it, and
 * of any number of daemons one stays. It never waits for the daemon, and never throws.
 */
export function startDaemon(
  { command, places, env, log, now }: DaemonStart,
): Started {
  if (isHeld(places.daemonLock)) return "running";
  try {
    ensurePrivateFolder(places.state);
    using attempt = Deno.openSync(attemptFile(places), {
      read: true,
      write: true,
      create: true,
      mode: 0o600,
    });
    const time = now().getTime();
    if (!attempt.tryLockSync(true) || isRecent(attempt.statSync(), time)) {
      return "recently tried";
    }
    // The time is ours to set, whatever the file system's clock says; the byte tells it from a file that was made just now.
    attempt.seekSync(0, Deno.SeekMode.Start);
    attempt.writeSync(new TextEncoder().encode("."));
    attempt.utimeSync(time / 1000, time / 1000);
    const child = new Deno.Command(command, {
      clearEnv: true,
      env: { ...daemonEnv(env), ...telemetryEnv(env) },
      cwd: places.state,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
    child.unref();
    return "started";
  } catch (error) {
    log.error(`Cannot start ${command}`, error);
    return "failed";
  }
}
