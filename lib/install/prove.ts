import { join } from "@std/path";
import { ensurePrivateFolder, isFile } from "../private_file.ts";
import { type Hook, HOOKS } from "../registry.ts";
import { type Form, type Invocation, invocation } from "./entry.ts";
import type { Machine } from "./machine.ts";
import { type Sample, sampleEvent, writeSample } from "./_sample.ts";
import type { Progress } from "./progress.ts";
import { removeFolder } from "./remove_folder.ts";
import type { Flags } from "./stage_programs.ts";

/** How a program did. */
export interface ProvenHook {
  readonly name: Hook["name"];
  readonly event: string | null;
  readonly form: Form;
  /** The median of some runs from start to end in milliseconds, `null` for the worker. */
  readonly medianMs: number | null;
  /** Why it does not work, else `null`. */
  readonly problem: string | null;
}

const RUNS = 5;

/** Milliseconds that one run may take. */
const RUN_MS = 20_000;

/**
 * Runs each installed program as Claude Code would, with a sample vault in a private HOME below the state folder, which their
 * permissions cover, and looks at what they said and wrote.
 *
 * @param machine The machine. Needs permission to run the programs, read and write permission on the state folder.
 * @param form How they are installed.
 * @param flags Their permissions.
 * @param progress Is told what takes long.
 * @param patienceMs Milliseconds that the worker may take with the three notes of the sample.
 */
export async function prove(
  machine: Machine,
  form: Form,
  flags: Flags,
  progress: Progress,
  patienceMs = 30_000,
): Promise<ProvenHook[]> {
  const folder = join(machine.places.state, "proof");
  removeFolder(folder);
  ensurePrivateFolder(folder);
  try {
    const sample = writeSample(folder, machine);
    return await progress.step(
      "Trying each hook",
      () => proveAll(machine, form, flags, sample, patienceMs),
    );
  } finally {
    removeFolder(folder);
  }
}

async function proveAll(
  machine: Machine,
  form: Form,
  flags: Flags,
  sample: Sample,
  patienceMs: number,
): Promise<ProvenHook[]> {
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  const runsOf = (name: Hook["name"]) => {
    const program = invocation(HOOKS[name], form, bin, flags[name] ?? [], exe);
    return (first: number, count: number) =>
      runs(name, program, sample, first, count);
  };
  const proven = (
    name: Hook["name"],
    { times, problem }: Runs,
  ): ProvenHook => ({
    name,
    event: HOOKS[name].events[0] ?? null,
    form,
    medianMs: times.length === 0 ? null : median(times),
    problem: problem === null ? null : `${problem}${lastWords(sample, name)}`,
  });

  // The first start finds no stamp, so that it starts the worker; the others tell what a start mostly costs.
  const start = runsOf("session-start");
  const first = await start(0, 1);
  const rebuilt = first.problem ?? await waitFor(
    () => isFile(sample.stamp) && !isFile(sample.lock),
    patienceMs,
    "it was not started, or did not end: there is no stamp",
  );
  const others = await start(1, RUNS - 1);
  const started: Runs = {
    times: others.times,
    problem: first.problem ?? others.problem ??
      (first.output.includes(sample.note)
        ? null
        : "the brief does not name the sample note"),
    output: first.output,
  };

  Deno.writeTextFileSync(sample.written, sample.writtenText);
  const used = await runsOf("post-tool-use")(0, RUNS);
  const ended = await runsOf("session-end")(0, RUNS);
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
    proven("rebuild", { times: [], problem: rebuilt, output: "" }),
  ];
}

interface Runs {
  readonly times: readonly number[];
  readonly problem: string | null;
  /** What the first run said. */
  readonly output: string;
}

async function runs(
  name: Hook["name"],
  program: Invocation,
  sample: Sample,
  first: number,
  count: number,
): Promise<Runs> {
  const times: number[] = [];
  let output = "";
  for (let run = first; run < first + count; run++) {
    const started = performance.now();
    const { code, stdout, stderr } = await feed(
      program,
      sampleEvent(name, run, sample),
      sample,
    );
    times.push(performance.now() - started);
    if (run === first) output = stdout;
    const problem = code !== 0
      ? `exit code ${code}: ${stderr.trim().split("\n")[0]}`
      : stdout !== "" && !isJson(stdout)
      ? "it printed something that is not JSON"
      : null;
    if (problem !== null) return { times, problem, output };
  }
  return { times, problem: null, output };
}

async function feed(
  program: Invocation,
  event: string,
  sample: Sample,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new Deno.Command(program.command, {
    args: [...program.args],
    cwd: sample.project,
    clearEnv: true,
    env: sample.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(RUN_MS),
  }).spawn();
  const writer = child.stdin.getWriter();
  // A program that ends without reading is found by what it did not do.
  const written = writer.write(new TextEncoder().encode(event))
    .then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

async function waitFor(
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
