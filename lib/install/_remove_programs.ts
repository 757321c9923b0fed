import { join } from "@std/path";
import { exists } from "../private_file.ts";
import { type Group, programName } from "../registry.ts";
import { BUNDLES } from "./bundle.ts";
import { GROUPS, hooksOf } from "./groups.ts";
import { removeFolder } from "./remove_folder.ts";

/**
 * Removes the programs that no group in use needs. What is no program of this product stays.
 *
 * @param bin The folder of programs. Needs read and write permission on it.
 * @param groups The groups in use.
 * @returns Whether there were any.
 */
export function removePrograms(bin: string, groups: readonly Group[]): boolean {
  if (!exists(bin)) return false;
  const unused = GROUPS.filter((group) => !groups.includes(group));
  const names = new Set([
    // The daemon is of several groups: it goes with the last of them.
    ...hooksOf(unused).filter((hook) =>
      hook.groups.every((group) => unused.includes(group))
    ).map(programName)
      .flatMap((name) => [name, `${name}.exe`, `${name}.cmd`]),
    ...BUNDLES.filter((it) => !it.groups.some((one) => groups.includes(one)))
      .map(({ file }) => file),
  ]);
  const there = [...Deno.readDirSync(bin)]
    .filter(({ name }) => names.has(name));
  for (const { name } of there) removeFolder(join(bin, name));
  return there.length > 0;
}
