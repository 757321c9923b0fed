import { join } from "@std/path";
import type { Places } from "../place.ts";
import { exists } from "../private_file.ts";
import type { Group } from "../registry.ts";
import { programsOf } from "./_remove_programs.ts";
import { rebuildFiles } from "./_remove_vault.ts";

/**
 * What is going to be removed, in words, before anything makes some of it anew.
 *
 * @param places Where it is. Needs read permission on it.
 * @param gone The groups that are in use no more.
 * @param isLast Whether nothing is in use any more.
 */
export function whatIsThere(
  { data, state, graphCache }: Places,
  gone: readonly Group[],
  isLast: boolean,
): string[] {
  if (gone.length === 0) return [];
  const hasVault = gone.includes("vault");
  const programs = isLast
    ? "programs"
    : hasVault
    ? "the vault's programs"
    : "the programs of capture";
  const bin = join(data, "bin");
  const hasPrograms = isLast ? exists(bin) : programsOf(bin, gone).length > 0;
  const parts = [
    ...hasPrograms ? [programs] : [],
    ...hasVault && exists(join(data, "index")) ? ["index"] : [],
  ];
  return [
    ...parts.length === 0 ? [] : [`Removed ${parts.join(" and ")} in ${data}`],
    ...isLast && hasState(state) ? [`Removed state and log in ${state}`] : [],
    ...hasVault && rebuildFiles(graphCache).length > 0
      ? [`Removed the rebuild's cache in ${graphCache}`]
      : [],
  ];
}

/** What capture has left there stays as long as the store does. */
function hasState(state: string): boolean {
  return exists(state) &&
    [...Deno.readDirSync(state)].map(({ name }) => name).join() !== "capture";
}
