import { runProgram } from "../process/run_program.ts";

/**
 * Starts a program with `--help`, which each of this product's answers with exit code 0 and without doing anything.
 *
 * @param command The program. Needs permission to run it and to make a temporary folder.
 * @param args Its arguments.
 * @returns `null` where it runs, else why it does not.
 */
export async function whyNotRunning(
  command: string,
  args: readonly string[],
): Promise<string | null> {
  // Deno keeps a cache in HOME: the user's is none of a test run's business.
  const home = await Deno.makeTempDir();
  try {
    const { code, timedOut, stderr } = await runProgram(command, {
      args,
      cwd: home,
      // The mark keeps a program that does not know `--help` from doing anything.
      env: { HOME: home, NO_COLOR: "1", MEMORY_HOOKS_INSIDE: "1" },
      timeoutMs: 20_000,
      keepBytes: 4096,
    });
    if (code === 0) return null;
    const said = stderr.trim().split("\n")[0] ?? "";
    return timedOut
      ? "it does not end"
      : `it does not run (exit code ${code}${said === "" ? "" : `: ${said}`})`;
  } catch (error) {
    return `it does not run (${(error as Error).message})`;
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
