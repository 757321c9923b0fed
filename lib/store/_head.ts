import { dirname } from "../path.ts";
import {
  ensurePrivateFolder,
  isMissing,
  readRegularFile,
  removeFile,
} from "../private_file.ts";

/** The last row of the chain, kept apart from the store so that cutting off the store's end shows. */
export interface Head {
  /** 0 while there is no row. */
  readonly seq: number;
  readonly hash: string;
}

/** What the head's file says; `"missing"` and `"unreadable"` where it says nothing. */
export function readHead(file: string): Head | "missing" | "unreadable" {
  let text: string | null;
  try {
    Deno.lstatSync(file);
    text = readRegularFile(file, 4096);
  } catch (error) {
    if (isMissing(error)) return "missing";
    throw error;
  }
  try {
    const { seq, hash } = JSON.parse(text ?? "") as Head;
    return Number.isSafeInteger(seq) && seq >= 0 && /^[0-9a-f]{64}$/.test(hash)
      ? { seq, hash }
      : "unreadable";
  } catch {
    return "unreadable";
  }
}

/**
 * Replaces the head's file. Where that fails, the rows are stored all the same, and to say otherwise would be wrong: the next head, or
 * the next opening, catches up.
 */
export function writeHeadWherePossible(file: string, head: Head): void {
  try {
    writeHead(file, head);
  } catch {
    // The head stays behind the store, which is no harm.
  }
}

/**
 * Replaces the head's file as a whole. Its bytes are on the disk before its name is: a power cut leaves the old head or the new one.
 */
function writeHead(file: string, head: Head): void {
  const part = `${file}.${Deno.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    ensurePrivateFolder(dirname(file));
    {
      using opened = Deno.openSync(part, {
        write: true,
        createNew: true,
        mode: 0o600,
      });
      opened.writeSync(
        new TextEncoder().encode(`{"seq":${head.seq},"hash":"${head.hash}"}\n`),
      );
      opened.syncDataSync();
    }
    Deno.renameSync(part, file);
  } catch (error) {
    removeFile(part);
    throw error;
  }
}
