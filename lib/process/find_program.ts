import { join } from "../path.ts";

/** A program on PATH. */
export interface FoundProgram {
  /** Absolute path, as PATH spells it. */
  readonly path: string;
  /** The file's time of change in ms since the epoch: another one is another version. */
  readonly mtime: number;
}

/**
 * Looks a program up on PATH, as a shell does.
 *
 * @param name The program's name.
 * @param path The value of PATH; relative folders in it are passed over.
 * @returns The first executable file, or `null`. Needs read permission on the folders of PATH; those it has none for count as empty.
 */
export function findProgram(
  name: string,
  path: string | undefined,
): FoundProgram | null {
  const windows = Deno.build.os === "windows";
  const names = windows
    ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`]
    : [name];
  for (const folder of (path ?? "").split(windows ? ";" : ":")) {
    if (!/^(?:\/|[A-Za-z]:[\\/])/.test(folder)) continue;
    for (const candidate of names) {
      const file = join(folder, candidate);
      try {
        const info = Deno.statSync(file);
        if (info.isFile && (windows || ((info.mode ?? 0) & 0o111) !== 0)) {
          return { path: file, mtime: info.mtime?.getTime() ?? 0 };
        }
      } catch {
        // Not in this folder, or the folder may not be read.
      }
    }
  }
  return null;
}
