import { join } from "@std/path";
import { askDaemon, DaemonError } from "../daemon/ask_daemon.ts";
import { startDaemon } from "../daemon/start_daemon.ts";
import { openLog } from "../log.ts";
import { readMeta, WARDEN_MINUTES } from "../memory/meta.ts";
import { readSnapshot } from "../memory/snapshot.ts";
import type { Places } from "../place.ts";
import { isFile } from "../private_file.ts";
import { HOOKS, workerFile } from "../registry.ts";
import { openMemories } from "../store/open_memories.ts";
import type { Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";

/** Whether sessions are asked to launch the warden, and how often. */
export interface WardenSwitch {
  readonly enabled: boolean;
  /** 1 to 480; kept while it is off. */
  readonly minutes: number;
}

/** What is to be changed of it. */
export type WardenChange = Partial<WardenSwitch>;

/**
 * Sets the switch, through the daemon: nobody else writes the store.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param change What is to be changed.
 * @returns How it stands afterwards.
 * @throws {Failure} when there is no daemon to be had, or it does not do it.
 */
export async function switchWarden(
  machine: Machine,
  form: Form | null,
  change: WardenChange,
): Promise<WardenSwitch> {
  const { places, env, now } = machine;
  const command = join(
    places.data,
    "bin",
    workerFile(HOOKS["memoryd"], form ?? "native", machine.windows),
  );
  if (form === null || !isFile(command)) {
    throw new Failure(
      `Cannot switch the warden: ${command} is not there; install the hooks first (install.ts without --warden)`,
    );
  }
  const log = openLog(places.state, "install", now);
  try {
    const answer = await askDaemon(
      {
        socket: places.socket,
        places,
        start: () => {
          startDaemon({ command, places, env, log, now });
        },
      },
      "set_warden",
      change,
    ) as WardenSwitch;
    return { enabled: answer.enabled, minutes: answer.minutes };
  } catch (error) {
    if (!(error instanceof DaemonError)) throw error;
    throw new Failure(`Cannot switch the warden: ${error.message}`);
  }
}

/**
 * How the switch stands: as the daemon has left it for the hooks, else as the store has it, else the default.
 *
 * @param places Where both are. Needs read permission on the store's folder.
 */
export function readWarden(
  places: Pick<Places, "snapshot" | "store">,
): WardenSwitch {
  const snapshot = readSnapshot(places);
  if (snapshot !== null) {
    const { wardenEnabled, wardenMinutes } = snapshot;
    return { enabled: wardenEnabled, minutes: wardenMinutes };
  }
  try {
    const db = openMemories(places.store);
    if (db !== null) {
      try {
        const { wardenEnabled, wardenMinutes } = readMeta(db);
        return { enabled: wardenEnabled, minutes: wardenMinutes };
      } finally {
        db.close();
      }
    }
  } catch {
    // Whoever looks at the store says what is wrong with it.
  }
  return { enabled: true, minutes: WARDEN_MINUTES.default };
}

/** The switch in words. */
export function wardenText({ enabled, minutes }: WardenSwitch): string {
  const often = `every ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return enabled ? `on, ${often} at most` : `off (${often} when it is on)`;
}
