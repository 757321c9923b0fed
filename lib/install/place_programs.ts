import { join } from "@std/path";
import { ensurePrivateFolder } from "../private_file.ts";
import type { Form } from "./entry.ts";
import { removeFolder } from "./remove_folder.ts";
import type { Staged } from "./stage_programs.ts";

/**
 * Moves staged programs into their place, each by a rename, so that one that runs goes on with its old file.
 *
 * @param staged The programs.
 * @param bin The folder of programs. Needs read and write permission on it.
 * @returns The names of the files that were placed.
 */
export function placePrograms(staged: Staged, bin: string): Set<string> {
  ensurePrivateFolder(bin);
  const placed = new Set<string>();
  for (const { name } of [...Deno.readDirSync(staged.folder)]) {
    placed.add(name);
    const from = join(staged.folder, name);
    const to = join(bin, name);
    try {
      Deno.renameSync(from, to);
    } catch (error) {
      // Windows does not replace a program that runs, but lets it be moved aside.
      if (Deno.build.os !== "windows") throw error;
      Deno.renameSync(to, `${to}.old-${Deno.pid}`);
      Deno.renameSync(from, to);
    }
  }
  removeFolder(staged.folder);
  return placed;
}

/**
 * Removes what an installation in the other form, an older one, or one that was cut off, has left.
 *
 * @param data The data folder. Needs read and write permission on it.
 * @param form The form that is installed now.
 * @param placed The names of the files that were placed. A copy of Deno that was there already goes on serving scripts.
 */
export function removeLeftovers(
  data: string,
  form: Form,
  placed: ReadonlySet<string>,
): void {
  const bin = join(data, "bin");
  for (const { name } of [...Deno.readDirSync(bin)]) {
    if (placed.has(name)) continue;
    if (form === "script" && /^deno(?:\.exe)?$/.test(name)) continue;
    try {
      removeFolder(join(bin, name));
    } catch (error) {
      // Windows keeps a program that runs; it was moved aside.
      if (!/\.old-\d+$/.test(name)) throw error;
    }
  }
  for (const { name } of [...Deno.readDirSync(data)]) {
    if (name.startsWith("bin.staging-")) removeFolder(join(data, name));
  }
}
