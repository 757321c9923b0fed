import { basename, dirname, join, resolve } from "@std/path";
import type { Config } from "../config.ts";
import { isFile, isMissing } from "../private_file.ts";
import { findPlaces } from "../place.ts";
import { findProgram } from "../process/find_program.ts";
import {
  type Hook,
  HOOKS,
  type PathGrant,
  type ProgramGrant,
  PROJECT_GRAPH,
  SYSTEM_PROGRAMS,
  workerFile,
} from "../registry.ts";
import type { Machine } from "./machine.ts";
import { proofFolder } from "./_sample.ts";
import { projectFiles } from "../project_files.ts";

/** The paths that the registry's names stand for. */
export interface Targets {
  readonly paths: Readonly<
    Record<Exclude<PathGrant, "everything">, readonly string[]>
  >;
  /** The daemon's socket. */
  readonly socket: string;
  /** That of the daemon which the installer tries, in the state folder: a grant of a socket is for one path, by the letter. */
  readonly proofSocket?: string;
  /** Each by the names that it may be started by; none where it is not on this machine. */
  readonly programs: Readonly<
    Partial<Record<ProgramGrant, readonly string[]>>
  >;
}

/** The settings that permissions depend on. */
export type GrantedConfig = Pick<Config, "vault" | "graph" | "journal">;

/**
 * Finds what the registry's names stand for on this machine. Each folder is named as it is configured and as it really is: Deno
 * takes a grant by the letter, and asks for the real path of an open file (2.9.6, measured).
 *
 * @param machine The machine. Needs read permission on the vault, its parents and the folders of PATH.
 * @param config The settings.
 * @param bin The folder of programs.
 */
export function findTargets(
  machine: Machine,
  config: GrantedConfig,
  bin: string = join(machine.places.data, "bin"),
): Targets {
  const vault = config.vault.path;
  const { places, env, windows } = machine;
  const userConfig = findPlaces(
    (name) => name === "MEMORY_HOOKS_CONFIG" ? undefined : env(name),
    join(machine.project, "hooks"),
    () => false,
  ).config;
  const system = join(env("SystemRoot") ?? "C:\\Windows", "System32");
  // In which form the worker comes is only known once the executables were tried; an executable knows its own real path alone.
  const worker = (hook: Hook): string[] =>
    unique(
      (["native", "script"] as const).flatMap((form) =>
        bothWays(bin).map((folder) =>
          join(folder, workerFile(hook, form, windows))
        )
      ),
    );
  return {
    paths: {
      config: unique([resolve(machine.cwd, places.config), userConfig]),
      state: bothWays(places.state),
      index: bothWays(join(places.data, "index")),
      "graph-cache": bothWays(places.graphCache),
      vault: bothWays(vault),
      graph: bothWays(join(vault, topFolder(config.graph.outputDir))),
      journal: bothWays(join(vault, topFolder(config.journal.dir))),
      transcripts: bothWays(join(places.claude, "projects")),
      "project-graph": [PROJECT_GRAPH],
      project: projectFiles(),
      store: bothWays(places.store),
      settings: bothWays(join(places.claude, "settings.json")),
      agents: bothWays(join(places.claude, "agents")),
      skills: bothWays(join(places.claude, "skills")),
      programs: bothWays(bin),
      socket: bothWays(dirname(places.socket)),
    },
    socket: places.socket,
    proofSocket: join(proofFolder(places), "memory-hooks", "capture.sock"),
    programs: {
      "memory-rebuild": worker(HOOKS["rebuild"]),
      memoryd: worker(HOOKS["memoryd"]),
      graphify: onPath("graphify", env("PATH")),
      ps: windows ? [] : systemProgram("ps", env("PATH")),
      kill: windows
        ? [join(system, "taskkill.exe")]
        : systemProgram("kill", env("PATH")),
    },
  };
}

function systemProgram(
  name: keyof typeof SYSTEM_PROGRAMS,
  path: string | undefined,
): string[] {
  const there = SYSTEM_PROGRAMS[name].find(isFile);
  return there === undefined ? onPath(name, path) : [there];
}

function onPath(name: string, path: string | undefined): string[] {
  const found = findProgram(name, path);
  return found === null ? [] : [found.path];
}

/** A nested folder is made with those above it, which may be missing as well. */
function topFolder(dir: string): string {
  return dir.split(/[\\/]/)[0] ?? dir;
}

function bothWays(path: string): string[] {
  return unique([path, realPath(path)]);
}

/** The real path, also of what is not there yet: then of the nearest folder above it that is. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) return path;
    return join(realPath(dirname(path)), basename(path));
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
