import type { Group } from "../registry.ts";
import {
  type ArtefactKind,
  type ArtefactState,
  artefactStates,
} from "./artefacts.ts";
import { GROUPS } from "./groups.ts";
import { type HookState, hookStates } from "./hook_states.ts";
import { artefactFolder } from "./install_artefacts.ts";
import { lookAtStore, type StoreState } from "./look_at_store.ts";
import type { Machine } from "./machine.ts";
import { lookAtServer, type ServerState } from "./mcp_server.ts";
import { readSettings } from "./read_settings.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { registeredFiles } from "./registered.ts";
import { desiredEntries, isOursIn } from "./register.ts";
import { lookAtStatusLine, type StatusLineState } from "./status_line.ts";
import { readWarden, type WardenSwitch } from "./switch_warden.ts";

/** What is installed beside the hooks, by the name of its option. */
export const PARTS = ["skills", "agents", "mcp", "statusline"] as const;

export type Part = typeof PARTS[number];

/** The hooks in one settings file. */
export interface HooksIn {
  readonly path: string;
  readonly states: readonly HookState[];
  /** Why the file cannot be understood, else `null`. */
  readonly problem: string | null;
}

/** The skills or agents beside a settings file. */
export interface ArtefactsIn {
  readonly folder: string;
  readonly states: readonly ArtefactState[];
}

/** How each part of an installation stands. */
export interface Overview {
  readonly settings: string;
  readonly hooks: readonly HooksIn[];
  readonly skills: ArtefactsIn;
  readonly agents: ArtefactsIn;
  readonly mcp: ServerState;
  readonly statusline: StatusLineState;
  readonly warden: WardenSwitch;
  readonly store: StoreState;
}

/**
 * Looks at each part of an installation. Nothing is changed or started.
 *
 * @param machine The machine. Needs read permission on all of it.
 * @param settings The settings file that is meant.
 * @param files The settings files whose hooks are looked at.
 */
export function overview(
  machine: Machine,
  settings: string,
  files: readonly string[],
): Overview {
  const receipt = receiptOf(machine);
  const form = receipt?.form ?? "native";
  const groupsOf = new Map(
    registeredFiles(machine, receipt).map(({ path, groups }) => [path, groups]),
  );
  const artefacts = (kind: ArtefactKind): ArtefactsIn => {
    const folder = artefactFolder(settings, kind);
    return { folder, states: artefactStates(kind, folder, machine.project) };
  };
  return {
    settings,
    hooks: files.map((path) =>
      hooksIn(machine, path, receipt, groupsOf.get(path) ?? ["vault"])
    ),
    skills: artefacts("skills"),
    agents: artefacts("agents"),
    mcp: lookAtServer(machine, form),
    statusline: lookAtStatusLine(machine, settings, form),
    warden: readWarden(machine.places),
    store: lookAtStore(machine.places.store),
  };
}

function hooksIn(
  machine: Machine,
  path: string,
  receipt: Receipt | null,
  groups: readonly Group[],
): HooksIn {
  try {
    const { text } = readSettings(path);
    const states = hookStates(
      text,
      desiredEntries(
        machine,
        receipt?.form ?? "native",
        receipt?.flags ?? {},
        groups,
        path,
      ),
      isOursIn(machine, path, GROUPS),
    );
    return { path, states, problem: null };
  } catch (error) {
    const { message } = error as Error;
    return {
      path,
      states: [],
      problem: message.replace("; nothing was changed", ""),
    };
  }
}

/** The findings say what is wrong with it. */
function receiptOf(machine: Machine): Receipt | null {
  try {
    return readReceipt(machine.places.data);
  } catch {
    return null;
  }
}

/**
 * Whether some parts are as an installation of them leaves them.
 *
 * @param found How they stand.
 * @param parts Which of them.
 */
export function areInstalled(
  found: Overview,
  parts: readonly Part[],
): boolean {
  return parts.every((part) => {
    switch (part) {
      case "skills":
      case "agents":
        return found[part].states.every(({ state }) => state === "installed");
      default:
        return found[part].state === "current";
    }
  });
}
