import { join } from "@std/path";
import { type Group, type Hook, programName } from "../registry.ts";
import { denoStep } from "./_deno_step.ts";
import { stageScripts } from "./_stage_scripts.ts";
import { type Bundle, BUNDLES, makeBundle } from "./bundle.ts";
import { COMPILE_FLAGS, type Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import { hooksOf } from "./groups.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import { removeFolder } from "./remove_folder.ts";
import { whyNotRunning } from "./why_not_running.ts";

/** Programs that are ready, but not yet in their place. */
export interface Staged {
  readonly folder: string;
  readonly form: Form;
  /** Why these are no native executables though they were to be, else `null`. */
  readonly fallback: string | null;
}

/** The permissions of each program, and what V8 is told. */
export type Flags = Readonly<Partial<Record<Hook["name"], readonly string[]>>>;

/**
 * Makes the programs in a folder of their own: each hook with all that it imports in one file, that compiled into an
 * executable. Where this does not work, or what comes out does not run, it makes scripts instead.
 *
 * @param machine The machine. Needs permission to run Deno, and read and write permission on the data folder.
 * @param flags The permissions.
 * @param groups Whose programs.
 * @param wanted `native` for executables or nothing, `script` for scripts, `best` for what is possible.
 * @param progress Is told what takes long.
 * @throws {Failure} when nothing can be made; the folder is then removed again.
 */
export async function stagePrograms(
  machine: Machine,
  flags: Flags,
  groups: readonly Group[],
  wanted: "best" | "native" | "script",
  progress: Progress,
): Promise<Staged> {
  const folder = join(machine.places.data, `bin.staging-${Deno.pid}`);
  removeFolder(folder);
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    await progress.step("Bundling the programs", async () => {
      for (const bundle of BUNDLES) {
        if (bundle.groups.some((group) => groups.includes(group))) {
          await make(machine, bundle, folder);
        }
      }
    });
    let fallback: string | null = null;
    if (wanted !== "script") {
      fallback = await compileAll(
        machine,
        flags,
        hooksOf(groups),
        folder,
        progress,
      );
      if (fallback === null) return { folder, form: "native", fallback };
      if (wanted === "native") {
        throw new Failure(
          `Cannot make native executables: ${fallback}; nothing was changed. ${
            howToGetNative(machine)
          }`,
        );
      }
    }
    await stageScripts(machine, flags, hooksOf(groups), folder, progress);
    return { folder, form: "script", fallback };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** What helps where `deno compile` does not find its runtime. */
function howToGetNative(machine: Machine): string {
  return `For native executables run this again with access to https://dl.deno.land, or with DENORT_BIN set to a denort of Deno ${machine.denoVersion}.`;
}

async function make(
  machine: Machine,
  bundle: Bundle,
  folder: string,
): Promise<void> {
  const problem = await makeBundle(machine, bundle, folder);
  if (problem !== null) {
    throw new Failure(`Cannot bundle ${bundle.source}: ${problem}`);
  }
}

/** Compiles the bundles. Gives the reason where one of them does not come to run. */
async function compileAll(
  machine: Machine,
  flags: Flags,
  hooks: readonly Hook[],
  folder: string,
  progress: Progress,
): Promise<string | null> {
  const made: string[] = [];
  for (const hook of hooks) {
    const name = programName(hook);
    const file = join(folder, machine.windows ? `${name}.exe` : name);
    made.push(file);
    const problem = await progress.step(
      `Compiling ${name}`,
      async () =>
        await denoStep(
          machine,
          [
            "compile",
            "--quiet",
            "--no-check",
            ...COMPILE_FLAGS,
            // Without it a console window flashes at each tool call.
            ...machine.windows ? ["--no-terminal"] : [],
            ...flags[hook.name] ?? [],
            "--output",
            file,
            join(folder, `${name}.js`),
          ],
          300_000,
          exportOf(hook),
        ) ?? await whyNotRunning(file, ["--help"], `${name}:`),
    );
    if (problem !== null) {
      for (const path of made) removeFolder(path);
      return `${name}: ${problem}`;
    }
    Deno.chmodSync(file, 0o700);
  }
  for (const { name } of [...Deno.readDirSync(folder)]) {
    if (name.endsWith(".js")) Deno.removeSync(join(folder, name));
  }
  return null;
}

/**
 * Whether an executable exports telemetry is settled when it is compiled (2.7.11, measured). The daemon does, where it is told to; a hook
 * never, since it would wait for the collector when it ends.
 */
function exportOf(hook: Hook): Record<string, string> {
  return { OTEL_DENO: String(hook.name === "memoryd") };
}
