import { SAMPLE_MEMORY, SAMPLE_TOOL } from "./_sample.ts";
import {
  type Ended,
  hasFailed,
  type Judge,
  RUNS,
  type Runs,
  type Trial,
} from "./_trial.ts";
import { endDaemon } from "./end_daemon.ts";
import type { ProvenHook } from "./prove.ts";

/** UTF-16 units that fit into the line of a terminal. */
const LINE = 80;

/**
 * Tries the hooks of the memory, its MCP server and its status line: the guard refuses a write without its text, the server stores a note, the
 * line shows it, and a prompt recalls it. The daemon that the server starts is ended.
 *
 * @param trial What they are tried with. Needs permission to signal the daemon.
 * @param withDaemon Whether the daemon is told of, too.
 */
export async function proveMemory(
  trial: Trial,
  withDaemon: boolean,
): Promise<ProvenHook[]> {
  const { proven } = trial;
  const hooks: ProvenHook[] = [];
  const guarded = await trial.run("guard", 0, RUNS, refused);
  const compacted = await trial.run("pre-compact", 0, RUNS, saidText);
  const nudged = await trial.run("stop", 0, 1, saidNothing);
  const stopped = await trial.run("stop", 1, RUNS - 1);
  hooks.push(
    proven("guard", guarded),
    proven("pre-compact", compacted),
    proven("stop", both(nudged, stopped)),
  );
  try {
    const wrote = await trial.run("mcp", 0, 1, stored);
    const served = await trial.run("mcp", 1, RUNS - 1, answered);
    const shown = await trial.run(
      "statusline",
      0,
      RUNS,
      wrote.problem === null ? saidLine : saidLineOrNothing,
    );
    const recalled = await trial.run(
      "user-prompt-submit",
      0,
      1,
      wrote.problem === null ? saidSample : undefined,
    );
    const prompted = await trial.run("user-prompt-submit", 1, RUNS - 1);
    hooks.push(
      proven("user-prompt-submit", both(recalled, prompted)),
      proven("statusline", shown),
      proven("mcp", both(wrote, served)),
    );
    if (withDaemon) {
      const problem = wrote.problem === null
        ? null
        : "the MCP server could not store a note";
      hooks.push(proven("memoryd", { times: [], problem }));
    }
  } finally {
    await endDaemon(trial.sample.places);
  }
  return hooks;
}

/** The first run does more than the others, so its time does not count. */
function both(first: Runs, others: Runs): Runs {
  return { ...others, problem: first.problem ?? others.problem };
}

const refused: Judge = ({ code, stdout, stderr }) =>
  code !== 2
    ? `it let a write without its text through (exit code ${code})`
    : stdout !== "" || !stderr.includes(SAMPLE_TOOL)
    ? "it does not say what it refused"
    : null;

const saidText: Judge = (ended) =>
  hasFailed(ended) ??
    (ended.stdout.trim() === "" ? "it said nothing" : null);

const saidNothing: Judge = (ended) =>
  hasFailed(ended) ??
    (ended.stdout === "" ? null : "it answered the turn that it had asked for");

const saidLineOrNothing: Judge = (ended) =>
  hasFailed(ended) ??
    (ended.stdout === "" || isLine(ended)
      ? null
      : "it printed something that is no line");

const saidLine: Judge = (ended) =>
  hasFailed(ended) ??
    (isLine(ended) ? null : "it does not show the note that was stored");

function isLine({ stdout }: Ended): boolean {
  return stdout.length <= LINE && /^[^\n]+\n$/.test(stdout);
}

const saidSample: Judge = (ended) =>
  hasFailed(ended) ??
    (ended.stdout.includes(SAMPLE_MEMORY)
      ? null
      : "it does not recall the note that was stored");

const answered: Judge = (ended) =>
  hasFailed(ended) ??
    (answer(ended, 1)?.["serverInfo"] === undefined
      ? "it did not answer"
      : null);

const stored: Judge = (ended) => {
  const problem = answered(ended);
  if (problem !== null) return problem;
  const result = answer(ended, 2);
  return result === null || result["isError"] === true
    ? "it did not store the sample note"
    : null;
};

/** The result that a request got, by its id. */
function answer(
  { stdout }: Ended,
  id: number,
): Record<string, unknown> | null {
  for (const line of stdout.split("\n")) {
    try {
      const message = JSON.parse(line);
      if (message?.["id"] === id) return message["result"] ?? null;
    } catch {
      // No message.
    }
  }
  return null;
}
