import { type Config, keptConfig, loadConfig } from "../config.ts";
import { FILES, type Files } from "../files.ts";
import { type Log, openLog, reason } from "../log.ts";
import { basename, dirname, join } from "../path.ts";
import { type Environment, findPlaces, type Places } from "../place.ts";
import { isFile } from "../private_file.ts";
import { switchedOff } from "../project/switched_off.ts";
import { type Hook, HOOKS, programName, workerFile } from "../registry.ts";
import { endProcess } from "../telemetry/end_process.ts";
import { writeText } from "../write_text.ts";
import { after } from "./after.ts";
import { type Answer, endingOf, mayRefuse } from "./answer.ts";
import type { Translation } from "../host/translate.ts";
import { type FindSite, type Site, siteFinder } from "./find_site.ts";
import { type Flags, readFlags } from "./flags.ts";
import { type Input, readStdin } from "./read_stdin.ts";

/** The process of one hook, whatever it does with its event. */
export interface HookProcess {
  readonly hook: Hook;
  readonly places: Places;
  readonly log: Log;
  readonly env: Environment;
  readonly now: () => Date;
  /** What stands on its command line. */
  readonly flags: Flags;
  /** The settings. */
  config(): Promise<Config>;
  /** Where the session works. A handler asks before it says or writes anything: nothing may be where the site is off. */
  readonly site: FindSite;
  /**
   * The command that starts a worker: an installed program, or its script beside this one.
   *
   * @param name The worker.
   */
  worker(name: "rebuild" | "memoryd"): string;
  /** Milliseconds left before the hook must have ended. */
  left(): number;
}

/** Milliseconds that a hook waits for its event. */
const STDIN_MS = 2500;

/** Milliseconds without an event after which a person may be sitting there. */
const SILENCE_MS = 100;

/** Does a hook's work with what was read from stdin. */
export type Handle = (
  running: HookProcess,
  input: Input,
) => Promise<Answer> | Answer;

/**
 * Runs the process of a hook: reads stdin, calls the handler, writes its answer in one piece, and exits 0 whatever happens, but for a
 * refusal (see `endingOf()`). Everything that goes wrong is one line in the log.
 *
 * A program that is for no event gets none: its stdin is left alone, whatever the host does with it.
 *
 * @param hook The hook's row in the registry.
 * @param script The hook's own place, `import.meta`.
 * @param handle Gets what was read; what it returns is written to stdout. It is given up at the hook's deadline.
 * @param files How the settings are looked at.
 */
export function runProcess(
  hook: Hook,
  script: ImportMeta,
  handle: Handle,
  files: Files = FILES,
): void {
  // Not awaited: a module that still waits when nothing is left that could go on ends with exit 1, and a stack on stderr.
  void live(hook, script, handle, files);
}

async function live(
  hook: Hook,
  script: ImportMeta,
  handle: Handle,
  files: Files,
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
  if (switchedOff(env)) Deno.exit(0);

  // Begun before all that can be done meanwhile: it is another thread that reads.
  const waitsForEvent = hook.events.length > 0;
  const reading: Promise<Input> = waitsForEvent
    ? readStdin(STDIN_MS)
    : Promise.resolve({ text: "", end: "closed" });
  const folder = folderOf(script);
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
    void endProcess(0);
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
  // When nothing is left that could go on. `unload` would be told of an orderly exit as well, which takes 0.7 ms (2.9.6, measured).
  addEventListener("beforeunload", () => {
    if (!ended) log.error("Cannot finish: what it waits for cannot come");
  });

  let code = 0;
  try {
    let waiting = waitsForEvent;
    // Whether stdin is a terminal is only asked when nothing comes: the question costs 0.3 ms.
    after(SILENCE_MS, () => {
      if (!waiting || !Deno.stdin.isTerminal()) return;
      write(Deno.stderr, usage(hook));
      ended = true;
      Deno.exit(0);
    });
    // Nearly always there is a kept parse, and the time that looking for it takes is one in which stdin is waited for anyway.
    // The guard has no use for them, nor a permission to read them: an error would cost it 1 ms.
    const kept = mayRefuse(hook) ? null : keptConfig(places, files);
    let loading = kept === null ? undefined : Promise.resolve(kept);
    const config = (quiet?: (config: Config) => boolean): Promise<Config> =>
      loading ??= loadConfig(places, log, quiet);
    const findSite = siteFinder({ hook, places, log, config });
    let site: Promise<Site> | undefined;
    let isOff = false;
    const read = await reading;
    waiting = false;
    const flags = readFlags(Deno.args, log);
    const translation = await translationFor(flags, hook, env, log);
    const input = translation === null
      ? read
      : { ...read, text: translation.input(read.text) };
    const answer = await handle({
      hook,
      places,
      log,
      env,
      now,
      flags,
      config: () => config(),
      site: async (cwd) => {
        const found = await (site ??= findSite(cwd));
        isOff = found.off;
        return found;
      },
      worker: (name) => workerCommand(folder, HOOKS[name]),
      left: () => hook.deadlineMs - (performance.now() - started),
    }, input);
    // The deadline came first: what was given up is not said any more.
    if (ended) return await endProcess(0);
    const ending = endingOf(hook, answer);
    const stdout = translation === null || ending.code !== 0 || isOff
      ? ending.stdout
      : translation.output(ending.stdout);
    if (stdout !== "") write(Deno.stdout, stdout);
    if (ending.stderr !== "") write(Deno.stderr, ending.stderr);
    code = ending.code;
  } catch (error) {
    log.error("Cannot handle the event", error);
  }
  ended = true;
  return await endProcess(code);
}

/** What stands between the hook and a host that is not Claude Code; nobody else loads it. */
async function translationFor(
  flags: Flags,
  hook: Hook,
  env: Environment,
  log: Log,
): Promise<Translation | null> {
  const host = flags.text("host");
  if (host === null || host === "claude" || hook.events.length === 0) {
    return null;
  }
  const { translate } = await import("../host/translate.ts");
  // Asked only where the host says no folder; the permission may be missing.
  const cwd = (): string => {
    try {
      return Deno.cwd();
    } catch {
      return "";
    }
  };
  return translate(host, hook.events, { env, cwd }, log);
}

/** The folder that the program is in. `dirname` of `import.meta` costs 0.1 ms, the address nothing (2.9.6, measured). */
function folderOf(script: ImportMeta): string {
  if (Deno.build.standalone) return dirname(Deno.execPath());
  const { url } = script;
  return url.startsWith(ROOT) && !url.includes("%") &&
      Deno.build.os !== "windows"
    ? dirname(url.slice(ROOT.length - 1))
    : script.dirname ?? ".";
}

const ROOT = "file:///";

/**
 * A worker beside the running program: its program where installed, else its script.
 *
 * @param folder The running program's folder.
 */
function workerCommand(folder: string, worker: Hook): string {
  if (isSource(folder)) return join(folder, basename(worker.source));
  const { standalone, os } = Deno.build;
  return join(
    folder,
    workerFile(worker, standalone ? "native" : "script", os === "windows"),
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
  const started = hook.events.length === 0
    ? "Claude Code starts it"
    : `Claude Code starts it on ${
      hook.events.join(" and ")
    } with one JSON object on stdin`;
  return `${programName(hook)}: ${hook.purpose}.
${started}; it always exits 0${
    mayRefuse(hook) ? ", or 2 with the reason on stderr where it refuses" : ""
  }.
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
