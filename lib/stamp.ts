import { dirname } from "./path.ts";
import { ensurePrivateFolder, isMissing } from "./private_file.ts";

const DAY_MS = 86_400_000;

/**
 * Whether the last successful rebuild is too long ago, or never was.
 *
 * @param path The stamp file, whose time of change counts. Needs read permission on it.
 * @param staleDays The age in days from which it is stale; 0: always.
 * @param now The present, in ms since the epoch.
 */
export function isStale(path: string, staleDays: number, now: number): boolean {
  try {
    const mtime = Deno.statSync(path).mtime;
    if (mtime === null) return true;
    const age = now - mtime.getTime();
    // A stamp of tomorrow comes from a clock that was set back, and would otherwise count as fresh until then.
    return age >= staleDays * DAY_MS || age < -DAY_MS;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

/**
 * Notes a successful rebuild.
 *
 * @param path The stamp file. Needs write permission on its folder.
 * @param now The present.
 */
export function touchStamp(path: string, now: Date): void {
  ensurePrivateFolder(dirname(path));
  Deno.writeTextFileSync(path, `${now.toISOString()}\n`, { mode: 0o600 });
  Deno.utimeSync(path, now, now);
}
