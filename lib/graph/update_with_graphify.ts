import type { Context } from "../frame/run.ts";
import { join } from "../path.ts";
import { readRegularFile, writePrivateFile } from "../private_file.ts";
import { findProgram } from "../process/find_program.ts";
import { runProgram } from "../process/run_program.ts";
import { graphifyEnv, hasNoFileOption, updateFile } from "./graphify.ts";

/** Bytes of graphify's answer that are looked at. */
const KEEP_BYTES = 64 * 1024;

/** Milliseconds left to the hook for its own work after graphify's time is over. */
const MARGIN_MS = 3000;

/**
 * Merges one note into the graph as the seed says, `graphify update --file`.
 *
 * No release so far has that option. What a binary answered is remembered (by its path and time of change), so that it is asked
 * once, and not at the price of a Python start for every edit.
 *
 * @param context The hook's. Needs `--allow-run` on graphify and kill, read permission on PATH's folders.
 * @param note The note, absolute, as the tool named it.
 * @returns Whether the graph is up to date; `false` when it failed or this version has no such option: the background has to do it.
 */
export async function updateWithGraphify(
  context: Context,
  note: string,
): Promise<boolean> {
  const { config, places, log, env } = context;
  const program = findProgram("graphify", env("PATH"));
  if (program === null) return false;
  const memory = join(places.state, "graphify.json");
  const version = `${program.path}|${program.mtime}`;
  if (readRegularFile(memory) === version) return false;

  const result = await runProgram("graphify", {
    args: updateFile(note),
    cwd: config.vault.path,
    env: graphifyEnv(config, env),
    timeoutMs: Math.min(
      config.graph.updateTimeoutSeconds * 1000,
      context.left() - MARGIN_MS,
    ),
    keepBytes: KEEP_BYTES,
  });
  if (result.code === 0) return true;
  if (hasNoFileOption(result.code, result.stderr)) {
    writePrivateFile(memory, version);
    log.info(
      "graphify has no `update --file`; notes are merged in the background",
    );
    return false;
  }
  const why = result.timedOut
    ? `no answer within ${config.graph.updateTimeoutSeconds} s`
    : `exit ${result.code}: ${lastLine(result.stderr)}`;
  log.error(`Cannot merge a note into the graph: ${why}`);
  return false;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
