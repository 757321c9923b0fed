// What the capture hooks cost: each against an empty program with the same permissions, with the daemon up, down and hung.
import { attemptFile } from "../lib/daemon/just_started.ts";
import { dirname } from "../lib/path.ts";
import { removeFile } from "../lib/private_file.ts";
import type { Hook } from "../lib/registry.ts";
import { daemonEnded } from "../tests/_support/daemon_ended.ts";
import { fillQueue } from "../tests/_support/fill_queue.ts";
import { FORM } from "../tests/_support/hook_programs.ts";
import { type Sandbox, sandbox } from "../tests/_support/sandbox.ts";
import { type Contender, printTable, type Row } from "./_measure.ts";
import { emptyProgram } from "./_empty_program.ts";

/** Each capture hook: at most so many times an empty program. */
const MOST = 1.3;

/** The same with a key, an assignment and addresses in the prompt. */
const MOST_WITH_SECRETS = 1.5;

/** Milliseconds over the empty program. */
const MOST_OVER_MS = 50;

const PROMPT_CHARS = 4096;

/** `full`: it has hung for so long that the kernel takes no more connections. `started`: it is down, and the hook starts it. */
type Daemon = "up" | "down" | "hung" | "full" | "started";

const DAEMONS: readonly Daemon[] = ["up", "down", "hung"];

/** What few hooks meet: within {@linkcode MOST_OVER_MS}, as all. */
const RARE: readonly Daemon[] = ["full", "started"];

const CAPTURE_HOOKS = [
  "capture-prompt",
  "capture-tool",
  "capture-stop",
] as const;

/** The 50th and the 95th of a hundred runs, in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p95: number;
}

/**
 * Measures the capture hooks in this process's form.
 *
 * @param rounds How often each is run; the issue's bounds are about 100.
 * @returns Whether every figure is within its bound.
 */
export async function benchCapture(rounds: number): Promise<boolean> {
  await using boxes = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  // Deno's code cache, whose journal costs every start the more the longer it is, is one for all, as it is for a user.
  const cache = await Deno.makeTempDir();
  boxes.defer(() => Deno.remove(cache, { recursive: true }));
  const first = boxes.use(await captureSandbox(cache));
  for (const daemon of DAEMONS) {
    const box = daemon === DAEMONS[0]
      ? first
      : boxes.use(await captureSandbox(cache));
    boxes.use(await standIn(daemon, box));
    contenders.push(
      hook("capture-prompt", daemon, box, () => ({ prompt: prompt() })),
      hook("capture-tool", daemon, box, () => ({
        tool_name: "Write",
        tool_input: { file_path: "/home/u/p/a.md", content: prompt() },
        tool_response: { type: "create", filePath: "/home/u/p/a.md" },
        tool_use_id: `toolu_${uses++}`,
        duration_ms: 9,
      })),
      hook("capture-stop", daemon, box, () => ({
        stop_hook_active: false,
        last_assistant_message: prompt(),
      })),
    );
  }
  // Few prompts hold a secret; what one costs is said, within a bound of its own.
  const withSecrets = hook("capture-prompt", "up", first, () => ({
    prompt: prompt(SECRETS),
  }), "with secrets");
  const rare: Contender[] = [];
  for (const daemon of RARE) {
    const box = boxes.use(await captureSandbox(cache));
    boxes.use(await standIn(daemon, box));
    rare.push(
      hook("capture-prompt", daemon, box, () => ({ prompt: prompt() })),
    );
  }
  const empty = await emptyProgram(first, "capture-prompt", CAPTURE_HOOKS);
  const times = await percentiles(
    [empty, withSecrets, ...rare, ...contenders],
    rounds,
  );
  const floor = times.get(empty.name) ?? { p50: NaN, p95: NaN };
  const rows = (of: keyof Times): Row[] =>
    [...contenders, withSecrets].map(({ name }) => {
      const value = times.get(name)?.[of] ?? NaN;
      return {
        what: name,
        figure: `${value.toFixed(1)} / ${floor[of].toFixed(1)} ms`,
        value: value / floor[of],
        bound: name === withSecrets.name ? MOST_WITH_SECRETS : MOST,
      };
    });
  const over = [...contenders, withSecrets, ...rare].map(({ name }) => {
    const value = (times.get(name)?.p95 ?? NaN) - floor.p95;
    return { what: name, figure: "ms", value, bound: MOST_OVER_MS };
  });
  const title = `Capture of 4 KB against an empty program (${FORM})`;
  return [
    printTable(`${title}, p50`, rows("p50")),
    printTable(`${title}, p95`, rows("p95")),
    printTable(`${title}, p95, over it`, over),
  ].every((good) => good);
}

let uses = 0;

/** What people paste: prose, a log, code, many numbers; different each time. */
function prompt(more = ""): string {
  const text = `${SAMPLE}${more}\nThis is bucket ${uses++}, version 4.12.3.\n`;
  return text.repeat(Math.ceil(PROMPT_CHARS / text.length))
    .slice(0, PROMPT_CHARS);
}

const SECRETS = `For the test use AWS_ACCESS_KEY_ID=${
  "AKIA" + "BENCHBENCHBENCH0"
}; mail the result to jane.doe@example.com.`;

