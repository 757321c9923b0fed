import { cachedTool } from "./cached_tool.ts";
import { runProgram } from "./program.ts";

/** The graphify that the tests run. */
export const GRAPHIFY_VERSION = "0.9.96";

/** Whether this machine has what it takes to fetch the real graphify: Python 3.10 or later, with venv and pip. */
export const HAS_PYTHON: boolean = await hasPython();

/**
 * Gives the path of the real `graphify`, installed from PyPI into a venv on first use (about 260 MB on disk).
 *
 * @throws {Error} when pip cannot fetch it: where there is Python, a test that needs it must fail, not pass unseen.
 */
export async function graphifyProgram(): Promise<string> {
  const folder = await cachedTool("graphify", GRAPHIFY_VERSION, install);
  return `${folder}/bin/graphify`;
}

async function install(folder: string): Promise<void> {
  await python("python3", ["-m", "venv", folder]);
  const spec = `graphifyy[ollama]==${GRAPHIFY_VERSION}`;
  await python(`${folder}/bin/python`, [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    spec,
  ]);
  const { stdout } = await runProgram({
    command: `${folder}/bin/graphify`,
    args: ["--version"],
    env: { HOME: folder, PATH: "/usr/bin:/bin" },
  });
  if (stdout.trim() !== `graphify ${GRAPHIFY_VERSION}`) {
    throw new Error(
      `Cannot use graphify: version is ${stdout.trim()}, not ${GRAPHIFY_VERSION}`,
    );
  }
}

async function python(command: string, args: string[]): Promise<void> {
  // pip needs the user's own settings: index, proxy, certificates.
  const env = Deno.env.toObject();
  const run = await runProgram({ command, args, env, timeoutMs: 600_000 });
  if (run.code === 0) return;
  throw new Error(
    `Cannot get graphify: ${command} ${
      args.join(" ")
    } ended with ${run.code}: ${run.stdout}${run.stderr}`,
  );
}

async function hasPython(): Promise<boolean> {
  const check =
    "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
  const env = Deno.env.toObject();
  try {
    const args = ["-c", check];
    return (await runProgram({ command: "python3", args, env })).code === 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
