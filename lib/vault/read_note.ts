import { isMissing } from "../private_file.ts";
import { MAX_NOTE } from "./parse_note.ts";

/** A note's file, as far as it is read. */
export interface NoteFile {
  text: string;
  /** Whether the file goes on behind the text. */
  cut: boolean;
  stat: NoteStat;
}

/** What tells whether a note changed. */
export interface NoteStat {
  /** Time of the last change, in milliseconds since 1970. */
  mtime: number;
  /** In bytes. */
  size: number;
}

/** Without `stream` a decoder keeps nothing of one file for the next. */
const UTF8 = new TextDecoder();

/**
 * Asks what tells whether a note changed. Needs `--allow-read` on the path.
 *
 * @returns Null when there is no note: nothing, a link, a folder or pipe, or the 0-byte placeholder of a sync service.
 */
export function statNote(path: string): NoteStat | null {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  if (!info.isFile || info.size === 0) return null;
  return { mtime: info.mtime?.getTime() ?? 0, size: info.size };
}

/**
 * Reads a note's text: at most 1 MiB, bad UTF-8 replaced, UTF-16 understood by its byte order mark. Needs `--allow-read` on the path.
 *
 * @returns Null when there is no note (see `statNote`).
 * @throws {Deno.errors.PermissionDenied} when the file may not be read.
 */
export function readNote(path: string): NoteFile | null {
  const stat = statNote(path);
  if (stat === null) return null;
  let bytes: Uint8Array;
  try {
    bytes = stat.size <= MAX_NOTE ? Deno.readFileSync(path) : readStart(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const cut = stat.size > MAX_NOTE || bytes.length > MAX_NOTE;
  return { text: decode(bytes.subarray(0, MAX_NOTE), cut), cut, stat };
}

function readStart(path: string): Uint8Array {
  const file = Deno.openSync(path);
  try {
    const bytes = new Uint8Array(MAX_NOTE);
    let length = 0;
    while (length < bytes.length) {
      const read = file.readSync(bytes.subarray(length));
      if (read === null) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    file.close();
  }
}

/** Without the letter that a cut may have split. */
function decode(bytes: Uint8Array, cut: boolean): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : "utf-8";
  if (encoding === "utf-8" && !cut) return UTF8.decode(bytes);
  return new TextDecoder(encoding).decode(bytes, { stream: cut });
}
