import { join } from "./path.ts";
import { isMissing, removeFile } from "./private_file.ts";
import { appendWhole } from "./journal/append_whole.ts";
import { isCurrent } from "./journal/is_current.ts";
import { journalDay } from "./journal/journal_day.ts";
import { journalFolder, refuseStrangeFile } from "./journal/journal_folder.ts";
import { lockWithin } from "./journal/lock_within.ts";
import { readTail, sizeOf } from "./journal/read_tail.ts";
import { renderEntry } from "./journal/render_entry.ts";
import type { JournalEntry } from "./journal/types.ts";

/** Where entries go. */
export interface Journal {
  /** The vault's folder, absolute. */
  readonly vault: string;
  /** The journal's folder, relative to the vault. */
  readonly dir: string;
  /** Whose midnight ends a day. */
  readonly day: "local" | "utc";
  /** How long to wait for another writer, in milliseconds. Default: 1000. */
  readonly waitMs?: number;
}

/** How much of a file's end is looked at for an entry that may be there already, in bytes. */
const TAIL = 4 * 1024 * 1024;

/**
 * A torn entry is known by at least its heading's date. Less than that could as well be a heading that the user began.
 */
const LEAST_PREFIX = "## 2026-11-30T".length;

const encoder = new TextEncoder();

/**
 * Appends an entry to the journal's file of its day: whole or not at all, and once however often it is delivered. An entry that is
 * there is left alone; one that a killed process wrote in part is completed. Nothing that is in the file is ever changed.
 *
 * @param entry The entry.
 * @param journal Where to. Needs read and write permission on the vault.
 * @returns Whether it was appended now.
 * @throws {Deno.errors.NotFound} when the vault is not there or is no folder.
 * @throws {RangeError} when the journal leads out of the vault, or the day's file is no file.
 * @throws {Deno.errors.TimedOut} when another program holds the file's lock for too long.
 */
export function deliverEntry(entry: JournalEntry, journal: Journal): boolean {
  const folder = journalFolder(journal.vault, journal.dir);
  const day = journalDay(new Date(entry.at), journal.day);
  const path = join(folder.path, `${day}.md`);
  for (let attempt = 0; attempt < 5; attempt++) {
    refuseStrangeFile(path, folder.vault);
    const opened = open(path);
    if (opened === null) continue;
    using file = opened.file;
    if (!lockWithin(file, journal.waitMs ?? 1000)) {
      throw new Deno.errors.TimedOut(
        `Cannot journal: current value of the lock on ${path} is held`,
      );
    }
    // A tool that synchronises replaces files by renaming: what was opened may be at no path any more, before and after writing.
    if (!isCurrent(file, path)) continue;
    const missing = missingPart(file, entry, day);
    if (missing === null) return false;
    try {
      appendWhole(file, missing);
    } catch (error) {
      if (opened.made && sizeOf(file) === 0) removeFile(path);
      throw error;
    }
    if (isCurrent(file, path)) return true;
  }
  throw new Deno.errors.Busy(
    `Cannot journal: current value of ${path} is replaced again and again`,
  );
}

function open(
  path: string,
): { readonly file: Deno.FsFile; readonly made: boolean } | null {
  const options = { read: true, append: true };
  try {
    return { file: Deno.openSync(path, options), made: false };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    // The user's note, so the user's umask decides its mode.
    const file = Deno.openSync(path, { ...options, createNew: true });
    return { file, made: true };
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return null;
    throw error;
  }
}

/** What is still to be written, `null` where the entry is there. */
function missingPart(
  file: Deno.FsFile,
  entry: JournalEntry,
  day: string,
): Uint8Array | null {
  const text = renderEntry(entry);
  const whole = encoder.encode(frontmatter(day) + text);
  const tail = readTail(file, TAIL);
  // A file that was made for this entry, or by the user without anything in it.
  if (tail.length < whole.length && startsWith(whole, tail)) {
    return whole.subarray(tail.length);
  }
  const bytes = encoder.encode(text);
  const torn = tornLength(tail, bytes);
  if (torn > 0) return bytes.subarray(torn);
  const key = new RegExp(` \\^${entry.key}(?![A-Za-z0-9])`);
  if (key.test(new TextDecoder().decode(tail))) return null;
  return encoder.encode(gap(tail) + text);
}

function frontmatter(day: string): string {
  const title = `Sessions of ${day}`;
  return `---\nsummary: ${title}\ntags:\n  - scope/global\n  - type/log\n---\n\n# ${title}\n\n`;
}

/** How many bytes of the entry the file ends with, having begun on a line of their own. */
function tornLength(tail: Uint8Array, entry: Uint8Array): number {
  const first = Math.max(0, tail.length - entry.length + 1);
  for (let at = first; at <= tail.length - LEAST_PREFIX; at++) {
    const ownLine = at === 0 ? tail.length < TAIL : tail[at - 1] === NEWLINE;
    if (ownLine && startsWith(entry, tail.subarray(at))) {
      return tail.length - at;
    }
  }
  return 0;
}

const NEWLINE = 0x0a;

/** One empty line before the entry, whatever the file ends with. */
function gap(tail: Uint8Array): string {
  if (tail.at(-1) !== NEWLINE) return "\n\n";
  const before = tail.at(-2) === 0x0d ? tail.at(-3) : tail.at(-2);
  return before === NEWLINE ? "" : "\n";
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.length <= bytes.length &&
    start.every((byte, index) => byte === bytes[index]);
}
