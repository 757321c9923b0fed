/** Bytes of the database's header that tell about its pages, and where. */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const RESERVED_AT = 20;

/** The page that holds the byte by which processes lock the file; it has no content. */
const LOCK_BYTE = 0x4000_0000;

/** The kinds of pages of a tree by their first byte, and how long the head of such a page is. */
const HEADS: ReadonlyMap<number, number> = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);

/** Pages that are read at once. */
const CHUNK = 256;

/**
 * Overwrites what no page of a tree uses between its list of cells and their content. `PRAGMA secure_delete` overwrites a cell where it
 * is removed, but when cells move between pages, copies of them stay in that room (3.53.2, measured), and so does the text of a row that
 * is removed later. Nothing of what the pages hold is touched, so that it does not matter who reads the file meanwhile, or if this stops
 * half way.
 *
 * The file must be as SQLite would read it: nothing in its log, and nobody who writes.
 *
 * @param file The database, open for reading and writing.
 * @param from The first page to look at, from 1.
 * @param count How many pages at most.
 * @returns The page to go on with; `null` at the end of the file.
 * @throws {TypeError} when the file is no database.
 */
export function zeroGaps(
  file: Deno.FsFile,
  from: number,
  count: number,
): number | null {
  const { pageSize, usable } = layoutOf(file);
  const total = Math.floor(file.statSync().size / pageSize);
  const end = Math.min(from + count, total + 1);
  const buffer = new Uint8Array(CHUNK * pageSize);
  for (let first = from; first < end; first += CHUNK) {
    const bytes = buffer.subarray(0, Math.min(CHUNK, end - first) * pageSize);
    readAt(file, bytes, (first - 1) * pageSize);
    for (let at = 0; at < bytes.length; at += pageSize) {
      const number = first + at / pageSize;
      if (!isTree(number, pageSize, usable)) continue;
      const page = bytes.subarray(at, at + pageSize);
      const gap = gapOf(page, usable);
      if (gap === null || isZero(page, gap)) continue;
      const zeros = new Uint8Array(gap.end - gap.begin);
      writeAt(file, zeros, (number - 1) * pageSize + gap.begin);
    }
  }
  if (end <= total) return end;
  file.syncDataSync();
  return null;
}

/** Source of all offsets: SQLite's documentation of its file format. */
function layoutOf(file: Deno.FsFile): { pageSize: number; usable: number } {
  const header = new Uint8Array(HEADER_BYTES);
  readAt(file, header, 0);
  const view = new DataView(header.buffer);
  const size = view.getUint16(PAGE_SIZE_AT);
  const pageSize = size === 1 ? 65_536 : size;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) {
    throw new TypeError(
      `Cannot overwrite what a database does not use: current value of its page size is ${size}`,
    );
  }
  return { pageSize, usable: pageSize - (header[RESERVED_AT] ?? 0) };
}

/** Whether a page may be one of a tree by its place: the first one has the header, and of others every so many are maps of pages. */
function isTree(number: number, pageSize: number, usable: number): boolean {
  const pagesOfMap = Math.floor(usable / 5) + 1;
  return number > 2 && (number - 2) % pagesOfMap !== 0 &&
    number !== LOCK_BYTE / pageSize + 1;
}

/** What a page of a tree does not use; `null` where the page is none. All others begin with a page's number, whose first byte is 0. */
function gapOf(
  page: Uint8Array,
  usable: number,
): { begin: number; end: number } | null {
  const head = HEADS.get(page[0] ?? 0);
  if (head === undefined) return null;
  const view = new DataView(page.buffer, page.byteOffset, page.length);
  const begin = head + 2 * view.getUint16(3);
  const end = view.getUint16(5) || 65_536;
  return begin < end && end <= usable ? { begin, end } : null;
}

function isZero(
  page: Uint8Array,
  { begin, end }: { begin: number; end: number },
): boolean {
  for (let at = begin; at < end; at++) if (page[at] !== 0) return false;
  return true;
}

function readAt(file: Deno.FsFile, bytes: Uint8Array, offset: number): void {
  file.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) {
    const count = file.readSync(bytes.subarray(at));
    if (count === null) throw new Deno.errors.UnexpectedEof();
    at += count;
  }
}

function writeAt(file: Deno.FsFile, bytes: Uint8Array, offset: number): void {
  file.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) {
    at += file.writeSync(bytes.subarray(at));
  }
}
