import { join } from "@std/path";
import { askDaemon, DaemonError } from "../daemon/ask_daemon.ts";
import { startDaemon } from "../daemon/start_daemon.ts";
import { openLog } from "../log.ts";
import { isFile } from "../private_file.ts";
import { HOOKS, workerFile } from "../registry.ts";
import type { Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";

/**
 * Asks the installed daemon for something, and starts it where it does not run: nobody else writes the store.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param what What cannot be done without, for the messages: `switch the warden`.
 * @param method The request.
 * @param params What it needs.
 * @param timeoutMs Milliseconds to wait for the answer.
 * @throws {Failure} when there is no daemon to be had, or it does not do it.
 */
export async function askInstalled(
  machine: Machine,
  form: Form | null,
  what: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  timeoutMs = 10_000,
): Promise<unknown> {
  const { places, env, now } = machine;
  const command = join(
    places.data,
    "bin",
    workerFile(HOOKS["memoryd"], form ?? "native", machine.windows),
  );
  if (form === null || !isFile(command)) {
    throw new Failure(
      `Cannot ${what}: ${command} is not there; install the hooks first (install.ts alone)`,
    );
  }
  const log = openLog(places.state, "install", now);
  const start = (): void => {
    startDaemon({ command, places, env, log, now });
  };
  try {
    return await askDaemon(
      { socket: places.socket, places, start, timeoutMs },
      method,
      params,
    );
  } catch (error) {
    if (!(error instanceof DaemonError)) throw error;
    throw new Failure(`Cannot ${what}: ${error.message}`);
  }
}
