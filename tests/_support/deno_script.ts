import type { ProgramOptions } from "./program.ts";

/** Where this Deno keeps what it downloaded; a script with a home of its own would not find it. */
let denoDir: Promise<string> | undefined;

/**
 * What starts a script of `tests/fixtures/` in a process of its own, with nothing in its environment but Deno's own folder.
 *
 * @param name The script, relative to `tests/fixtures/`.
 * @param args Its arguments.
 * @param flags Deno's permissions; all by default.
 */
export async function denoScript(
  name: string,
  args: readonly string[] = [],
  flags: readonly string[] = ["--allow-all"],
): Promise<Required<Pick<ProgramOptions, "command" | "args" | "env">>> {
  const script = new URL(`../fixtures/${name}`, import.meta.url);
  return {
    command: Deno.execPath(),
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-check",
      ...flags,
      decodeURIComponent(script.pathname),
      ...args,
    ],
    env: { DENO_DIR: await (denoDir ??= findDenoDir()) },
  };
}

async function findDenoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).output();
  const info = JSON.parse(new TextDecoder().decode(stdout)) as {
    denoDir: string;
  };
  return info.denoDir;
}
