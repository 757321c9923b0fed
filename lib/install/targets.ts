import { basename, dirname, join, resolve } from "@std/path";
import type { Config } from "../config.ts";
import { isMissing } from "../private_file.ts";
import { findPlaces } from "../place.ts";
import { findProgram } from "../process/find_program.ts";
import type { PathGrant, ProgramGrant } from "../registry.ts";
import type { Machine } from "./machine.ts";

/** The paths that the registry's names stand for. */
export interface Targets {
  readonly paths: Readonly<
    Record<Exclude<PathGrant, "everything">, readonly string[]>
  >;
  /** Programs that are not on this machine are left out. */
  readonly programs: Readonly<Partial<Record<ProgramGrant, string>>>;
}

/** The settings that permissions depend on. */
export type GrantedConfig = Pick<Config, "vault" | "graph" | "journal">;

/**
 * Finds what the registry's names stand for on this machine. Each folder is named as it is configured and as it really is: Deno
 * takes a grant by the letter, and asks for the real path of an open file (2.9.6, measured).
 *
 * @param machine The machine. Needs read permission on the vault, its parents and the folders of PATH.
 * @param config The settings.
 */
export function findTargets(machine: Machine, config: GrantedConfig): Targets {
  const vault = config.vault.path;
  const { places, env, windows } = machine;
  const userConfig = findPlaces(
    (name) => name === "MEMORY_HOOKS_CONFIG" ? undefined : env(name),
    join(machine.project, "hooks"),
    () => false,
  ).config;
  const exe = windows ? ".exe" : "";
  const system = join(env("SystemRoot") ?? "C:\\Windows", "System32");
  const programs: Partial<Record<ProgramGrant, string>> = {
    "memory-rebuild": join(places.data, "bin", `memory-rebuild${exe}`),
  };
  const found: [ProgramGrant, string | null][] = [
    ["graphify", findProgram("graphify", env("PATH"))?.path ?? null],
    ["ps", windows ? null : systemProgram("ps", env("PATH"))],
    [
      "kill",
      windows
        ? join(system, "taskkill.exe")
        : systemProgram("kill", env("PATH")),
    ],
  ];
  for (const [name, path] of found) if (path !== null) programs[name] = path;
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
      "project-graph": ["graphify-out/graph.json"],
    },
    programs,
  };
}

function systemProgram(name: string, path: string | undefined): string | null {
  return findProgram(name, "/bin")?.path ?? findProgram(name, path)?.path ??
    null;
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
