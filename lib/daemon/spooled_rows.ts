import {
  BYTES_A_UNIT,
  GAP_FILE,
  keepRow,
  KEY_DIGITS,
  ROW_FILE,
  SIZE_FILE,
} from "../capture/row_spool.ts";
import { isMissing, removeFile } from "../private_file.ts";
import { encodeFrame, FrameDecoder, MAX_FRAME_BYTES } from "./frame.ts";
import { type CapturedRow, parseRow } from "./parse_row.ts";

/** What a file of the spool turned out to be. */
export type Reading =
  | { readonly row: CapturedRow; readonly bytes: number }
  /** `gone`: somebody removed it. `unfinished`: its hook is writing it at this moment. */
  | { readonly none: "gone" | "unfinished" }
  /** What no hook wrote, or could not write to its end; says why, without its content. */
  | { readonly unusable: string };

/** Rows that found no room in the spool. */
export interface Gap {
  /** The file that they are counted in, by now out of the hooks' way. */
  readonly name: string;
  /** How many, by the letter of their kind. */
  readonly lost: ReadonlyMap<string, number>;
  /** When the first and the last was lost, in ms since the epoch; the first where the file system knows. */
  readonly first: number | null;
  readonly last: number;
}

/** Milliseconds after which a row that is not whole will never be: its hook was killed. */
const TORN_MS = 60_000;

/** Files that are kept aside for somebody to look at. */
const MAX_BAD = 100;

const TAKEN_GAP = /^\d{16}\.gap$/;

/** The rows that hooks have put into the spool, as the daemon sees them. Needs read and write permission on the folder. */
export class SpooledRows {
  readonly #folder: string;
  readonly #now: () => Date;

  /**
   * @param folder The spool; it need not exist.
   * @param now The clock.
   */
  constructor(folder: string, now: () => Date) {
    this.#folder = folder;
    this.#now = now;
  }

  /** The files of all rows that wait, in the rows' order. */
  list(): string[] {
    return this.#names().filter((name) => ROW_FILE.test(name)).sort();
  }

  /** Whether a row's file is there. */
  has(name: string): boolean {
    return this.#lstat(name) !== null;
  }

  /** Reads one row. */
  read(name: string): Reading {
    const info = this.#lstat(name);
    if (info === null) return { none: "gone" };
    if (!info.isFile) return { unusable: "it is no file" };
    if (info.size > MAX_FRAME_BYTES + 4) return { unusable: "it is too long" };
    let bytes: Uint8Array;
    try {
      bytes = Deno.readFileSync(this.#path(name));
    } catch (error) {
      if (isMissing(error)) return { none: "gone" };
      if (error instanceof Deno.errors.PermissionDenied) {
        return { unusable: "it may not be read" };
      }
      // Such as too many open files: a later look may do.
      return { none: "unfinished" };
    }
    const decoder = new FrameDecoder();
    try {
      const [value, more] = decoder.push(bytes);
      if (value === undefined) return this.#torn(info);
      if (more !== undefined || decoder.pending > 0) {
        return { unusable: "it holds more than one frame" };
      }
      return { row: { ...parseRow(value), spooled: name }, bytes: info.size };
    } catch (error) {
      // The message of a JSON error may quote the text.
      const why = error instanceof SyntaxError
        ? "it is not JSON"
        : (error as Error).message;
      return { unusable: why };
    }
  }

  /** Puts a row in that could not be put there by its hook. Returns whether it could now. */
  keep(row: CapturedRow): boolean {
    const frameOf = (spooled: string): Uint8Array =>
      encodeFrame({ ...row, spooled });
    const options = {
      nowMicros: this.#now().getTime() * 1000,
      maxBytes: Infinity,
    };
    try {
      keepRow(this.#folder, frameOf, "f", options);
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets a row that is stored. */
  remove(name: string): void {
    removeFile(this.#path(name));
  }

  /** Takes a file that is of no use out of the way: its name gets `.bad` at its end. There are never many of them. */
  setAside(name: string): void {
    const bad = this.#names().filter((it) => it.endsWith(".bad")).length;
    const path = this.#path(name);
    if (bad >= MAX_BAD) Deno.removeSync(path, { recursive: true });
    else Deno.renameSync(path, `${path}.bad`);
  }

  /**
   * What was lost since the last time. The first call takes the count out of the hooks' way, a later one reads it, when no hook can be
   * writing it any more.
   */
  takeGap(): Gap | null {
    const taken = this.#names().find((name) => TAKEN_GAP.test(name));
    if (taken === undefined) {
      if (this.has(GAP_FILE)) {
        const time = String(this.#now().getTime() * 1000).padStart(16, "0");
        Deno.renameSync(this.#path(GAP_FILE), this.#path(`${time}.gap`));
      }
      return null;
    }
    const info = this.#lstat(taken);
    const lost = new Map<string, number>();
    if (info?.isFile && info.size <= 2 * 1024 * 1024) {
      for (const letter of Deno.readTextFileSync(this.#path(taken))) {
        if (/^[ptsf]$/.test(letter)) {
          lost.set(letter, (lost.get(letter) ?? 0) + 1);
        }
      }
    }
    return {
      name: taken,
      lost,
      first: info?.birthtime?.getTime() ?? null,
      last: info?.mtime?.getTime() ?? this.#now().getTime(),
    };
  }

  /**
   * Says how much waits, once rows are stored: the hooks add only. What a hook adds at this very moment may be forgotten; that is a row
   * that takes room without being counted.
   */
  recount(): void {
    const path = this.#path(SIZE_FILE);
    const waiting = this.list();
    try {
      if (waiting.length === 0) removeFile(path);
      else this.#rewriteSize(path, waiting);
    } catch {
      // It is only the hooks' bound that is wrong now, to the safe side.
    }
  }

  #rewriteSize(path: string, waiting: readonly string[]): void {
    let units = 0;
    for (const name of waiting) {
      const size = this.#lstat(name)?.size ?? 0;
      units += Math.max(KEY_DIGITS, Math.ceil(size / BYTES_A_UNIT));
    }
    using file = Deno.openSync(path, { read: true, write: true });
    const length = file.seekSync(0, Deno.SeekMode.End);
    if (length <= units) return;
    const key = new Uint8Array(KEY_DIGITS);
    file.seekSync(length - KEY_DIGITS, Deno.SeekMode.Start);
    file.readSync(key);
    // Not emptied and written anew: ext4 would flush it to the disk then.
    file.truncateSync(units);
    file.seekSync(units - KEY_DIGITS, Deno.SeekMode.Start);
    file.writeSync(key);
  }

  /** A row that is shorter than it says. A time far in the future comes from a clock that was set back. */
  #torn(info: Deno.FileInfo): Reading {
    const now = this.#now().getTime();
    return Math.abs(now - (info.mtime?.getTime() ?? 0)) < TORN_MS
      ? { none: "unfinished" }
      : { unusable: "it was cut off" };
  }

  #names(): string[] {
    try {
      return Array.from(Deno.readDirSync(this.#folder), ({ name }) => name);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #lstat(name: string): Deno.FileInfo | null {
    try {
      return Deno.lstatSync(this.#path(name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #path(name: string): string {
    return `${this.#folder}/${name}`;
  }
}
