import { join } from "@std/path";
import { exists, isFile, removeFile } from "../private_file.ts";
import { type ArtefactKind, MANIFEST } from "./artefacts.ts";
import { exclusive } from "./exclusive.ts";
import {
  artefactFolder,
  artefactsToCopy,
  installArtefacts,
  removeArtefacts,
} from "./install_artefacts.ts";
import { Failure } from "./failure.ts";
import { lookAtStore } from "./look_at_store.ts";
import type { Machine } from "./machine.ts";
import {
  addCommand,
  registerServer,
  serverCommand,
  unregisterServer,
} from "./mcp_server.ts";
import { type Part, PARTS } from "./overview.ts";
import type { Progress } from "./progress.ts";
import { registeredFiles } from "./registered.ts";
import { readReceipt, type Receipt, writeReceipt } from "./receipt.ts";
import {
  removeStatusLine,
  setStatusLine,
  statusLineOf,
} from "./status_line.ts";
import {
  type Uninstalled,
  uninstallHooks,
  type Unwanted,
} from "./uninstall_hooks.ts";

/** What became of the parts that were asked for. */
export interface PartsInstalled {
  /** Whether each is there now, or may not be replaced. */
  readonly ok: boolean;
  /** Whether anything is new. */
  readonly changed: boolean;
  readonly settings: string;
  readonly done: readonly string[];
  /** What the user has to do, or know. */
  readonly notes: readonly string[];
}

/**
 * Installs what goes with the hooks, and no hooks: skills and agents beside the settings file, the MCP server, the status line.
 *
 * @param machine The machine. Needs all permissions.
 * @param parts Which of them.
 * @param settings The settings file.
 * @param progress Is told when it has to wait.
 * @throws {Failure} when one cannot be installed; those before it are.
 */
export async function installParts(
  machine: Machine,
  parts: readonly Part[],
  settings: string,
  progress: Progress,
): Promise<PartsInstalled> {
  return await exclusive(machine.places.data, progress, async () => {
    const receipt = readReceipt(machine.places.data);
    const form = receipt?.form ?? null;
    const done: string[] = [];
    const notes: string[] = [];
    let ok = true;
    let changed = false;
    for (const part of PARTS.filter((part) => parts.includes(part))) {
      switch (part) {
        case "mcp": {
          const server = await registerServer(machine, form);
          done.push(...server.done);
          notes.push(...server.notes);
          ok &&= server.ok;
          changed ||= server.changed;
          break;
        }
        case "statusline": {
          const line = setStatusLine(machine, settings, form);
          done.push(...line.done);
          notes.push(...line.notes);
          changed ||= line.changed;
          rememberBackup(machine, receipt, settings, line.backup);
          break;
        }
        default: {
          const folder = artefactFolder(settings, part);
          const copied = installArtefacts(machine, part, folder);
          done.push(
            ...copied.done.length > 0 ? copied.done : [
              `The ${part} in ${folder} are those of this version already: nothing to do`,
            ],
          );
          notes.push(...copied.kept);
          changed ||= copied.done.length > 0;
        }
      }
    }
    return { ok, changed, settings, done, notes };
  });
}

/** Uninstalling removes the backups that say no more than the settings do. */
function rememberBackup(
  machine: Machine,
  receipt: Receipt | null,
  settings: string,
  backup: string | null,
): void {
  if (receipt === null || backup === null) return;
  writeReceipt(machine.places.data, {
    ...receipt,
    settings: receipt.settings.map((file) =>
      file.path === settings
        ? { ...file, backups: [...file.backups, backup] }
        : file
    ),
  });
}

/**
 * What an installation of some parts would do, in lines. Nothing is changed.
 *
 * @param machine The machine. Needs read permission on what is installed.
 * @param parts Which of them.
 * @param settings The settings file.
 */
export function printParts(
  machine: Machine,
  parts: readonly Part[],
  settings: string,
): string[] {
  const form = readReceipt(machine.places.data)?.form ?? "native";
  return PARTS.filter((part) => parts.includes(part)).flatMap((part) => {
    switch (part) {
      case "mcp":
        return [`would run ${addCommand(serverCommand(machine, form))}`];
      case "statusline":
        return [
          `would set statusLine in ${settings} to ${
            JSON.stringify(statusLineOf(machine, form))
          }`,
        ];
      default:
        return artefactsToCopy(machine, part, artefactFolder(settings, part))
          .map((path) => `would install ${path}`);
    }
  });
}

/**
 * Takes back what was installed. Of the parts beside the hooks, unedited skills and agents go with their receipts, and our own entry of the
 * MCP server and the status line; edited ones and foreign ones stay.
 *
 * @param machine The machine. Needs all permissions.
 * @param unwanted Which hooks.
 * @param parts The parts that go alone; all of them go with the last of the base hooks where none is named.
 * @param progress Is told what takes long.
 * @throws {Failure} as `uninstallHooks()` does, and when the status line cannot be taken out.
 */
export async function uninstall(
  machine: Machine,
  unwanted: Unwanted,
  parts: readonly Part[],
  progress: Progress,
): Promise<Uninstalled> {
  const { settings, groups } = unwanted;
  const { data } = machine.places;
  const receipt = receiptOf(machine);
  if (unwanted.deleteStore && !groups.includes("vault")) {
    assertNoMemories(machine, receipt);
  }
  const hooks = parts.length > 0
    ? { settings, stillIn: [], done: [], kept: [] }
    : await uninstallHooks(machine, unwanted, progress);
  if (parts.length === 0 && !groups.includes("vault")) return hooks;
  return await exclusive(data, progress, async () => {
    const done: string[] = [...hooks.done];
    const kept: string[] = [...hooks.kept];
    const form = receipt?.form ?? "native";
    const isNamed = (part: Part): boolean => parts.includes(part);
    const goes = (part: Part): boolean => parts.length === 0 || isNamed(part);
    for (const kind of ["skills", "agents"] as const satisfies ArtefactKind[]) {
      if (!goes(kind)) continue;
      const removed = removeArtefacts(kind, artefactFolder(settings, kind));
      done.push(...removed.done);
      kept.push(...removed.kept);
    }
    if (goes("statusline")) {
      const known = receipt?.settings.find(({ path }) => path === settings);
      done.push(...removeStatusLine(machine, settings, known));
    }
    // As long as its program is there, another settings file needs the server.
    const isGone = !isFile(serverCommand(machine, form).command);
    if (isNamed("mcp") || parts.length === 0 && isGone) {
      const server = await unregisterServer(machine, form);
      done.push(...server.done);
      kept.push(...server.kept);
    }
    const manifest = join(data, "bin", MANIFEST);
    if (isGone && exists(manifest)) removeFile(manifest);
    return { ...hooks, done, kept };
  });
}

/** Refuses to delete the store, which the memories are in as well, while the hooks of these are in use. */
function assertNoMemories(machine: Machine, receipt: Receipt | null): void {
  const { memories } = lookAtStore(machine.places.store);
  if (memories === null || memories === 0) return;
  const isInUse = registeredFiles(machine, receipt)
    .some(({ groups }) => groups.includes("vault"));
  if (!isInUse) return;
  throw new Failure(
    `Cannot delete what was captured: the same store holds ${
      memories === 1 ? "a memory" : `${memories} memories`
    }, and the hooks of these are still registered; nothing was changed`,
  );
}

/** A receipt that cannot be read keeps nobody from uninstalling. */
function receiptOf(machine: Machine): Receipt | null {
  try {
    return readReceipt(machine.places.data);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
