import { basename, dirname, join, resolve } from "@std/path";
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

/**
 * Finds what the registry's names stand for on this machine.
 *
 * @param machine The machine. Needs read permission on the vault, its parents and the folders of PATH.
 * @param vault The configured vault.
 */
export function findTargets(machine: Machine, vault: string): Targets {
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
      state: [places.state],
      index: [join(places.data, "index")],
      "graph-cache": [places.graphCache],
      vault: unique([vault, realPath(vault)]),
      transcripts: [join(places.claude, "projects")],
      "project-graph": ["graphify-out/graph.json"],
    },
    programs,
  };
}

function systemProgram(name: string, path: string | undefined): string | null {
  return findProgram(name, "/bin")?.path ?? findProgram(name, path)?.path ??
    null;
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
