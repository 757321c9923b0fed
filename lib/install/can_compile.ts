import { join } from "@std/path";
import { denoStep } from "./_deno_step.ts";
import type { Machine } from "./machine.ts";
import { whyNotRunning } from "./why_not_running.ts";

/**
 * Finds out, with an empty program in a temporary folder, whether this Deno can make executables that run.
 *
 * @param machine The machine. Needs permission to run Deno and to write temporary files.
 */
export async function canCompile(machine: Machine): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    const source = join(folder, "empty.js");
    const program = join(folder, machine.windows ? "empty.exe" : "empty");
    await Deno.writeTextFile(source, "");
    const problem = await denoStep(machine, [
      "compile",
      "--quiet",
      "--no-check",
      "--no-config",
      "--no-lock",
      "--output",
      program,
      source,
    ], 300_000) ?? await whyNotRunning(program, []);
    return problem === null;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
