import { runProgram } from "../_support/program.ts";

/** Whether a process runs; one that has ended and is not waited for yet does not. */
export function isRunning(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  const { stdout } = new Deno.Command("ps", {
    args: ["-o", "stat=", "-p", `${pid}`],
  }).outputSync();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

/** The command lines of all processes that were started with this home folder. */
export async function processesOf(home: string): Promise<string[]> {
  const { stdout } = await runProgram({
    command: "ps",
    args: ["axeww", "-o", "pid=,stat=,command="],
    env: { PATH: "/usr/bin:/bin" },
    maxOutputBytes: 16 * 1024 * 1024,
  });
  return stdout.split("\n").filter((line) =>
    line.includes(` HOME=${home} `) || line.endsWith(` HOME=${home}`)
  );
}
