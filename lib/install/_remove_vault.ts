import { join } from "@std/path";
import { loadConfig } from "../config.ts";
import { attempt } from "../frame/attempt.ts";
import { openLog } from "../log.ts";
import { exists, removeFile } from "../private_file.ts";
import { deliverSpooled } from "../session/deliver_spooled.ts";
import { journalTheDead } from "../session/journal_the_dead.ts";
import { openSpool, type Spool } from "../spool.ts";
import { endWorker } from "./_end_worker.ts";
import type { Machine } from "./machine.ts";
import { removeFolder, removeIfEmpty } from "./remove_folder.ts";

/** What is left of the vault's hooks. */
export interface RemovedVault {
  /** The vault. */
  readonly path: string;
  /** What the spool has that nobody else knows, in words; `null` where there is no such thing. */
  readonly waiting: string | null;
}

/**
 * Removes what the vault's hooks keep beside their programs, after the journal got what it does not have yet.
 *
 * @param machine The machine. Needs all permissions.
 * @param done Gets what was done, in words.
 */
export async function removeVault(
  machine: Machine,
  done: string[],
): Promise<RemovedVault> {
  const { places, now } = machine;
  const log = openLog(places.state, "install", now);
  const config = await loadConfig(places, log);
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
  const path = config.vault.path;
  const spool = openSpool(places.state);
  const waiting = waitingIn(spool, path);
  if (waiting === null) removeFolder(spool.folder);
  removeFolder(join(places.data, "index"));
  for (const file of rebuildFiles(places.graphCache)) removeFile(file);
  removeIfEmpty(places.graphCache);
  return { path, waiting };
}

/** What the spool still has, in words. */
function waitingIn(spool: Spool, vault: string): string | null {
  if (!exists(spool.folder)) return null;
  const unreadable = [...Deno.readDirSync(spool.folder)]
    .filter(({ name }) => name.endsWith(".bad")).length;
  const undelivered = spool.list("journal").length;
  const why = exists(vault) ? "" : ": the vault is not there";
  const what = [
    ...undelivered === 0
      ? []
      : [`journal entries that could not be delivered${why}`],
    ...unreadable === 0 ? [] : ["files that are no journal entries"],
  ];
  return what.length === 0 ? null : `${spool.folder} (${what.join("; ")})`;
}

/**
 * The files of the rebuild; graphify's own are not among them.
 *
 * @param folder The folder that they are in. Needs read permission on it.
 */
export function rebuildFiles(folder: string): string[] {
  if (!exists(folder)) return [];
  return [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.startsWith("vault-rebuild."))
    .map(({ name }) => join(folder, name));
}
