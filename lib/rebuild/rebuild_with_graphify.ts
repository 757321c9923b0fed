import type { Job } from "../frame/run_worker.ts";
import {
  extractAll,
  extractChanged,
  graphifyEnv,
  outputFolder,
  writeReport,
} from "../graph/graphify.ts";
import { keepPreviousGraph } from "../graph/previous_graph.ts";
import { join } from "../path.ts";
import { runProgram } from "../process/run_program.ts";
import { openRebuildLog } from "./rebuild_log.ts";

/** Bytes of each stream of one run that reach the log. */
const KEEP_BYTES = 512 * 1024;

/**
 * Has graphify read the vault, then write its report. The graph from before is kept where the new one is empty or unreadable.
 *
 * @param job The worker's. Needs `--allow-run` on graphify and kill, read and write permission on the graph's folder.
 * @param whole Whether all notes are read anew, or only those that changed.
 * @returns Whether there is a new graph. The report alone failing is logged and no failure: god nodes are then read from the graph.
 */
export async function rebuildWithGraphify(
  job: Job,
  whole: boolean,
): Promise<boolean> {
  const { config, places, log } = job;
  const vault = config.vault.path;
  const output = openRebuildLog(places.rebuildLog, job.now);
  const env = graphifyEnv(config, job.env);
  const run = async (args: string[]): Promise<number> => {
    output.note(`graphify ${args.join(" ")}`);
    const result = await runProgram("graphify", {
      args,
      cwd: vault,
      env,
      timeoutMs: config.graph.rebuildTimeoutMinutes * 60_000,
      keepBytes: KEEP_BYTES,
      onOutput: output.output,
      signal: job.signal,
    });
    output.note(
      result.timedOut ? "killed: over the timeout" : `exit ${result.code}`,
    );
    return result.code;
  };

  const graph = join(outputFolder(config), "graph.json");
  const copy = join(places.state, "graph-before.json");
  const previous = keepPreviousGraph(graph, copy);
  let code: number | null = null;
  try {
    const { model } = config.graph;
    code = await run(
      whole ? extractAll(vault, model) : extractChanged(vault, model),
    );
  } catch (error) {
    output.note(`graphify could not be run: ${error}`);
    log.error("Cannot run graphify", error);
  }
  const problem = previous.settle(code !== 0 || job.signal.aborted);
  if (problem !== null) {
    const why = job.signal.aborted
      ? `ended, ${job.signal.reason}`
      : code === 0
      ? problem
      : code === null
      ? "it could not be run"
      : `exit ${code}`;
    output.note(`no new graph: ${why}`);
    log.error(`Cannot rebuild the graph with graphify: ${why}`);
    return false;
  }
  // The report's step writes the graph once more.
  const extracted = keepPreviousGraph(graph, copy);
  const reported = await run(writeReport(vault));
  extracted.settle(reported !== 0);
  if (reported !== 0) {
    log.warn("graphify wrote no report; god nodes come from the graph itself");
  }
  return !job.signal.aborted;
}
