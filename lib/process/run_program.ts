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

/**
 * Runs a program in a process group of its own, with bounded output and time. When the time is over the whole group is
 * killed. Output is always drained, so that a program that prints without end does not hang on a full pipe.
 *
 * @param command The program, absolute or on PATH. Needs `--allow-run` on it and on `kill`.
 * @param options See there.
 * @throws {Deno.errors.NotFound} when there is no such program.
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
  let timedOut = false;
  const end = (): void => {
    void killTree(child);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, options.timeoutMs);
  options.signal?.addEventListener("abort", end, { once: true });
  if (options.signal?.aborted) end();
  try {
    const keep = (stream: "stdout" | "stderr"): Promise<string> =>
      drain(child[stream], stream, options);
    const [stdout, stderr, status] = await Promise.all([
      keep("stdout"),
      keep("stderr"),
      child.status,
    ]);
    return { code: timedOut ? 124 : status.code, timedOut, stdout, stderr };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", end);
  }
}

async function drain(
  from: ReadableStream<Uint8Array>,
  stream: "stdout" | "stderr",
  options: ProgramOptions,
): Promise<string> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of from) {
    const rest = bytes.subarray(0, options.keepBytes - length);
    if (rest.length === 0) continue;
    kept.push(rest);
    length += rest.length;
    options.onOutput?.(stream, rest);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const bytes of kept) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return new TextDecoder().decode(all);
}

/**
 * Kills a process group. `Deno.kill` would need permission to run anything at all, so the program `kill` does it; where there is
 * none, the child alone is killed.
 */
async function killTree(child: Deno.ChildProcess): Promise<void> {
  try {
    const [command, args] = Deno.build.os === "windows"
      ? ["taskkill", ["/T", "/F", "/PID", `${child.pid}`]]
      : ["/bin/kill", ["-KILL", "--", `-${child.pid}`]];
    await new Deno.Command(command as string, {
      args: args as string[],
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
  } catch {
    // No such program here.
  }
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}
