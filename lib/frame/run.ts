import type { Config } from "../config.ts";
import { loadConfig } from "../config.ts";
import type { HostEvent } from "../event.ts";
import { type Log, openLog, reason } from "../log.ts";
import { basename, dirname, join } from "../path.ts";
import { type Environment, findPlaces, type Places } from "../place.ts";
import { isFile } from "../private_file.ts";
import { type Hook, programName, workerFile } from "../registry.ts";
import { writeText } from "../write_text.ts";
import { after } from "./after.ts";
import { readEvent } from "./read_event.ts";
import { readStdin } from "./read_stdin.ts";

/** What a handler gets. */
export interface Context {
  readonly event: HostEvent;
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  readonly env: Environment;
  readonly now: () => Date;
  /** The command that starts the worker: an installed program, or its script beside this one. */
  readonly worker: string;
  /** Milliseconds left before the hook must have ended. */
  left(): number;
}

/** Does a hook's work, and gives what is written to stdout. */
export type Handler = (context: Context) => Promise<string> | string;

/** Milliseconds that a hook waits for its event. */
const STDIN_MS = 2500;

/** Milliseconds without an event after which a person may be sitting there. */
const SILENCE_MS = 100;

/**
 * Runs a hook: reads the event, calls the handler, writes its answer in one piece, and exits 0 whatever happens. Everything that
 * goes wrong is one line in the log.
 *
 * @param hook The hook's row in the registry.
 * @param script The hook's own place, `import.meta`.
 * @param handler Gets the event; what it returns is written to stdout. It is given up at the hook's deadline.
 */
export function run(
  hook: Hook,
  script: ImportMeta,
  handler: Handler,
): void {
  // Not awaited: a module that still waits when nothing is left that could go on ends with exit 1, and a stack on stderr.
  void handleEvent(hook, script, handler);
}

async function handleEvent(
  hook: Hook,
  script: ImportMeta,
  handler: Handler,
): Promise<never> {
  const started = performance.now();
  if (Deno.args.length > 0) answerArguments(hook);
  const env: Environment = (name) => {
    try {
      return Deno.env.get(name);
    } catch {
      return undefined;
    }
  };
  // Inside a program that a hook started, nothing is recorded: no recursion.
  if (env("MEMORY_HOOKS_INSIDE")) Deno.exit(0);

  const folder = Deno.build.standalone
    ? dirname(Deno.execPath())
    : script.dirname ?? ".";
  const now = (): Date => new Date();
  let places: Places;
  try {
    // Only a script in the product's folder has a config beside it; an installed program need not ask.
    places = findPlaces(env, folder, isSource(folder) ? isFile : () => false);
  } catch (error) {
    write(Deno.stderr, `${programName(hook)}: ${reason(error)}\n`);
    Deno.exit(0);
  }
  const log = openLog(places.state, hook.name, now);
  let ended = false;
  after(hook.deadlineMs, () => {
    log.error(`Cannot finish within ${hook.deadlineMs} ms; gave up`);
    ended = true;
    Deno.exit(0);
  });
  // What fails unobserved, in a timer or in a promise nobody waits for, would end the process with exit 1 and a stack on stderr.
  addEventListener("error", (event) => {
    event.preventDefault();
    log.error("Cannot go on with a step", event.error);
  });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Cannot go on with a step", event.reason);
  });
  addEventListener("unload", () => {
    if (!ended) log.error("Cannot finish: what it waits for cannot come");
  });

  try {
    let waiting = true;
    // Whether stdin is a terminal is only asked when nothing comes: the question costs 0.3 ms.
    after(SILENCE_MS, () => {
      if (!waiting || !Deno.stdin.isTerminal()) return;
      write(Deno.stderr, usage(hook));
      ended = true;
      Deno.exit(0);
    });
    const input = await readStdin(STDIN_MS);
    waiting = false;
    const event = understand(hook, input.text, input.end, env, log);
    if (event !== null) {
      const config = await loadConfig(places, log);
      const answer = await handler({
        event,
        places,
        config,
        log,
        env,
        now,
        worker: workerCommand(folder),
        left: () => hook.deadlineMs - (performance.now() - started),
      });
      if (answer !== "") write(Deno.stdout, answer);
    }
  } catch (error) {
    log.error("Cannot handle the event", error);
  }
  ended = true;
  Deno.exit(0);
}

function understand(
  hook: Hook,
  text: string,
  end: string,
  env: Environment,
  log: Log,
): HostEvent | null {
  let event: HostEvent | null;
  const unusable: string[] = [];
  try {
    event = readEvent(text, env, hook.event, (it) => void unusable.push(it));
  } catch (error) {
    // The message of a JSON error may quote the text; its kind and length say enough.
    const kind = error instanceof TypeError ? "no JSON object" : "not JSON";
    log.warn(
      `Ignored an event that is ${kind}: ${text.length} characters, stdin ${end}`,
    );
    return null;
  }
  if (event === null) log.warn(`Ignored an empty event, stdin ${end}`);
  else if (event.name !== null && event.name !== hook.event) {
    log.warn("Ignored an event that this hook is not for");
  } else {
    if (unusable.length > 0) {
      log.warn(`Went on without what the event lacks: ${unusable.join(", ")}`);
    }
    return event;
  }
  return null;
}

/**
 * The worker beside the running program: `memory-rebuild` where installed, else the script.
 *
 * @param folder The running program's folder.
 */
function workerCommand(folder: string): string {
  if (isSource(folder)) return join(folder, "rebuild.ts");
  const { standalone, os } = Deno.build;
  return join(
    folder,
    workerFile(standalone ? "native" : "script", os === "windows"),
  );
}

function isSource(folder: string): boolean {
  return basename(folder) === "hooks";
}

function answerArguments(hook: Hook): void {
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    write(Deno.stdout, usage(hook));
    Deno.exit(0);
  }
}

function usage(hook: Hook): string {
  return `${programName(hook)}: ${hook.purpose}.
Claude Code starts it on ${hook.event} with one JSON object on stdin; it always exits 0.
Settings: config.yaml (MEMORY_HOOKS_CONFIG names another). Log: memory-hooks.log in the state folder.
`;
}

function write(to: Parameters<typeof writeText>[0], text: string): void {
  try {
    writeText(to, text);
  } catch {
    // The host has closed the pipe: nobody is there to be told.
  }
}
