/** How a program gets its standard input. */
export type ProgramInput =
  | string
  | Uint8Array
  | AsyncIterable<string | Uint8Array>;

/** What to run, and under which conditions. */
export interface ProgramOptions {
  /** Absolute path, or a name that is looked up in `PATH` of `env`. */
  command: string;
  args?: string[];
  /** The whole environment: nothing is inherited. */
  env?: Record<string, string>;
  cwd?: string;
  /** Bytes for standard input; an async iterable is written piece by piece. Default: none. */
  stdin?: ProgramInput;
  /**
   * What becomes of standard input after those bytes. `end` closes it; `open` holds it open until the program has ended;
   * `closed` starts the program without any descriptor 0 (through `/bin/sh`, so `command` must be a path).
   */
  stdinEnd?: "end" | "open" | "closed";
  /** Milliseconds after which the program gets SIGKILL as part of the test; `signal` of the result tells whether it came to that. */
  killAfterMs?: number;
  /** Milliseconds after which the program hangs: it is killed and the run throws. Default 120,000, so that no machine is too slow. */
  timeoutMs?: number;
  /** Bytes of each output stream that are kept; what comes after is read and counted only. Default 1 MiB. */
  maxOutputBytes?: number;
}

/** How a program ended. */
export interface ProgramResult {
  /** Exit code; 128 + number where a signal ended the program. */
  code: number;
  signal: Deno.Signal | null;
  stdout: string;
  stderr: string;
  /** Bytes that the program wrote to each stream, kept or not. */
  stdoutBytes: number;
  stderrBytes: number;
  /** Milliseconds from start until exit and the end of both streams. */
  ms: number;
}

/** A program that runs. `result` must be awaited: it holds the streams. */
export interface RunningProgram {
  readonly pid: number;
  readonly result: Promise<ProgramResult>;
  /** Sends a signal; one that comes too late is ignored. */
  kill(signal: Deno.Signal): void;
}

/** Runs a program to its end: {@linkcode startProgram}, awaited. */
export function runProgram(options: ProgramOptions): Promise<ProgramResult> {
  return startProgram(options).result;
}

/**
 * Starts a program in an environment of its own, with standard input under control and bounded output.
 *
 * The run counts as ended when the program has exited and both output streams have ended, as it does for Claude Code: a
 * background child that inherited a stream is thus found by the timeout.
 *
 * @throws {Deno.errors.TimedOut} (from `result`) when it takes longer than `timeoutMs`.
 * @throws {Deno.errors.NotFound} when there is no such program.
 */
export function startProgram(options: ProgramOptions): RunningProgram {
  const started = performance.now();
  const child = spawn(options);
  const kill = (signal: Deno.Signal): void => {
    try {
      child.kill(signal);
    } catch (error) {
      // "Child process has already terminated": nothing left to signal.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  return {
    pid: child.pid,
    kill,
    result: finish(child, kill, options, started),
  };
}

function spawn(options: ProgramOptions): Deno.ChildProcess {
  const args = options.args ?? [];
  const closed = options.stdinEnd === "closed";
  if (closed && options.stdin !== undefined) {
    throw new TypeError(
      "Cannot write to a closed standard input: stdin is given",
    );
  }
  const command = new Deno.Command(closed ? "/bin/sh" : options.command, {
    args: closed
      ? ["-c", 'exec "$0" "$@" <&-', options.command, ...args]
      : args,
    env: options.env ?? {},
    clearEnv: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: closed ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  return command.spawn();
}

async function finish(
  child: Deno.ChildProcess,
  kill: (signal: Deno.Signal) => void,
  options: ProgramOptions,
  started: number,
): Promise<ProgramResult> {
  const timeoutMs = options.timeoutMs ?? 120_000;
  const max = options.maxOutputBytes ?? 1024 * 1024;
  const ended = new AbortController();
  const late = new AbortController();
  const killer = options.killAfterMs === undefined
    ? undefined
    : setTimeout(() => kill("SIGKILL"), options.killAfterMs);
  const timer = setTimeout(() => {
    late.abort();
    kill("SIGKILL");
  }, timeoutMs);
  const stdin = feed(child, options, ended.signal);
  const stdout = collect(child.stdout, max, late.signal);
  const stderr = collect(child.stderr, max, late.signal);
  try {
    const status = await child.status;
    clearTimeout(killer);
    const exited = !late.signal.aborted;
    ended.abort();
    const [out, err] = await Promise.all([stdout, stderr, stdin]);
    if (late.signal.aborted) {
      const why = exited
        ? "it has exited, but a child of it holds an output stream open"
        : "it is still running";
      throw new Deno.errors.TimedOut(
        `Cannot wait longer for ${options.command}: ${why} after ${timeoutMs} ms; stderr: ${
          err.text.slice(-2000)
        }`,
      );
    }
    return {
      code: status.code,
      signal: status.signal,
      stdout: out.text,
      stderr: err.text,
      stdoutBytes: out.bytes,
      stderrBytes: err.bytes,
      ms: performance.now() - started,
    };
  } finally {
    clearTimeout(killer);
    clearTimeout(timer);
  }
}

/** Writes standard input; ends early, and quietly, where the program reads no more or has ended. */
async function feed(
  child: Deno.ChildProcess,
  options: ProgramOptions,
  ended: AbortSignal,
): Promise<void> {
  if (options.stdinEnd === "closed") return;
  const over = new Promise<"over">((resolve) => {
    ended.addEventListener("abort", () => resolve("over"), { once: true });
  });
  const writer = child.stdin.getWriter();
  const pieces = piecesOf(options.stdin);
  try {
    while (true) {
      const next = await Promise.race([pieces.next(), over]);
      if (next === "over") {
        // Not awaited: a generator that waits for something can only return after that.
        Promise.resolve(pieces.return?.()).catch(() => {});
        break;
      }
      if (next.done) break;
      const bytes = typeof next.value === "string"
        ? new TextEncoder().encode(next.value)
        : next.value;
      if (await Promise.race([writer.write(bytes), over]) === "over") break;
    }
    if (options.stdinEnd === "open") await over;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  } finally {
    await writer.close().catch(() => {});
  }
}

function piecesOf(
  input: ProgramInput | undefined,
): AsyncIterator<string | Uint8Array, unknown> {
  if (typeof input === "object" && Symbol.asyncIterator in input) {
    return input[Symbol.asyncIterator]();
  }
  const all = input === undefined || input === "" ? [] : [input];
  const each = all.values();
  return { next: () => Promise.resolve(each.next()) };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  max: number,
  late: AbortSignal,
): Promise<{ text: string; bytes: number }> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  late.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = Math.max(0, max - bytes);
    bytes += value.length;
    text += decoder.decode(value.subarray(0, room), { stream: true });
  }
  late.removeEventListener("abort", cancel);
  return { text: text + decoder.decode(), bytes };
}
