import { basename, dirname, join } from "../path.ts";

/** Takes text, piece by piece. */
export type Write = (text: string) => void;

/** Letters gathered before they are written. */
const CHUNK = 64 * 1024;

/**
 * Writes a file piece by piece and puts it in place at once: who reads it sees the old one or the new one, whole. A link stays one, and
 * the file it leads to is replaced. Needs `--allow-read` and `--allow-write` on the folder.
 *
 * @param path Absolute path; its folder must be there.
 * @param produce Gives the text.
 */
export function replaceFile(
  path: string,
  produce: (write: Write) => void,
): void {
  const target = realPathOr(path);
  // graphify passes over files of this name (`.graph.json.*.tmp`).
  const name = `.${basename(target)}.${Deno.pid}.tmp`;
  const temporary = join(dirname(target), name);
  try {
    writeAll(temporary, produce);
    Deno.renameSync(temporary, target);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made.
    }
    throw error;
  }
}

function writeAll(path: string, produce: (write: Write) => void): void {
  using file = Deno.openSync(path, {
    write: true,
    create: true,
    truncate: true,
    mode: 0o644,
  });
  const encoder = new TextEncoder();
  let pending: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = encoder.encode(pending.join(""));
    for (let at = 0; at < bytes.length;) {
      at += file.writeSync(bytes.subarray(at));
    }
    pending = [];
    length = 0;
  };
  produce((text) => {
    pending.push(text);
    length += text.length;
    if (length >= CHUNK) flush();
  });
  flush();
}

function realPathOr(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
