import { readMeta, WARDEN_MINUTES } from "../memory/meta.ts";
import { readSnapshot } from "../memory/snapshot.ts";
import type { Places } from "../place.ts";
import { openMemories } from "../store/open_memories.ts";
import { askInstalled } from "./ask_installed.ts";
import type { Form } from "./entry.ts";
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
  const answer = await askInstalled(
    machine,
    form,
    "switch the warden",
    "set_warden",
    change,
  ) as WardenSwitch;
  return { enabled: answer.enabled, minutes: answer.minutes };
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
