import { join } from "@std/path";
import { isFile } from "../private_file.ts";
import type { Sample } from "./_sample.ts";
import { RUNS, type Runs, type Trial, waitFor } from "./_trial.ts";
import type { ProvenHook } from "./prove.ts";

/**
 * Tries the vault's hooks: a session starts, writes a note and ends.
 *
 * @param trial What they are tried with. Needs read permission on its sample.
 */
export async function proveVault(trial: Trial): Promise<ProvenHook[]> {
  const { sample, patienceMs, proven } = trial;
  // The first start finds no stamp, so that it starts the worker; the others tell what a start mostly costs.
  const first = await trial.run("session-start", 0, 1);
  const rebuilt = first.problem ?? await waitFor(
    () => isFile(sample.stamp) && !isFile(sample.lock),
    patienceMs,
    "it was not started, or did not end: there is no stamp",
  );
  const others = await trial.run("session-start", 1, RUNS - 1);
  const started: Runs = {
    times: others.times,
    problem: first.problem ?? others.problem ??
      (first.output.includes(sample.note)
        ? null
        : "the brief does not name the sample note"),
    output: first.output,
  };

  Deno.writeTextFileSync(sample.written, sample.writtenText);
  const used = await trial.run("post-tool-use", 0, RUNS);
  const ended = await trial.run("session-end", 0, RUNS);
  const journaled = ended.problem ??
    (isInJournal(sample)
      ? null
      : "the journal does not name the note that was written");
  const updated = used.problem ?? await waitFor(
    () => !isFile(sample.lock) && graphHas(sample),
    patienceMs,
    "the graph does not have the note that was written",
  );
  return [
    proven("session-start", started),
    proven("post-tool-use", { ...used, problem: updated }),
    proven("session-end", { ...ended, problem: journaled }),
    proven("rebuild", { times: [], problem: rebuilt }),
  ];
}

function isInJournal(sample: Sample): boolean {
  try {
    return [...Deno.readDirSync(sample.journal)].some(({ name }) =>
      Deno.readTextFileSync(join(sample.journal, name)).includes(
        sample.writtenName,
      )
    );
  } catch {
    return false;
  }
}

function graphHas(sample: Sample): boolean {
  try {
    return Deno.readTextFileSync(sample.graph).includes(sample.writtenName);
  } catch {
    return false;
  }
}
