import { dirname, join } from "@std/path";
import { exists, removeFile } from "../private_file.ts";
import type { Group } from "../registry.ts";
import { openSpool } from "../spool.ts";
import { deliverAndEnd, removeCaptured } from "./_remove_capture.ts";
import { removePrograms } from "./_remove_programs.ts";
import { type RemovedVault, removeVault } from "./_remove_vault.ts";
import { whatIsThere } from "./_what_is_there.ts";
import { endDaemon } from "./end_daemon.ts";
import { exclusive } from "./exclusive.ts";
import { Failure } from "./failure.ts";
import { hooksOf } from "./groups.ts";
import { hostOf } from "./host_files.ts";
import { isUntouched } from "./made_config.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import { readSettings } from "./read_settings.ts";
import {
  readReceipt,
  type Receipt,
  receiptPath,
  writeReceipt,
} from "./receipt.ts";
import { groupsIn, registeredFiles, type WithGroups } from "./registered.ts";
import { removeFolder, removeIfEmpty } from "./remove_folder.ts";
import { readHandlers } from "./settings/read_handlers.ts";
import { unregister } from "./unregister.ts";

/** What an uninstallation came to. */
export interface Uninstalled {
  readonly settings: string;
  /** Other settings files that still have such hooks, so that the programs stay. */
  readonly stillIn: readonly string[];
  readonly done: readonly string[];
  /** What is still there, and where. */
  readonly kept: readonly string[];
}

/** What is to go. */
export interface Unwanted {
  /** The settings file. */
  readonly settings: string;
  /** What goes out of it. */
  readonly groups: readonly Group[];
  /** Whether capture goes out of all other files, too. */
  readonly everywhere: boolean;
  /** Whether what was captured goes, too. */
  readonly deleteStore: boolean;
}

/**
 * Takes hooks out of settings files. With the last of a group go its programs and what it keeps beside them; with the last of all, the
 * state. The vault and its journal always stay, and what was captured unless its end is asked for. Doing it twice does no harm.
 *
 * @param machine The machine. Needs all permissions.
 * @param unwanted What is to go.
 * @param progress Is told what takes long.
 * @throws {Failure} when the settings file cannot be understood or written, or captured rows are to go while capture goes on; nothing
 * was changed then.
 */
export async function uninstallHooks(
  machine: Machine,
  unwanted: Unwanted,
  progress: Progress,
): Promise<Uninstalled> {
  const { data } = machine.places;
  return await exclusive(
    data,
    progress,
    async () => await uninstall(machine, unwanted, readOldReceipt(data)),
  );
}

async function uninstall(
  machine: Machine,
  unwanted: Unwanted,
  receipt: Receipt | null,
): Promise<Uninstalled> {
  const { settings, groups, deleteStore } = unwanted;
  const { data } = machine.places;
  if (deleteStore) assertNoCapture(machine, unwanted, receipt);
  const known = receipt?.settings.find(({ path }) => path === settings);
  const done = unregister(machine, settings, known, groups);
  const kept: string[] = [];
  if (unwanted.everywhere) {
    for (const file of others(machine, unwanted, receipt)) {
      // Another host's file is nobody else's business: all of it goes.
      const those = hostOf(machine, file.path) === null
        ? file.groups.filter((group) => group === "capture")
        : file.groups;
      if (those.length === 0) continue;
      try {
        done.push(...unregister(machine, file.path, file, those));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        kept.push(error.message);
      }
    }
  }
  const files = registeredFiles(machine, receipt);
  const inUse = groupsIn(files);
  const gone = groups.filter((group) => !inUse.includes(group));
  const isIdle = inUse.length === 0;
  // Without a receipt nobody knows what else is installed: only what was asked for goes.
  const isLast = isIdle &&
    (receipt !== null || gone.includes("vault"));
  const removed = whatIsThere(machine.places, gone, isLast);
  if (gone.includes("capture")) {
    const form = receipt?.form ?? "native";
    const hasEnded = deleteStore
      ? await endDaemon(machine.places) !== "stays"
      : await deliverAndEnd(machine, form);
    if (!hasEnded) {
      done.push("The daemon was told to end, and has not done so yet");
    }
  }
  const vault = gone.includes("vault")
    ? await removeVault(machine, done)
    : null;
  if (vault?.waiting) kept.push(vault.waiting);
  if (isLast) removeFolder(join(data, "bin"));
  else removePrograms(join(data, "bin"), gone);
  // A hook may have started another one as long as its program was there.
  if (gone.includes("capture")) await endDaemon(machine.places);
  done.push(...removed);
  const rest = gone.includes("capture")
    ? removeCaptured(machine, deleteStore, done)
    : [];
  if (isIdle) removeIfEmpty(machine.places.state);
  if (isLast) await removeShared(machine, receipt, vault, done, kept);
  else if (receipt !== null) {
    writeReceipt(data, withoutGroups(receipt, files, inUse));
  }
  if (vault !== null && exists(vault.path)) {
    kept.push(`${vault.path} (the vault, with its journal)`);
  }
  kept.push(...rest);
  const stillIn = files
    .filter((file) => file.groups.some((group) => groups.includes(group)))
    .map(({ path }) => path);
  if (stillIn.length > 0) kept.push(data);
  return { settings, stillIn, done, kept };
}

