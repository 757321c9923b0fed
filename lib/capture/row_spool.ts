/** What a row is about, in one letter: a prompt, a tool, a stop, a redaction that failed. */
export type KindLetter = "p" | "t" | "s" | "f";

/** The name of a row's file: 16 digits that decide the order, the process, and something random. */
export const ROW_FILE = /^\d{16}-\d{1,10}-[0-9a-z]{1,16}\.row$/;

/** The file that tells how much waits, by its length, and the key of the last row, by its end: nobody has to list the folder. */
export const SIZE_FILE = "size";

/** Bytes of a row for which the size file gets one. */
export const BYTES_A_UNIT = 64;

/** Bytes of the size file that are read at once: those of a megabyte of rows. */
const PIECE_BYTES = 16 * 1024;

/** Digits of a key. */
export const KEY_DIGITS = 16;

/** The file with one letter for every row that found no room. */
export const GAP_FILE = "gap";

/** Rows that are counted in one gap; it ends when the daemon takes it. */
const MAX_GAP = 1024 * 1024;

/** The last key: more would not be a whole number to JavaScript any more (the year 2255). */
const MAX_KEY = Number.MAX_SAFE_INTEGER;

/**
 * Keeps a row until the daemon has it in its store: one private file (0600) in a private folder, written before anything is sent. It
 * is not flushed to the disk: what a hook cannot wait for, it does not wait for.
 *
 * A row's key is the time, and never smaller than that of a row that still waits, though the clock be set back; rows of hooks that
 * run one after the other thus keep their order.
 *
 * @param folder The spool; it is made where it is missing. Needs read and write permission on it.
 * @param frameOf Gives the row's frame; its file's name is part of it.
 * @param kind What is counted where there is no room.
 * @param options `nowMicros`: microseconds since the epoch. `maxBytes`: bytes of rows that may wait.
 * @returns The file's name, or that the spool is full and the row was counted as lost.
 * @throws {Error} when nothing can be written, the disk being full or the folder unusable.
 */
export function keepRow(
  folder: string,
  frameOf: (fileName: string) => Uint8Array,
  kind: KindLetter,
  { nowMicros, maxBytes }: { nowMicros: number; maxBytes: number },
): { readonly file: string } | { readonly full: true } {
  const size = openSize(folder);
  try {
    const { units, last } = readSize(size);
    const key = String(nextKey(nowMicros, last))
      .padStart(KEY_DIGITS, "0");
    const random = Math.random().toString(36).slice(2, 14) || "0";
    const name = `${key}-${Deno.pid}-${random}.row`;
    const frame = frameOf(name);
    const more = Math.max(KEY_DIGITS, Math.ceil(frame.length / BYTES_A_UNIT));
    if ((units + more) * BYTES_A_UNIT > maxBytes) {
      countLost(folder, kind);
      return { full: true };
    }
    writeWhole(`${folder}/${name}`, frame);
    try {
      size.writeSync(new TextEncoder().encode(key.padStart(more, ".")));
    } catch {
      // The row is kept, which is what matters; it is not counted, and the next one has the clock alone to go by.
    }
    return { file: name };
  } finally {
    size.close();
  }
}

/** The last key of this process. */
let lastKey = -1;

/** A clock that says less than the last key was set back: the next row comes right after the last one all the same. */
function nextKey(nowMicros: number, last: number): number {
  const key = Math.max(Math.floor(nowMicros), last + 1, lastKey + 1);
  return lastKey = Math.min(key, MAX_KEY);
}

/** How long the size file is, and the key at its end, `-1` where there is none. */
function readSize(size: Deno.FsFile): { units: number; last: number } {
  // Nearly always one piece is all of it; and it is quicker to read it than to look for its end (2.9.6, measured).
  const piece = new Uint8Array(PIECE_BYTES);
  let units = size.readSync(piece) ?? 0;
  let end = piece.subarray(Math.max(0, units - KEY_DIGITS), units);
  if (units === PIECE_BYTES) {
    units = size.seekSync(0, Deno.SeekMode.End);
    size.seekSync(units - KEY_DIGITS, Deno.SeekMode.Start);
    end = piece.subarray(0, KEY_DIGITS);
    end = end.subarray(0, size.readSync(end) ?? 0);
  }
  if (end.length < KEY_DIGITS) return { units, last: -1 };
  const key = Number(String.fromCharCode(...end));
  return { units, last: Number.isSafeInteger(key) ? key : -1 };
}

function openSize(folder: string): Deno.FsFile {
  const open = (): Deno.FsFile =>
    Deno.openSync(`${folder}/${SIZE_FILE}`, {
      read: true,
      append: true,
      create: true,
      mode: 0o600,
    });
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return open();
  }
}

function countLost(folder: string, kind: KindLetter): void {
  using gap = Deno.openSync(`${folder}/${GAP_FILE}`, {
    append: true,
    create: true,
    mode: 0o600,
  });
  if (gap.statSync().size < MAX_GAP) {
    gap.writeSync(new TextEncoder().encode(kind));
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  try {
    const file = Deno.openSync(path, {
      write: true,
      createNew: true,
      mode: 0o600,
    });
    try {
      for (let at = 0; at < bytes.length;) {
        at += file.writeSync(at === 0 ? bytes : bytes.subarray(at));
      }
    } finally {
      file.close();
    }
  } catch (error) {
    try {
      // Half a row on a full disk is of no use to anybody.
      if (!(error instanceof Deno.errors.AlreadyExists)) Deno.removeSync(path);
    } catch {
      // There is not even half of it.
    }
    throw error;
  }
}
