import { join } from "@std/path";
import { type Hook, HOOKS } from "../registry.ts";
import { type Form, type Invocation, invocation } from "./entry.ts";
import type { Machine } from "./machine.ts";
import type { ProvenHook } from "./prove.ts";
import { type Sample, sampleEvent } from "./_sample.ts";
import type { Flags } from "./stage_programs.ts";

/** How often each hook is tried. */
export const RUNS = 5;

/** Milliseconds that one run may take. */
const RUN_MS = 20_000;

/** Tries installed hooks on a sample. */
export interface Trial {
  readonly sample: Sample;
  /** Milliseconds that what goes on in the background may take. */
  readonly patienceMs: number;
  /** Runs a hook some times; stops at the first run that goes wrong. */
  run(
    name: Hook["name"],
    first: number,
    count: number,
    judge?: Judge,
  ): Promise<Runs>;
  /** What becomes of it in the table. */
  proven(name: Hook["name"], runs: Omit<Runs, "output">): ProvenHook;
}

/** How one run ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Says what is wrong with a run, `null` where nothing is. */
export type Judge = (ended: Ended) => string | null;

/** How the runs of a hook went. */
export interface Runs {
  /** Milliseconds from start to end. */
  readonly times: readonly number[];
  readonly problem: string | null;
  /** What the first run said. */
  readonly output: string;
}

/**
 * Makes the trial of what is installed.
 *
 * @param machine The machine. Needs permission to run the programs.
 * @param form How they are installed.
 * @param flags Their permissions.
 * @param sample What they are tried on.
 * @param patienceMs Milliseconds that what goes on in the background may take.
 */
export function openTrial(
  machine: Machine,
  form: Form,
  flags: Flags,
  sample: Sample,
  patienceMs: number,
): Trial {
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  return {
    sample,
    patienceMs,
    run: (name, first, count, judge = saidJson) =>
      runs(
        name,
        invocation(HOOKS[name], form, bin, flags[name] ?? [], exe),
        sample,
        first,
        count,
        judge,
      ),
    proven: (name, { times, problem }) => ({
      name,
      event: HOOKS[name].events.join(", ") || null,
      form,
      medianMs: times.length === 0 ? null : median(times),
      problem: problem === null ? null : `${problem}${lastWords(sample, name)}`,
    }),
  };
}

async function runs(
  name: Hook["name"],
  program: Invocation,
  sample: Sample,
  first: number,
  count: number,
  judge: Judge,
): Promise<Runs> {
  const times: number[] = [];
  let output = "";
  for (let run = first; run < first + count; run++) {
    const started = performance.now();
    const ended = await feed(program, sampleEvent(name, run, sample), sample);
    times.push(performance.now() - started);
    if (run === first) output = ended.stdout;
    const problem = judge(ended);
    if (problem !== null) return { times, problem, output };
  }
  return { times, problem: null, output };
}

/** What most hooks have to do: say nothing, or JSON. */
function saidJson(ended: Ended): string | null {
  return hasFailed(ended) ??
    (ended.stdout !== "" && !isJson(ended.stdout)
      ? "it printed something that is not JSON"
      : null);
}

/** Whether a run did not end as it should. */
export function hasFailed({ code, stderr }: Ended): string | null {
  return code === 0
    ? null
    : `exit code ${code}: ${stderr.trim().split("\n")[0]}`;
}

async function feed(
  program: Invocation,
  event: string,
  sample: Sample,
): Promise<Ended> {
  const command = new Deno.Command(program.command, {
    args: [...program.args],
    cwd: sample.project,
    clearEnv: true,
    env: sample.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(RUN_MS),
  });
  let child: Deno.ChildProcess;
  try {
    child = command.spawn();
  } catch (error) {
    // As a shell says it.
    return { code: 127, stdout: "", stderr: (error as Error).message };
  }
  const writer = child.stdin.getWriter();
  // A program that ends without reading is found by what it did not do.
  const written = writer.write(new TextEncoder().encode(event))
    .then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/**
 * Waits for what goes on in the background.
 *
 * @param holds Whether it is there.
 * @param patienceMs Milliseconds to wait.
 * @param problem What is wrong where it does not come.
 * @returns `null`, or the problem.
 */
export async function waitFor(
  holds: () => boolean,
  patienceMs: number,
  problem: string,
): Promise<string | null> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if (holds()) return null;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return problem;
}

/** What the program's own log says last of it. */
function lastWords(sample: Sample, name: string): string {
  try {
    const line = Deno.readTextFileSync(sample.log).trimEnd().split("\n")
      .findLast((line) => / (?:WARN|ERROR) /.test(line) && line.includes(name));
    return line === undefined ? "" : ` (log: ${line})`;
  } catch {
    return "";
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[sorted.length >> 1] ?? 0);
}
