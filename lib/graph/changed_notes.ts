import { lockWithin } from "../journal/lock_within.ts";
import { readTail } from "../journal/read_tail.ts";
import { dirname } from "../path.ts";
import type { Places } from "../place.ts";
import { ensurePrivateFolder, isMissing } from "../private_file.ts";
import { besideIndex } from "./index_file.ts";

/** How long another process is waited for, in milliseconds. It needs far less, unless it was stopped. */
const WAIT_MS = 500;

/** Notes that the index has not read since they were written. */
export interface ChangedNotes {
  /** Their paths relative to the vault, each once. */
  readonly notes: readonly string[];
  /** Forgets them, once the index has read them; what was added meanwhile stays. */
  settle(): void;
}

/**
 * The queue of notes that the index still has to read. A hook on a write adds to it, which costs a tenth of what opening the index
 * costs; whoever reads the index, a session start or the worker, reads the queue first, so that the index is never behind.
 *
 * @param places Where the data are.
 * @param vault The vault's real path.
 */
export function changedNotesFile(places: Places, vault: string): string {
  return besideIndex(places, vault, "changed");
}

/**
 * Adds a note.
 *
 * @param file The queue. Needs read and write permission on its folder.
 * @param note Relative to the vault.
 */
export function addChangedNote(file: string, note: string): void {
  const line = new TextEncoder().encode(`${JSON.stringify(note)}\n`);
  using queue = openQueue(file, { append: true });
  // Who holds the lock for so long was stopped on the way; what is appended stays whole all the same.
  lockWithin(queue, WAIT_MS);
  queue.writeSync(line);
}

/**
 * Whether there may be notes in the queue. One look at the file.
 *
 * @param file The queue. Needs read permission on it.
 */
export function hasChangedNotes(file: string): boolean {
  try {
    return Deno.statSync(file).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Reads the queue.
 *
 * @param file The queue; made where it is missing. Needs read and write permission on it.
 */
export function readChangedNotes(file: string): ChangedNotes {
  const text = queued(file);
  const seen = text.slice(0, text.lastIndexOf("\n") + 1);
  return {
    notes: [...new Set(seen.split("\n").flatMap(understood))],
    settle() {
      if (seen === "") return;
      using queue = openQueue(file, { write: true });
      if (!lockWithin(queue, WAIT_MS)) return;
      const now = textOf(queue);
      // Another reader has settled the same notes already.
      if (!now.startsWith(seen)) return;
      queue.truncateSync(0);
      queue.seekSync(0, Deno.SeekMode.End);
      queue.writeSync(new TextEncoder().encode(now.slice(seen.length)));
    },
  };
}

function queued(file: string): string {
  using queue = openQueue(file, { write: true });
  lockWithin(queue, WAIT_MS);
  return textOf(queue);
}

/** Through the handle that has the lock: on Windows no other one may read meanwhile. */
function textOf(queue: Deno.FsFile): string {
  return new TextDecoder().decode(readTail(queue));
}

/** Windows locks no file that is open to append alone, and cuts none that is open to append at all. */
function openQueue(
  file: string,
  access: { readonly append: true } | { readonly write: true },
): Deno.FsFile {
  const options = { read: true, create: true, mode: 0o600, ...access };
  try {
    return Deno.openSync(file, options);
  } catch (error) {
    if (!isMissing(error)) throw error;
    ensurePrivateFolder(dirname(file));
    return Deno.openSync(file, options);
  }
}

function understood(line: string): string[] {
  try {
    const note: unknown = JSON.parse(line);
    return typeof note === "string" && note !== "" ? [note] : [];
  } catch {
    return [];
  }
}
