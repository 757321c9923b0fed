import type { Machine } from "../../lib/install/machine.ts";
import { parseConfig } from "../../lib/config/parse_config.ts";
import { findPlaces, type Places } from "../../lib/place.ts";
import { readRegularFile } from "../../lib/private_file.ts";
import { type Hook, HOOKS } from "../../lib/registry.ts";
import type { FakeGraphify } from "./fake_graphify.ts";
import { fakeGraphify } from "./fake_graphify.ts";
import { daemonEnded } from "./daemon_ended.ts";
import { FORM, type HookCommand, hookPrograms } from "./hook_programs.ts";
import {
  type ProgramOptions,
  type ProgramResult,
  type RunningProgram,
  startProgram,
} from "./program.ts";
import { makeFolder, tempDir, writeFiles } from "./temp.ts";
import { workerEnded } from "./worker_ended.ts";

/** What a sandbox starts with. */
export interface SandboxOptions {
  /** The home folder's name. */
  home?: string;
  /** The vault's path relative to home; by default the product's own, `Documents/SecondBrain`. */
  vault?: string;
  /** Notes by path relative to the vault; `null`: there is no vault. */
  notes?: Record<string, string> | null;
  /** The text of config.yaml; none by default, but for the vault's path where that is not the default. */
  config?: string;
  /** Whether a stand-in for graphify is on PATH. */
  graphify?: boolean;
  /** Further variables of the hooks' environment, given the home folder. */
  env?: (home: string) => Record<string, string>;
  /** Runs before the hooks are installed, when home and vault are there: what they may touch is found out then. */
  prepare?: (home: string) => Promise<void>;
}

/** A home folder with a vault and installed hooks, as a user has them. */
export interface Sandbox extends AsyncDisposable {
  readonly home: string;
  readonly vault: string;
  /** A project folder to be in. */
  readonly project: string;
  readonly places: Places;
  readonly env: Record<string, string>;
  readonly graphify: FakeGraphify | null;
  /** How a hook is started. */
  command(name: Hook["name"]): HookCommand;
  /** Runs a hook to its end. An event that is no text is sent as JSON, with the common fields filled in. */
  run(
    name: Hook["name"],
    event: Event,
    options?: Partial<ProgramOptions>,
  ): Promise<ProgramResult>;
  /** Starts a hook. */
  start(
    name: Hook["name"],
    event: Event,
    options?: Partial<ProgramOptions>,
  ): RunningProgram;
  /** The event as it is sent. */
  event(fields: Record<string, unknown>): Record<string, unknown>;
  /** The log's lines. */
  log(): Promise<string[]>;
  /** Waits until no worker runs. */
  settled(): Promise<void>;
}

/** Raw stdin, or the fields of an event. */
export type Event = string | Uint8Array | Record<string, unknown>;

export const SESSION = "11111111-1111-4111-8111-111111111111";

/**
 * Makes a sandbox, removed at the end of the scope once no worker of it runs any more; one that does is told to end.
 *
 * @param options What it starts with.
 */
export async function sandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const programs = await hookPrograms();
  const base = programs.root === null
    ? await tempDir()
    : await below(programs.root);
  const home = `${base.path}/${options.home ?? "home"}`;
  const vault = `${home}/${options.vault ?? "Documents/SecondBrain"}`;
  const project = `${base.path}/my project`;
  await Deno.mkdir(home, { recursive: true });
  await Deno.mkdir(project);
  if (options.notes !== null) {
    await Deno.mkdir(vault, { recursive: true });
    await writeFiles(vault, options.notes ?? {});
  }
  const fake = options.graphify ? await fakeGraphify(`${home}/tool`) : null;
  const tool = FORM === "native" ? `${programs.root}/tool` : `${home}/tool`;
  const env: Record<string, string> = {
    HOME: home,
    PATH: fake === null ? "/usr/bin:/bin" : `${tool}:/usr/bin:/bin`,
    ...options.env?.(home),
  };
  const places = findPlaces(
    (name) => env[name],
    `${home}/nowhere`,
    () => false,
  );
  const config = options.config ??
    (options.vault === undefined
      ? null
      : `vault:\n  path: ~/${options.vault}\n`);
  if (config !== null) {
    await writeFiles(home, { ".config/memory-hooks/config.yaml": config });
  }
  await options.prepare?.(home);
  const machine: Machine = {
    project: "/nowhere",
    version: "0.0.0",
    places,
    env: (name) => env[name],
    wholeEnv: env,
    cwd: project,
    now: () => new Date(),
    deno: Deno.execPath(),
    denoVersion: Deno.version.deno,
    windows: false,
  };
  const settings = parseConfig(readRegularFile(places.config) ?? "", home);
  const command = await programs.install(machine, settings.config);
  const event = (fields: Record<string, unknown>): Record<string, unknown> => ({
    session_id: SESSION,
    transcript_path: `${home}/.claude/projects/-p/${SESSION}.jsonl`,
    cwd: project,
    ...fields,
  });
  const start = (
    name: Hook["name"],
    sent: Event,
    more: Partial<ProgramOptions> = {},
  ): RunningProgram => {
    const hook = HOOKS[name];
    const isRaw = typeof sent === "string" || sent instanceof Uint8Array;
    const stdin = isRaw
      ? sent
      : `${
        JSON.stringify(event({ hook_event_name: hook.events[0], ...sent }))
      }\n`;
    return startProgram({
      ...command(hook),
      env,
      cwd: project,
      stdin,
      ...more,
    });
  };
  const settled = (): Promise<void> => workerEnded(places);
  return {
    home,
    vault,
    project,
    places,
    env,
    graphify: fake,
    event,
    command: (name) => command(HOOKS[name]),
    start,
    run: (name, sent, more) => start(name, sent, more).result,
    settled,
    async log() {
      try {
        return (await Deno.readTextFile(`${places.state}/memory-hooks.log`))
          .trimEnd().split("\n");
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return [];
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await workerEnded(places, true);
      await daemonEnded(places);
      await base[Symbol.asyncDispose]();
    },
  };
}

async function below(
  root: string,
): Promise<{ path: string } & AsyncDisposable> {
  const path = await makeFolder({ dir: root });
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
