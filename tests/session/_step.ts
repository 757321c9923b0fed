/** What a process of its own is to do. */
export interface Step {
  readonly step: "start" | "note" | "end" | "deliver" | "dead";
  readonly home: string;
  readonly vault: string;
  /** The session. */
  readonly id?: string;
  /** In ms since the epoch. */
  readonly now?: number;
  readonly pid?: number;
  readonly note?: string;
  readonly toolUseId?: string;
  readonly touched?: readonly string[];
  /** At which change of the file system the process kills itself, counted from 1. */
  readonly dieAt?: number;
}

/** How a step ended. */
export interface Outcome {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  /** What the step returned, and what it logged. */
  readonly result: unknown;
  readonly lines: readonly string[];
  readonly stderr: string;
}

const PROGRAM = new URL("_program.ts", import.meta.url).pathname;

/** The command line that runs a step. */
export function stepCommand(step: Step, flags: string[] = ["-A"]): string[] {
  const own = ["--no-check", "--no-config", "--no-lock", "--no-code-cache"];
  return [
    Deno.execPath(),
    "run",
    "--no-prompt",
    ...own,
    ...flags,
    PROGRAM,
    JSON.stringify(step),
  ];
}

/** Runs a step as a process. */
export async function runStep(step: Step, flags?: string[]): Promise<Outcome> {
  return await run(stepCommand(step, flags));
}

/** Runs a command that ends with a step. */
export async function run(command: readonly string[]): Promise<Outcome> {
  const [program = "", ...args] = command;
  const { code, signal, stdout, stderr } = await new Deno.Command(program, {
    args,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout).trim();
  const { result, lines } = text === ""
    ? { result: null, lines: [] }
    : JSON.parse(text);
  return {
    code,
    signal,
    result,
    lines,
    stderr: new TextDecoder().decode(stderr),
  };
}
