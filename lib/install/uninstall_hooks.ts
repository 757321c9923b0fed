import { dirname, join } from "@std/path";
import { loadConfig } from "../config.ts";
import { openLog } from "../log.ts";
import type { Places } from "../place.ts";
import { attempt } from "../frame/attempt.ts";
import { removeFile } from "../private_file.ts";
import { deliverSpooled } from "../session/deliver_spooled.ts";
import { journalTheDead } from "../session/journal_the_dead.ts";
import { openSpool, type Spool } from "../spool.ts";
import { exclusive } from "./exclusive.ts";
import { Failure } from "./failure.ts";
import { isRegistered } from "./install_hooks.ts";
import { isUntouched } from "./made_config.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import {
  readReceipt,
  type Receipt,
  receiptPath,
  writeReceipt,
} from "./receipt.ts";
import { removeFolder, removeIfEmpty } from "./remove_folder.ts";
import { endWorker } from "./_end_worker.ts";
import { unregister } from "./unregister.ts";

/** What an uninstallation came to. */
export interface Uninstalled {
  readonly settings: string;
  /** Other settings files that still have the hooks, so that the programs stay. */
  readonly stillIn: readonly string[];
  readonly done: readonly string[];
  /** What is still there, and where. */
  readonly kept: readonly string[];
}

/**
 * Takes the hooks out of a settings file; with the last one go programs, index, state and the rebuild's files. The vault and its
 * journal always stay. Doing it twice does no harm.
 *
 * @param machine The machine. Needs all permissions.
 * @param settings The settings file.
 * @param progress Is told what takes long.
 * @throws {Failure} when the settings file cannot be understood or written; nothing was changed then.
 */
export async function uninstallHooks(
  machine: Machine,
  settings: string,
  progress: Progress,
): Promise<Uninstalled> {
  const { data } = machine.places;
  return await exclusive(data, progress, async () => {
    const receipt = readOldReceipt(data);
    const known = receipt?.settings.find(({ path }) => path === settings);
    const done = unregister(machine, settings, known);
    const others = (receipt?.settings ?? []).filter(({ path }) =>
      path !== settings && isRegistered(machine, path)
    );
    if (receipt !== null && others.length > 0) {
      writeReceipt(data, { ...receipt, settings: others });
      const stillIn = others.map(({ path }) => path);
      return { settings, stillIn, done, kept: [data] };
    }
    const kept = await removeAll(machine, receipt, done);
    return { settings, stillIn: [], done, kept };
  });
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

async function removeAll(
  machine: Machine,
  receipt: Receipt | null,
  done: string[],
): Promise<string[]> {
  const { places, now } = machine;
  const removed = whatIsThere(places);
  const log = openLog(places.state, "install", now);
  const config = await loadConfig(places, log);
  const kept: string[] = [];
  await endWorker(places, now);

  // What the state folder knows of sessions, and the journal does not yet.
  const delivery = { places, config, log };
  const journaled = await attempt(
    log,
    "journal killed sessions",
    () => journalTheDead({ ...delivery, now: now(), ownId: null }),
    0,
  );
  const delivered = journaled + deliverSpooled(delivery);
  if (delivered > 0) {
    done.push(
      `Delivered ${delivered} waiting journal ${
        delivered === 1 ? "entry" : "entries"
      }`,
    );
  }
  const spool = openSpool(places.state);
  const waiting = waitingIn(spool, config.vault.path);
  if (waiting !== null) {
    for (const { name } of [...Deno.readDirSync(places.state)]) {
      const path = join(places.state, name);
      if (path !== spool.folder) removeFolder(path);
    }
    kept.push(waiting);
  } else removeFolder(places.state);

  for (const part of ["bin", "index"]) removeFolder(join(places.data, part));
  if (isThere(places.data)) {
    for (const { name } of [...Deno.readDirSync(places.data)]) {
      if (name.startsWith("bin.staging-")) {
        removeFolder(join(places.data, name));
      }
    }
  }
  removeRebuildFiles(places.graphCache);
  done.push(...removed);

  const made = receipt?.config ?? null;
  if (made !== null && await isUntouched(made)) {
    removeFile(made.path);
    removeIfEmpty(dirname(made.path));
    done.push(`Removed ${made.path}`);
  } else if (isThere(places.config)) kept.push(places.config);
  if (isThere(config.vault.path)) {
    kept.push(`${config.vault.path} (the vault, with its journal)`);
  }
  removeFile(receiptPath(places.data));
  return kept;
}

/** What is going to be removed, in words, before anything here makes some of it anew. */
function whatIsThere({ data, state, graphCache }: Places): string[] {
  const parts = [
    ["programs", join(data, "bin")],
    ["index", join(data, "index")],
  ].flatMap(([what = "", path = ""]) => isThere(path) ? [what] : []);
  return [
    ...parts.length === 0 ? [] : [`Removed ${parts.join(" and ")} in ${data}`],
    ...isThere(state) ? [`Removed state and log in ${state}`] : [],
    ...rebuildFiles(graphCache).length === 0
      ? []
      : [`Removed the rebuild's cache in ${graphCache}`],
  ];
}

/** What the spool still has that nobody else knows, in words; `null` where there is no such thing. */
function waitingIn(spool: Spool, vault: string): string | null {
  if (!isThere(spool.folder)) return null;
  const unreadable = [...Deno.readDirSync(spool.folder)]
    .filter(({ name }) => name.endsWith(".bad")).length;
  const undelivered = spool.list("journal").length;
  const why = isThere(vault) ? "" : ": the vault is not there";
  const what = [
    ...undelivered === 0
      ? []
      : [`journal entries that could not be delivered${why}`],
    ...unreadable === 0 ? [] : ["files that are no journal entries"],
  ];
  return what.length === 0 ? null : `${spool.folder} (${what.join("; ")})`;
}

function removeRebuildFiles(folder: string): void {
  for (const path of rebuildFiles(folder)) removeFile(path);
  removeIfEmpty(folder);
}

function rebuildFiles(folder: string): string[] {
  if (!isThere(folder)) return [];
  return [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.startsWith("vault-rebuild."))
    .map(({ name }) => join(folder, name));
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
