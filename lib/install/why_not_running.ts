import { runProgram } from "../process/run_program.ts";

/**
 * Starts a program that should print something and end: with `--help`, this product's print their name and do nothing else.
 *
 * @param command The program. Needs permission to run it and to make a temporary folder.
 * @param args Its arguments.
 * @param says What its output must begin with: an exit code alone could be that of some other program.
 * @returns `null` where it runs, else why it does not.
 */
export async function whyNotRunning(
  command: string,
  args: readonly string[],
  says: string,
): Promise<string | null> {
  // Deno keeps a cache in HOME: the user's is none of a test run's business.
  const home = await Deno.makeTempDir();
  try {
    const { code, timedOut, stdout, stderr } = await runProgram(command, {
      args,
      cwd: home,
      env: { HOME: home, NO_COLOR: "1" },
      timeoutMs: 20_000,
      keepBytes: 4096,
    });
    if (code === 0) {
      return stdout.startsWith(says)
        ? null
        : "it is not the program it should be";
    }
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