/** The other files that hooks of this installation are in. */
function others(
  machine: Machine,
  { settings }: Unwanted,
  receipt: Receipt | null,
): WithGroups[] {
  return registeredFiles(machine, receipt)
    .filter(({ path }) => path !== settings);
}

/** Refuses to delete what was captured while it goes on elsewhere. */
function assertNoCapture(
  machine: Machine,
  unwanted: Unwanted,
  receipt: Receipt | null,
): void {
  const where = others(machine, unwanted, receipt)
    .filter(({ groups }) => groups.includes("capture"))
    .map(({ path }) => path)
    .filter((path) => !unwanted.everywhere || !isUnderstood(path));
  if (where.length === 0) return;
  throw new Failure(
    `Cannot delete what was captured: capture is still registered in ${
      where.join(", ")
    }; nothing was changed`,
  );
}

/** A receipt that cannot be read keeps nobody from uninstalling. */
function readOldReceipt(data: string): Receipt | null {
  try {
    return readReceipt(data);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Whether entries can be taken out of a settings file. */
function isUnderstood(path: string): boolean {
  try {
    readHandlers(readSettings(path).text);
    return true;
  } catch {
    return false;
  }
}

/** What is left of the receipt when some groups are gone. */
function withoutGroups(
  receipt: Receipt,
  files: readonly WithGroups[],
  groups: readonly Group[],
): Receipt {
  const names = new Set<string>(hooksOf(groups).map(({ name }) => name));
  const flags = Object.entries(receipt.flags)
    .filter(([name]) => names.has(name));
  return { ...receipt, settings: files, flags: Object.fromEntries(flags) };
}

/** Removes what belongs to no group alone: state, config, receipt. */
async function removeShared(
  { places }: Machine,
  receipt: Receipt | null,
  vault: RemovedVault | null,
  done: string[],
  kept: string[],
): Promise<void> {
  const stays = new Set([
    ...vault?.waiting ? [openSpool(places.state).folder] : [],
    places.capture,
  ]);
  for (const name of namesIn(places.state)) {
    const path = join(places.state, name);
    if (!stays.has(path)) removeFolder(path);
  }
  removeIfEmpty(places.state);
  for (const name of namesIn(places.data)) {
    if (name.startsWith("bin.staging-")) removeFolder(join(places.data, name));
  }
  const made = receipt?.config ?? null;
  if (made !== null && await isUntouched(made)) {
    removeFile(made.path);
    removeIfEmpty(dirname(made.path));
    done.push(`Removed ${made.path}`);
  } else if (exists(places.config)) kept.push(places.config);
  removeFile(receiptPath(places.data));
}

function namesIn(folder: string): string[] {
  return exists(folder)
    ? [...Deno.readDirSync(folder)].map(({ name }) => name)
    : [];
}
