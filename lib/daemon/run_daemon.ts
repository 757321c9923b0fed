import deno from "../../deno.json" with { type: "json" };
import { loadConfig } from "../config.ts";
import { type Log, openLog, reason } from "../log.ts";
import { dirname, join } from "../path.ts";
import { type Environment, findPlaces, type Places } from "../place.ts";
import { ensurePrivateFolder, isFile, removeFile } from "../private_file.ts";
import { type Hook, programName } from "../registry.ts";
import { endProcess } from "../telemetry/end_process.ts";
import { writeText } from "../write_text.ts";
import type { Exporter } from "../telemetry/export_invocations.ts";
import { isTelemetryOn } from "../telemetry/is_telemetry_on.ts";
import { type DaemonLock, holdDaemonLock } from "./daemon_lock.ts";
import { serve } from "./serve.ts";
import { SpooledRows } from "./spooled_rows.ts";
import { attemptFile } from "./just_started.ts";

/** Milliseconds within which the daemon has ended once it is told to. */
const END_MS = 4800;

/**
 * Runs the daemon: one for a user, however many are started. It ends when it has had nothing to do for a while, or is told to (SIGTERM,
 * SIGINT, SIGHUP). Exits 0.
 *
 * @param hook The daemon's row in the registry.
 * @param script The daemon's own place, `import.meta`.
 */
export async function runDaemon(
  hook: Hook,
  script: ImportMeta,
): Promise<never> {
  const env: Environment = (name) => Deno.env.get(name);
  if (Deno.args.length > 0) {
    writeText(
      Deno.stdout,
      `${programName(hook)}: ${hook.purpose}.
It ends by itself after capture.idle_minutes without a row, and on SIGTERM. Log: memory-hooks.log in the state folder.
`,
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
  const ending = new AbortController();
  let watch: ReturnType<typeof setTimeout> | undefined;
  const end = (why: string): void => {
    ending.abort(why);
    // Whatever does not end by itself is left behind; rows that wait in the spool are there for the next daemon.
    watch = setTimeout(() => {
      log.error(`Cannot end within ${END_MS} ms; gave up`);
      void endProcess(0);
    }, END_MS);
  };
  const escaped = (event: Event, cause: unknown): void => {
    event.preventDefault();
    log.error("Cannot go on with a step", cause);
  };
  addEventListener("error", (event) => escaped(event, event.error));
  addEventListener(
    "unhandledrejection",
    (event) => escaped(event, event.reason),
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    if (Deno.build.os === "windows" && signal === "SIGTERM") continue;
    Deno.addSignalListener(signal, () => end(signal));
  }
  let exit = (): Promise<never> => endProcess(0);
  try {
    exit = await live(places, log, env, now, ending.signal);
  } catch (error) {
    log.error("Cannot keep the store", error);
  }
  // From here on the exporter says how long the end takes.
  clearTimeout(watch);
  return await exit();
}

/** Serves as long as there is work. Returns what ends the process. */
async function live(
  places: Places,
  log: Log,
  env: Environment,
  now: () => Date,
  signal: AbortSignal,
): Promise<() => Promise<never>> {
  const spool = new SpooledRows(join(places.capture, "spool"), now);
  ensurePrivateFolder(places.state);
  let exit = (): Promise<never> => endProcess(0);
  let exporter: Exporter | null = null;
  while (true) {
    using lock = await takeLock(places, log, now);
    if (lock === null) return exit;
    exporter ??= await openExporter(places, log, env);
    removeFile(attemptFile(places));
    const { idle } = await serve({
      places,
      log,
      now,
      lock,
      config: () => loadConfig(places, log),
      signal,
    });
    if (exporter !== null) {
      exit = await exporter.stop();
      exporter = null;
    }
    lock[Symbol.dispose]();
    // A hook that saw the lock held at the last moment started no daemon: its row is there by now.
    if (!idle || signal.aborted || spool.list().length === 0) return exit;
  }
}

/** The exporter where telemetry is on; one that cannot be had is no reason to store nothing. */
async function openExporter(
  places: Places,
  log: Log,
  env: Environment,
): Promise<Exporter | null> {
  if (!isTelemetryOn(env)) return null;
  try {
    const { exportInvocations } = await import(
      "../telemetry/export_invocations.ts"
    );
    return exportInvocations(join(places.capture, "telemetry"), log);
  } catch (error) {
    log.error("Cannot export telemetry", error);
    return null;
  }
}

async function takeLock(
  places: Places,
  log: Log,
  now: () => Date,
): Promise<DaemonLock | null> {
  try {
    return await holdDaemonLock(places.daemonLock, {
      pid: Deno.pid,
      startedAt: now().toISOString(),
      version: deno.version,
    });
  } catch (error) {
    log.error(`Cannot take the daemon's lock: ${reason(error)}`);
    return null;
  }
}
