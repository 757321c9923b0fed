/** What a row is about, in one letter: a prompt, a tool, a stop, a redaction that failed. */
export type KindLetter = "p" | "t" | "s" | "f";

/** The name of a row's file: 16 digits that decide the order, the process, and something random. */
export const ROW_FILE = /^\d{16}-\d{1,10}-[0-9a-z]{1,16}\.row$/;

/** The file whose length is the number of KiB that wait, and whose time of change is the key of the last row. */
export const SIZE_FILE = "size";

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
  using size = openSize(folder);
  const waiting = size.statSync();
  const key = nextKey(nowMicros, waiting.mtime?.getTime() ?? 0);
  const name = `${String(key).padStart(16, "0")}-${Deno.pid}-${
    Math.random().toString(36).slice(2, 14) || "0"
  }.row`;
  const frame = frameOf(name);
  const kibibytes = Math.ceil(frame.length / 1024);
  if ((waiting.size + kibibytes) * 1024 > maxBytes) {
    countLost(folder, kind);
    return { full: true };
  }
  writeWhole(`${folder}/${name}`, frame);
  try {
    size.writeSync(new Uint8Array(kibibytes).fill(46));
    size.utimeSync(key / 1e6, key / 1e6);
  } catch {
    // The row is kept, which is what matters: it is not counted, or the next one has the clock alone to go by.
  }
  return { file: name };
}

/** The last key of this process. */
let lastKey = -1;

/**
 * A file's time is only read in whole milliseconds. Where the clock says less than that, it was set back, and the next key is in the
 * millisecond after it.
 */
function nextKey(nowMicros: number, lastMillis: number): number {
  const now = Math.floor(nowMicros);
  const key = now >= lastMillis * 1000 ? now : (lastMillis + 1) * 1000;
  lastKey = Math.min(Math.max(key, lastKey + 1), MAX_KEY);
  return lastKey;
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
  using file = Deno.openSync(path, {
    write: true,
    createNew: true,
    mode: 0o600,
  });
  try {
    for (let at = 0; at < bytes.length;) {
      at += file.writeSync(bytes.subarray(at));
    }
  } catch (error) {
    // Half a row on a full disk is of no use to anybody.
    Deno.removeSync(path);
    throw error;
  }
}
