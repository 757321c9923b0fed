import { dirname, join } from "@std/path";
import { isStillAt } from "../lock.ts";
import { ensurePrivateFolder, exists, removeFile } from "../private_file.ts";
import { Failure } from "./failure.ts";
import type { Progress } from "./progress.ts";
import { removeIfEmpty } from "./remove_folder.ts";

/** Milliseconds that one installer waits for another. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Runs the installer's work while no other installer of the same user does its own.
 *
 * @param data The data folder. Needs read and write permission on it; it is made, and removed again where it ends up empty.
 * @param progress Is told when it has to wait.
 * @param task The work.
 * @throws {Failure} when the other one does not end.
 */
export async function exclusive<T>(
  data: string,
  progress: Progress,
  task: () => Promise<T>,
): Promise<T> {
  const made = missingFolders(data);
  ensurePrivateFolder(data);
  const path = join(data, "install.lock");
  using _file = await lock(path, progress);
  try {
    return await task();
  } finally {
    // Removed while it is held: whoever waits for it finds that it is gone, and makes a new one.
    removeFile(path);
    for (const folder of [data, ...made]) removeIfEmpty(folder);
  }
}

/** The folders that would have to be made, the innermost first. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  let folder = path;
  while (!exists(folder) && dirname(folder) !== folder) {
    missing.push(folder);
    folder = dirname(folder);
  }
  return missing;
}

async function lock(path: string, progress: Progress): Promise<Deno.FsFile> {
  const end = performance.now() + PATIENCE_MS;
  let said = false;
  while (performance.now() < end) {
    const file = await open(path);
    if (file.tryLockSync(true) && isStillAt(file, path)) return file;
    file.close();
    if (!said) progress.say("Another installation is running: waiting for it");
    said = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure(
    `Cannot install: another installation has ${path} for over ${
      PATIENCE_MS / 60_000
    } minutes`,
  );
}

async function open(path: string): Promise<Deno.FsFile> {
  const options = { create: true, read: true, write: true, mode: 0o600 };
  try {
    return await Deno.open(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    // The other one has just removed the empty folder.
    ensurePrivateFolder(dirname(path));
    return await Deno.open(path, options);
  }
}
