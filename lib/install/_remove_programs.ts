import { join } from "@std/path";
import { exists } from "../private_file.ts";
import { type Group, programName } from "../registry.ts";
import { BUNDLES } from "./bundle.ts";
import { hooksOf } from "./groups.ts";
import { removeFolder, removeIfEmpty } from "./remove_folder.ts";

/**
 * Removes the programs of groups that are in use no more. What is no program of this product stays.
 *
 * @param bin The folder of programs. Needs read and write permission on it.
 * @param gone The groups.
 */
export function removePrograms(bin: string, gone: readonly Group[]): void {
  for (const name of programsOf(bin, gone)) removeFolder(join(bin, name));
  removeIfEmpty(bin);
}

/**
 * The files in the folder of programs that only some groups need.
 *
 * @param bin The folder. Needs read permission on it.
 * @param gone The groups.
 */
export function programsOf(bin: string, gone: readonly Group[]): string[] {
  if (!exists(bin)) return [];
  const names = new Set([
    // The daemon is of several groups: it goes with the last of them.
    ...hooksOf(gone).filter((hook) =>
      hook.groups.every((group) => gone.includes(group))
    ).map(programName)
      .flatMap((name) => [name, `${name}.exe`, `${name}.cmd`]),
    ...BUNDLES.filter((it) => it.groups.every((one) => gone.includes(one)))
      .map(({ file }) => file),
  ]);
  return [...Deno.readDirSync(bin)].map(({ name }) => name)
    .filter((name) => names.has(name));
}
