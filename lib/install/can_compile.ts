import { join } from "@std/path";
import { denoStep } from "./_deno_step.ts";
import { COMPILE_FLAGS } from "./entry.ts";
import type { Machine } from "./machine.ts";
import { whyNotRunning } from "./why_not_running.ts";

/**
 * Finds out, with a small program in a temporary folder, whether this Deno can make executables that run.
 *
 * @param machine The machine. Needs permission to run Deno and to write temporary files.
 */
export async function canCompile(machine: Machine): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    const source = join(folder, "small.js");
    const program = join(folder, machine.windows ? "small.exe" : "small");
    await Deno.writeTextFile(source, 'console.log("works");');
    const problem = await denoStep(machine, [
      "compile",
      "--quiet",
      "--no-check",
      ...COMPILE_FLAGS,
      "--output",
      program,
      source,
    ], 300_000) ?? await whyNotRunning(program, [], "works");
    return problem === null;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