const SAMPLE =
  `The upload worker loses jobs when the queue restarts. Please find out why and mend it; the last deploy was on Monday.
What I see in the log of the worker on host build-7 (time is UTC):

2026-11-30T21:14:07.512Z INFO  queue.connect attempt=1 url=https://queue.internal.example/v2/jobs
2026-11-30T21:14:08.013Z WARN  queue.retry attempt=2 delay=1500ms job=7f9c24e8-3b12-4a6e-9f1d-0c5b8a7e6d21
2026-11-30T21:14:09.520Z ERROR queue.drop job=7f9c24e8-3b12-4a6e-9f1d-0c5b8a7e6d21 reason="timeout after 3 tries"

And this is the part of src/queue.ts that I think is wrong:

export async function retry(job: Job, tries = 3): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const delay = Math.min(100 * 2 ** attempt, 30_000);
    try {
      await send(job, { timeout: delay, signal: AbortSignal.timeout(5000) });
      return;
    } catch (error) {
      log.warn("attempt " + attempt + " failed: " + error.message);
      await sleep(delay);
    }
  }
  throw new Error("job was dropped: " + job.id);
}
`;

async function captureSandbox(cache: string): Promise<Sandbox> {
  const box = await sandbox({
    notes: null,
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r`, DENO_DIR: cache }),
    // With the settings that an installation leaves, whose parse is kept.
    config: await Deno.readTextFile(
      new URL("../config.yaml", import.meta.url),
    ),
  });
  const { capture } = box.places;
  await Deno.mkdir(`${capture}/spool`, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(attemptFile(box.places), ".");
  // A repository, as nearly every project is one.
  await Deno.mkdir(`${box.project}/.git`);
  await Deno.mkdir(dirname(box.places.socket), {
    recursive: true,
    mode: 0o700,
  });
  return box;
}

/** What is at the socket: one that reads all, nothing, one that takes connections and never reads, or one that takes none any more. */
async function standIn(
  daemon: Daemon,
  box: Sandbox,
): Promise<AsyncDisposable> {
  if (daemon === "down" || daemon === "started") {
    return new AsyncDisposableStack();
  }
  const { socket } = box.places;
  const listener = Deno.listen({ transport: "unix", path: socket });
  const held = daemon === "full" ? await fillQueue(socket) : null;
  const serving = daemon === "up"
    ? readAll(listener)
    : daemon === "hung"
    ? readNone(listener)
    : null;
  return {
    async [Symbol.asyncDispose]() {
      held?.[Symbol.dispose]();
      listener.close();
      await serving;
    },
  };
}

async function readAll(listener: Deno.UnixListener): Promise<void> {
  const piece = new Uint8Array(65_536);
  for await (const connection of listener) {
    while (await connection.read(piece) !== null);
    connection.close();
  }
}

async function readNone(listener: Deno.UnixListener): Promise<void> {
  using held = new DisposableStack();
  for await (const connection of listener) held.use(connection);
}

/**
 * Where the daemon is down a hook tried to start it a moment ago; a daemon that is up empties the spool. Neither is done by making folders or
 * files anew: no user's machine does that between two hooks, and it costs the next process up to 1 ms (ext4, measured).
 */
async function prepare(daemon: Daemon, { places }: Sandbox): Promise<void> {
  const attempt = attemptFile(places);
  if (daemon === "down" || daemon === "full") {
    const now = new Date();
    await Deno.utime(attempt, now, now);
  }
  if (daemon === "started") removeFile(attempt);
  if (daemon !== "up") return;
  const spool = `${places.capture}/spool`;
  for await (const { name } of Deno.readDir(spool)) {
    await Deno.remove(`${spool}/${name}`);
  }
}

const WAITS = "the row waits in the spool";

/** What a hook says of where its row is. */
const SAID: Readonly<Record<Daemon, string>> = {
  up: "",
  hung: "",
  down: WAITS,
  full: WAITS,
  started: `the daemon is being started; ${WAITS}`,
};

function hook(
  name: Hook["name"],
  daemon: Daemon,
  box: Sandbox,
  event: () => Record<string, unknown>,
  more = "",
): Contender {
  const title = `memory-${name}, daemon ${daemon}${more && `, ${more}`}`;
  return {
    name: title,
    async run() {
      await prepare(daemon, box);
      const { code, stdout, stderr, ms } = await box.run(name, event());
      const said = SAID[daemon];
      const warning = said &&
        `WARN memory-${name}: socket_unavailable: ${said}\n`;
      if (daemon === "started") await daemonEnded(box.places);
      if (code !== 0 || stdout !== "" || stderr !== warning) {
        throw new Error(`${title} failed: ${stdout}${stderr}`);
      }
      return ms;
    },
  };
}

async function percentiles(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Map<string, Times>> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -2; round < rounds; round++) {
    // In another order each time: what the one before has left behind is to be nobody's alone.
    for (const { name, run } of shuffled(contenders)) {
      const time = await run();
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  const at = (sorted: readonly number[], share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ??
      NaN;
  return new Map(
    [...times].map(([name, all]) => {
      const sorted = all.sort((a, b) => a - b);
      return [name, { p50: at(sorted, 0.5), p95: at(sorted, 0.95) }];
    }),
  );
}

function shuffled<T>(all: readonly T[]): T[] {
  return all.map((one) => ({ one, key: Math.random() }))
    .sort((a, b) => a.key - b.key).map(({ one }) => one);
}

if (import.meta.main) {
  const good = await benchCapture(Number(Deno.args[0] ?? 100));
  Deno.exitCode = good ? 0 : 1;
}
