import { runProgram } from "../process/run_program.ts";
import { ISOLATION } from "./entry.ts";
import type { Machine } from "./machine.ts";

/**
 * Whether a script that is run with a flag exits 0.
 *
 * @param machine The machine. Needs permission to run Deno and to write a temporary file.
 * @param flag The flag.
 * @param text The script.
 */
export async function tryFlag(
  machine: Machine,
  flag: string,
  text: string,
): Promise<boolean> {
  const script = await Deno.makeTempFile({ suffix: ".js" });
  try {
    await Deno.writeTextFile(script, text);
    const { code } = await runProgram(machine.deno, {
      args: ["run", ...ISOLATION, flag, script],
      cwd: machine.project,
      env: machine.wholeEnv,
      timeoutMs: 20_000,
      keepBytes: 1000,
    });
    return code === 0;
  } finally {
    await Deno.remove(script);
  }
}
