import { join } from "./path.ts";
import {
  isMissing,
  readRegularFile,
  removeFile,
  writePrivateFile,
} from "./private_file.ts";

/** One thing that waits in the spool. */
export interface Spooled {
  /** What it is, a word such as `journal`: whoever delivers asks for one kind. */
  readonly kind: string;
  /** Its name among its kind, as given when it was put. */
  readonly id: string;
  /** The file it is in. */
  readonly path: string;
}

/** A folder of what cannot be delivered now, one private file each. */
export interface Spool {
  /** The folder; it need not exist. */
  readonly folder: string;
  /**
   * Keeps a value, whole or not at all.
   *
   * @param kind Lower-case letters only.
   * @param id Letters, digits, dots, dashes and underscores.
   * @param value What JSON can hold.
   * @param now Decides the order of delivery.
   * @throws {RangeError} when kind or id cannot be part of a file's name.
   */
  put(kind: string, id: string, value: unknown, now: Date): void;
  /** What waits of one kind, in the order in which it was put. */
  list(kind: string): Spooled[];
  /**
   * The value of one, `undefined` where another process has delivered it meanwhile.
   *
   * @throws {SyntaxError} when it is not JSON.
   */
  read(item: Spooled): unknown;
  /** Forgets one, after its delivery. */
  remove(item: Spooled): void;
  /** Takes one that nobody can read out of the way; its file stays, with `.bad` at its end. */
  setAside(item: Spooled): void;
}

/**
 * Opens the spool.
 *
 * @param state The state folder. Needs read and write permission on the folder `spool` in it.
 */
export function openSpool(state: string): Spool {
  const folder = join(state, "spool");
  return {
    folder,
    put(kind, id, value, now) {
      if (!/^[a-z]+$/.test(kind) || !/^[A-Za-z0-9._-]{1,200}$/.test(id)) {
        throw new RangeError(
          `Cannot spool: current value of the name is "${kind}-${id}"`,
        );
      }
      const time = String(Math.max(0, now.getTime())).padStart(15, "0");
      const path = join(folder, `${time}-${kind}-${id}.json`);
      writePrivateFile(path, JSON.stringify(value));
    },
    list: (kind) => list(folder, kind),
    read(item) {
      const text = readRegularFile(item.path);
      return text === null ? undefined : JSON.parse(text);
    },
    remove: (item) => removeFile(item.path),
    setAside: (item) => Deno.renameSync(item.path, `${item.path}.bad`),
  };
}

function list(folder: string, kind: string): Spooled[] {
  const items: Spooled[] = [];
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      const parts = /^\d{15}-([a-z]+)-(.+)\.json$/.exec(name);
      if (parts?.[1] === kind && parts[2] !== undefined) {
        items.push({ kind, id: parts[2], path: join(folder, name) });
      }
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return items.sort((a, b) => a.path < b.path ? -1 : 1);
}
