import { basename, join } from "@std/path";
import { type Hook, programName } from "../registry.ts";
import { denoStep } from "./_deno_step.ts";
import type { Machine } from "./machine.ts";
import { removeFolder } from "./remove_folder.ts";

/**
 * Bundles a hook into `memory-<name>.js`, with what it imports lazily in files beside it, minified: a hook pays
 * 0.4 ms for every 10 kB, a hook that carried the YAML parser along
 * would start 3 ms later, and where anything throws, another 4 ms would go into finding the place in a text that long (2.9.6,
 * measured). A lazy file's name holds a hash of its content, so hooks share them.
 *
 * @param machine The machine. Needs permission to run Deno.
 * @param hook The hook.
 * @param folder The folder for the files. Needs read and write permission on it.
 * @returns `null` where it worked, else what went wrong.
 */
export async function bundleHook(
  machine: Machine,
  hook: Hook,
  folder: string,
): Promise<string | null> {
  const made = join(folder, `${programName(hook)}.bundle`);
  const problem = await denoStep(machine, [
    "bundle",
    "--quiet",
    "--platform",
    "deno",
    "--code-splitting",
    "--minify",
    "--outdir",
    made,
    hook.source,
  ], 120_000);
  if (problem !== null) return problem;
  const entry = basename(hook.source).replace(/\.ts$/, ".js");
  for (const { name } of [...Deno.readDirSync(made)]) {
    const to = name === entry ? `${programName(hook)}.js` : name;
    Deno.chmodSync(join(made, name), 0o700);
    Deno.renameSync(join(made, name), join(folder, to));
  }
  removeFolder(made);
  return null;
}
