import { dirname, join } from "@std/path";
import { SpooledRows } from "../daemon/spooled_rows.ts";
import { attemptFile } from "../daemon/just_started.ts";
import { startDaemon } from "../daemon/start_daemon.ts";
import { openLog } from "../log.ts";
import { exists, isFile, removeFile } from "../private_file.ts";
import { HOOKS, workerFile } from "../registry.ts";
import { endDaemon } from "./end_daemon.ts";
import type { Form } from "./entry.ts";
import { holdsNothing } from "./holds_nothing.ts";
import { lookAtStore } from "./look_at_store.ts";
import type { Machine } from "./machine.ts";
import { quoted } from "./quoted.ts";
import { removeFolder, removeIfEmpty } from "./remove_folder.ts";
import { runningDaemon } from "./running_daemon.ts";

/** Milliseconds in which the daemon stores rows that wait. */
const DELIVERY_MS = 5000;

/**
 * Ends the daemon once it has stored what waits; where none runs, one is started for that.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed.
 * @returns Whether no daemon runs any more.
 */
export async function deliverAndEnd(
  machine: Machine,
  form: Form,
): Promise<boolean> {
  const { places } = machine;
  const waiting = (): boolean => rowsThatWait(machine) > 0;
  const program = join(
    places.data,
    "bin",
    workerFile(HOOKS["memoryd"], form, machine.windows),
  );
  if (waiting() && runningDaemon(places) === null && isFile(program)) {
    start(machine, program);
  }
  const end = performance.now() + DELIVERY_MS;
  while (isFile(program) && waiting() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return await endDaemon(places) !== "stays";
}

function start(machine: Machine, program: string): void {
  const { places, env, now } = machine;
  startDaemon({
    command: program,
    places,
    env,
    log: openLog(places.state, "install", now),
    now,
  });
}

/** Rows that the daemon has not stored yet. */
export function rowsThatWait({ places, now }: Machine): number {
  return new SpooledRows(join(places.capture, "spool"), now).list().length;
}

/**
 * Removes what capture leaves beside its programs. The store, with all that is needed to verify it, is the user's and goes only where that
 * is asked for, or where nothing is in it.
 *
 * @param machine The machine. Needs read and write permission on its folders.
 * @param deleteStore Whether the store goes, too.
 * @param done Gets what was done, in words.
 * @returns What is still there, in words.
 */
export function removeCaptured(
  machine: Machine,
  deleteStore: boolean,
  done: string[],
): string[] {
  const { places } = machine;
  const { store, capture } = places;
  const kept: string[] = [];
  const hasMemories = (lookAtStore(store).memories ?? 0) > 0;
  const isEmpty = holdsNothing(store) && rowsThatWait(machine) === 0;
  if (deleteStore || isEmpty) {
    if (exists(store) && !isEmpty) {
      done.push(
        `Deleted the captured rows${
          hasMemories ? " and the memories" : ""
        } in ${store}`,
      );
    }
    removeFolder(store);
    removeFolder(capture);
  } else {
    const keepsStore = exists(store);
    const waiting = rowsThatWait(machine);
    for (const name of namesIn(capture)) {
      const isNeeded = name === "chain-head.json" && keepsStore ||
        name === "spool" && waiting > 0;
      if (!isNeeded) removeFolder(join(capture, name));
    }
    removeIfEmpty(capture);
    if (keepsStore) {
      const folders = [store, ...exists(capture) ? [capture] : []];
      kept.push(
        `${store} (what was captured${
          hasMemories ? " and remembered" : ""
        }; to delete it: rm -r ${folders.map(quoted).join(" ")})`,
      );
    }
    if (waiting > 0) {
      kept.push(
        `${join(capture, "spool")} (captured rows that could not be stored)`,
      );
    }
  }
  removeFile(places.daemonLock);
  removeFile(attemptFile(places));
  removeFile(places.socket);
  if (dirname(places.socket) !== places.state) {
    removeIfEmpty(dirname(places.socket));
  }
  return kept;
}

function namesIn(folder: string): string[] {
  return exists(folder)
    ? [...Deno.readDirSync(folder)].map(({ name }) => name)
    : [];
}
