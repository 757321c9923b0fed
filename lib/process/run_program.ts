import { SYSTEM_PROGRAMS } from "../registry.ts";

/** What became of a program. */
export interface ProgramResult {
  /** The exit code; 124 when it was ended for taking too long, as `timeout` says it. */
  readonly code: number;
  readonly timedOut: boolean;
  /** The start of each stream, up to the limit; the rest was read and thrown away. */
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
export interface ProgramOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Bytes of each stream that are kept. */
  readonly keepBytes: number;
  /** Gets every block of output within the limit, as it comes. */
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** Ends the program and all that it started. */
  readonly signal?: AbortSignal;
}

/** Milliseconds after a kill in which the streams end by themselves, unless a process that left the group holds them. */
const GRACE_MS = 500;

/**
 * Runs a program in a process group of its own, with bounded output and time. When the time is over the whole group is
 * killed; a process that left the group (`setsid`) lives on, but is not waited for. Output is always drained, so that a program that
 * prints without end does not hang on a full pipe.
 *
 * @param command The program, absolute or on PATH. Needs `--allow-run` on it and on `kill`.
 * @param options See there.
 * @throws {Deno.errors.NotFound} when there is no such program, or no such folder to run it in.
 * @throws {Deno.errors.NotCapable} when it may not be run.
 */
export async function runProgram(
  command: string,
  options: ProgramOptions,
): Promise<ProgramResult> {
  const child = new Deno.Command(command, {
    args: [...options.args],
    cwd: options.cwd,
    clearEnv: true,
    env: { ...options.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const readers = {
    stdout: child.stdout.getReader(),
    stderr: child.stderr.getReader(),
  };
  let timedOut = false;
  let killed = Promise.resolve();
  let grace: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    killed = killTree(child);
    grace ??= setTimeout(() => {
      for (const reader of Object.values(readers)) void reader.cancel();
    }, GRACE_MS);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, options.timeoutMs);
  options.signal?.addEventListener("abort", end, { once: true });
  if (options.signal?.aborted) end();
  try {
    const [stdout, stderr, status] = await Promise.all([
      drain(readers.stdout, "stdout", options),
      drain(readers.stderr, "stderr", options),
      child.status,
    ]);
    return { code: timedOut ? 124 : status.code, timedOut, stdout, stderr };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", end);
    await killed;
    clearTimeout(grace);
  }
}

async function drain(
  from: ReadableStreamDefaultReader<Uint8Array>,
  stream: "stdout" | "stderr",
  options: ProgramOptions,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  while (true) {
    const { done, value } = await from.read();
    if (done) return text + decoder.decode();
    const rest = value.subarray(0, options.keepBytes - length);
    if (rest.length === 0) continue;
    length += rest.length;
    text += decoder.decode(rest, { stream: true });
    options.onOutput?.(stream, rest);
  }
}

/** Where `kill` is: as permitted by its place, or by its name, which is looked up on PATH. */
const KILL = [...SYSTEM_PROGRAMS.kill, "kill"];

/**
 * Kills a process group. `Deno.kill` would need permission to run anything at all, so the program `kill` does it; where there is
 * none, the child alone is killed.
 */
async function killTree(child: Deno.ChildProcess): Promise<void> {
  const [commands, args] = Deno.build.os === "windows"
    ? [["taskkill"], ["/T", "/F", "/PID", `${child.pid}`]]
    : [KILL, ["-KILL", "--", `-${child.pid}`]];
  for (const command of commands) {
    try {
      await new Deno.Command(command, {
        args,
        clearEnv: true,
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
      break;
    } catch {
      // Not there, or not permitted under this name.
    }
  }
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}
