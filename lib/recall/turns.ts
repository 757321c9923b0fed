import { join } from "../path.ts";
import {
  appendPrivateLine,
  readRegularFile,
  writePrivateFile,
} from "../private_file.ts";

/** The prompts of a session so far, and what it was told. */
export interface Turns {
  /** How many prompts there were. */
  readonly count: number;
  /** Addresses of items, the oldest first. */
  readonly told: readonly string[];
  /** Bytes of the file. */
  readonly size: number;
}

/** Bytes of a file from which on it is written anew, with the latest items only. */
const MAX_BYTES = 48 * 1024;

const MAX_KEPT = 400;

/** UTF-16 units of an item's address; a note's holds its path. */
const MAX_ADDRESS = 1000;

/**
 * Reads what a session was told: a line for each prompt, `p` and its number, and after it one for each item, `i` and its address.
 *
 * @param folder The folder of such files. Needs read permission on it.
 * @param sessionId A safe id.
 */
export function readTurns(folder: string, sessionId: string): Turns {
  const text = readRegularFile(join(folder, sessionId), 4 * MAX_BYTES) ?? "";
  let count = 0;
  const told: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("i ")) told.push(line.slice(2));
    else if (line.startsWith("p ")) {
      // Two prompts at once may have taken the same number.
      count = Math.max(count + 1, Number(line.slice(2)) || 0);
    }
  }
  return { count, told: told.slice(-MAX_KEPT), size: text.length };
}

/**
 * Notes one more prompt, and what it was told.
 *
 * @param folder The folder of such files. Needs read and write permission on it.
 * @param sessionId A safe id.
 * @param before What the file held.
 * @param items Addresses of the items.
 */
export function keepTurn(
  folder: string,
  sessionId: string,
  before: Turns,
  items: readonly string[],
): void {
  const path = join(folder, sessionId);
  const fit = items.filter((it) =>
    it.length <= MAX_ADDRESS && !/[\r\n]/.test(it)
  );
  const lines = [`p ${before.count + 1}`, ...fit.map((it) => `i ${it}`)];
  if (before.size <= MAX_BYTES) {
    appendPrivateLine(path, lines.join("\n") + "\n");
    return;
  }
  const kept = before.told.slice(-MAX_KEPT / 2).map((it) => `i ${it}`);
  writePrivateFile(
    path,
    [`p ${before.count}`, ...kept, ...lines].join("\n") + "\n",
  );
}

/**
 * Notes what a session was told otherwise than with a prompt, so that no prompt tells it again.
 *
 * @param folder The folder of such files. Needs read and write permission on it.
 * @param sessionId A safe id.
 * @param item The address of what it was told.
 */
export function noteTold(
  folder: string,
  sessionId: string,
  item: string,
): void {
  if (item.length > MAX_ADDRESS || /[\r\n]/.test(item)) return;
  appendPrivateLine(join(folder, sessionId), `i ${item}\n`);
}
