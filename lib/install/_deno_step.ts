import { runProgram } from "../process/run_program.ts";
import type { Machine } from "./machine.ts";

/**
 * Runs one of Deno's own subcommands in the product's folder, with the user's environment.
 *
 * Deno 2.7 trusts its own list of certificate authorities only, so that npm cannot be reached behind a company's proxy; the
 * system's list is added (2.9 does so itself; measured).
 *
 * @param machine The machine. Needs permission to run Deno.
 * @param args The arguments.
 * @param timeoutMs Milliseconds after which it is killed.
 * @param env Further variables.
 * @returns `null` where it worked, else what it said, without colours and stack traces.
 */
export async function denoStep(
  machine: Machine,
  args: readonly string[],
  timeoutMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const { code, stderr, timedOut } = await runProgram(machine.deno, {
    args,
    cwd: machine.project,
    env: {
      DENO_TLS_CA_STORE: "mozilla,system",
      ...machine.wholeEnv,
      NO_COLOR: "1",
      DENO_NO_UPDATE_CHECK: "1",
      ...env,
    },
    timeoutMs,
    keepBytes: 64 * 1024,
  });
  if (code === 0) return null;
  if (timedOut) return `it took over ${timeoutMs / 1000} s`;
  return reasonIn(stderr) ?? `exit code ${code}`;
}

/** The error in one line: of a chain of causes the one that names what could not be fetched, else the first. */
function reasonIn(stderr: string): string | null {
  const start = stderr.search(/^error: /m);
  const lines = stderr.slice(Math.max(start, 0)).replace(/^error: /, "")
    .split("\n").map((line) => line.trim().replace(/^\d+: /, ""));
  return lines.find((line) => /\burl \(/.test(line)) ??
    lines.find((line) => line !== "") ?? null;
}
