import { findProgram } from "../process/find_program.ts";
import type { Machine } from "./machine.ts";

/**
 * The command that starts the Deno which runs: one that came with npx is on no PATH but its own.
 *
 * @param machine The machine. Needs read permission on the Deno binary and the folders of PATH.
 * @returns Its words: `deno`, or `npx -y deno@<version>`, or the binary's path where PATH has no Deno, or another one.
 */
export function denoCommand(
  { deno, denoVersion, env }: Pick<Machine, "deno" | "denoVersion" | "env">,
): readonly string[] {
  if (/[\\/]_npx[\\/]/.test(deno)) return ["npx", "-y", `deno@${denoVersion}`];
  const found = findProgram("deno", env("PATH"))?.path ?? null;
  return found !== null && realPath(found) === realPath(deno)
    ? ["deno"]
    : [deno];
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
