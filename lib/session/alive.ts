import { SYSTEM_PROGRAMS } from "../registry.ts";

/** A session that has not ended, as its ledger knows it. */
export interface OpenSession {
  /** The Claude process, `null` where no SessionStart ever ran. */
  readonly pid: number | null;
  /** When that process was seen, in ms since the epoch. */
  readonly startedAt: number;
  /** When its ledger or its transcript was last written, in ms since the epoch. */
  readonly touchedAt: number;
}

/** How long `ps` may take, in milliseconds. */
const TIMEOUT_MS = 500;

/** Far more characters than a line for each session. */
const LONGEST_ANSWER = 256 * 1024;

/** A session of which nothing can be known is taken for dead when nobody wrote for so many milliseconds: 7 days. */
const SILENCE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * How much later than its session's first record a process may seem to have started, in milliseconds. `ps` counts in whole seconds
 * from the time of boot, which moves when the clock is set.
 */
const SLACK_MS = 10_000;

/**
 * Says for each session whether its Claude process is still running, with one call of `ps` for all. A process that started after the
 * session's record is another one that got the same pid. Deno can neither read `/proc` nor send signals without all permissions.
 *
 * @param sessions The sessions.
 * @param options `now` in ms since the epoch, and the absolute paths at which `ps` may be. Needs run permission on one of them;
 * without it, as without `ps`, nothing is known.
 */
export async function areAlive(
  sessions: readonly OpenSession[],
  options: { readonly now: number; readonly ps?: readonly string[] },
): Promise<boolean[]> {
  const pids = sessions.map((it) => it.pid).filter(isPid);
  const started = pids.length === 0
    ? null
    : await processStarts(pids, options.ps ?? SYSTEM_PROGRAMS.ps);
  return sessions.map(({ pid, startedAt, touchedAt }) => {
    if (started === null || !isPid(pid)) {
      return options.now - touchedAt < SILENCE_MS;
    }
    const start = started.get(pid);
    return start !== undefined && start <= startedAt + SLACK_MS;
  });
}

/** The parent of a process whose own parent has died is process 1: no Claude. */
function isPid(pid: number | null): pid is number {
  return pid !== null && pid > 1;
}

/** When each of the processes that run started, in ms since the epoch; `null` where `ps` does not answer as it should. */
async function processStarts(
  pids: readonly number[],
  paths: readonly string[],
): Promise<Map<number, number> | null> {
  // This process is running, so an answer without it is no answer, whatever it looks like.
  const asked = [Deno.pid, ...new Set(pids)];
  const list = asked.join(",");
  for (const path of paths) {
    const answer = await run(path, ["-o", "pid=", "-o", "lstart=", "-p", list]);
    if (answer === "absent") continue;
    const starts = answer === null ? null : parseStarts(answer);
    return starts?.has(Deno.pid) ? starts : null;
  }
  return null;
}

/** What a command prints, `null` where it takes too long or prints too much, `absent` where it cannot be started. */
async function run(
  path: string,
  args: string[],
): Promise<string | null | "absent"> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(path, {
      args,
      clearEnv: true,
      env: { LC_ALL: "C", TZ: "UTC0" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch {
    return "absent";
  }
  // Not `output()`: it would wait for whatever child of the killed one still holds the pipe.
  const reader = child.stdout.getReader();
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    kill(child);
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  const decoder = new TextDecoder();
  let text = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST_ANSWER) stop();
  }
  await child.status;
  clearTimeout(timer);
  return stopped ? null : text;
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Lines such as `  421 Mon Nov 30 18:54:57 2026`, in UTC; `null` where one is of another form. */
function parseStarts(answer: string): Map<number, number> | null {
  const starts = new Map<number, number>();
  for (const line of answer.split("\n")) {
    if (line.trim() === "") continue;
    const parts =
      /^\s*(\d+)\s+[A-Z][a-z]{2}\s+([A-Z][a-z]{2}\s+\d{1,2}\s+\d\d:\d\d:\d\d\s+\d{4})\s*$/
        .exec(line);
    const time = Date.parse(`${parts?.[2]} UTC`);
    if (parts === null || Number.isNaN(time)) return null;
    starts.set(Number(parts[1]), time);
  }
  return starts;
}
