import { basename, dirname, join } from "@std/path";
import { ensurePrivateFolder, removeFile } from "../private_file.ts";
import { Failure } from "./failure.ts";

/**
 * Replaces a file of the user's as a whole: a temporary file in the same folder, synced, then renamed over the old one. Mode and,
 * for root, owner stay; a new file is private (0600). What was written is read back.
 *
 * @param path The file itself, behind all links. Needs read and write permission on its folder.
 * @param text What it holds afterwards.
 * @throws {Failure} when it cannot be written; the old file is then as it was.
 */
export function writeAtomic(path: string, text: string): void {
  const part = join(
    dirname(path),
    `.${basename(path)}.${crypto.randomUUID()}.tmp`,
  );
  const bytes = new TextEncoder().encode(text);
  try {
    ensurePrivateFolder(dirname(path));
    const old = statOf(path);
    const mode = old?.mode ?? 0o600;
    {
      using file = Deno.openSync(part, {
        write: true,
        createNew: true,
        mode: 0o600,
      });
      for (let at = 0; at < bytes.length;) {
        at += file.writeSync(bytes.subarray(at));
      }
      file.syncDataSync();
    }
    copyRights(part, mode, old);
    Deno.renameSync(part, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeFile(part);
    throw new Failure(`Cannot write ${path}: ${(error as Error).message}`);
  }
  const written = Deno.readFileSync(path);
  if (
    written.length !== bytes.length ||
    !written.every((byte, index) => byte === bytes[index])
  ) throw new Failure(`Cannot write ${path}: it reads back differently`);
}

/**
 * Copies a file beside itself as `<name>.bak-<time>`, with its mode. A copy that is there already gets a sibling.
 *
 * @param path The file itself, behind all links. Needs read and write permission on its folder.
 * @param now The time in the copy's name.
 * @returns The copy's path.
 * @throws {Failure} when it cannot be made.
 */
export function backUp(path: string, now: Date): string {
  const stamp = now.toISOString().replace(/\.\d+Z$/, "Z").replace(/[-:]/g, "");
  try {
    const old = Deno.statSync(path);
    const bytes = Deno.readFileSync(path);
    for (let number = 1;; number++) {
      const copy = `${path}.bak-${stamp}${number === 1 ? "" : `-${number}`}`;
      try {
        Deno.writeFileSync(copy, bytes, { createNew: true, mode: 0o600 });
      } catch (error) {
        if (error instanceof Deno.errors.AlreadyExists) continue;
        throw error;
      }
      copyRights(copy, old.mode ?? 0o600, old);
      return copy;
    }
  } catch (error) {
    throw new Failure(`Cannot back up ${path}: ${(error as Error).message}`);
  }
}

function statOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function copyRights(
  path: string,
  mode: number,
  old: Deno.FileInfo | null,
): void {
  if (Deno.build.os === "windows") return;
  if (old !== null && Deno.uid() === 0) Deno.chownSync(path, old.uid, old.gid);
  Deno.chmodSync(path, mode & 0o7777);
}

function syncFolder(path: string): void {
  try {
    using folder = Deno.openSync(path, { read: true });
    folder.syncSync();
  } catch {
    // Not every system syncs folders; the file itself is synced.
  }
}
