import type { Hook } from "../registry.ts";
import { readRows } from "../store/read_rows.ts";
import { CAPTURED } from "../store/row.ts";
import type { Sample } from "./_sample.ts";
import { RUNS, type Trial, waitFor } from "./_trial.ts";
import { endDaemon } from "./end_daemon.ts";
import type { ProvenHook } from "./prove.ts";

/** The hooks, in the order of a turn, with the rows that they make. */
const HOOKS_AND_ROWS = [
  ["capture-prompt", CAPTURED.prompt],
  ["capture-tool", CAPTURED.toolUse],
  ["capture-stop", CAPTURED.sessionCompleted],
] as const satisfies readonly (readonly [Hook["name"], string])[];

/**
 * Tries the hooks of capture: some turns of a session, whose rows must arrive in the sample's own store. The daemon that they start
 * is ended.
 *
 * @param trial What they are tried with. Needs read permission on its sample, and permission to signal the daemon.
 */
export async function proveCapture(trial: Trial): Promise<ProvenHook[]> {
  const { sample, patienceMs, proven } = trial;
  const hooks: ProvenHook[] = [];
  let arrived: string | null = null;
  try {
    for (const [name, kind] of HOOKS_AND_ROWS) {
      const runs = await trial.run(name, 0, RUNS);
      const problem: string | null = runs.problem ?? await waitFor(
        () => rowsOf(sample, kind) >= RUNS,
        // What did not come for the first will not come for the others either.
        arrived === null ? patienceMs : 0,
        "no row of it arrived in the store",
      );
      if (runs.problem === null) arrived ??= problem;
      hooks.push(proven(name, { ...runs, problem }));
    }
  } finally {
    const ended = await endDaemon(sample.places);
    const problem = ended === "stays"
      ? "it does not end when it is told to"
      : ended === "none" && arrived !== null
      ? "it was not started, or did not stay"
      : null;
    hooks.push(proven("memoryd", { times: [], problem }));
  }
  return hooks;
}

function rowsOf(sample: Sample, kind: string): number {
  try {
    using reader = readRows(sample.places.store);
    return reader?.lastRows(RUNS, { kinds: [kind] }).length ?? 0;
  } catch {
    // It is just being made.
    return 0;
  }
}
