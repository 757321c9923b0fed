import { blake3 } from "../hash/blake3.ts";
import { join } from "../path.ts";
import type { Places } from "../place.ts";
import { readRegularFile } from "../private_file.ts";

/** What a session came to, as far as a hook speaks of it. Redacted; lines that each say one thing. */
export interface LastSession {
  /** The host's id of it. */
  readonly session: string;
  /** When it last was heard of, in ms since the epoch. */
  readonly at: number;
  /** The address of its summary. */
  readonly summary?: string;
  readonly request: string;
  readonly changed: string;
  readonly decided: string;
  readonly open: string;
}

/** What the hooks are told of a project. `memoryd` keeps it as a file, so that a hook need not open SQLite. */
export interface ProjectFile {
  readonly version: 1;
  /** The project's identity, as `projectOf()` gives it. */
  readonly project: string;
  /** Its name for people. */
  readonly name: string;
  readonly sessions: number;
  readonly observations: number;
  readonly last: LastSession | null;
  /** Those before the last one, latest first, two at most. */
  readonly earlier: readonly LastSession[];
}

/** The largest file that is taken for one; one that is written has less than 16 KiB. */
const MAX_BYTES = 32 * 1024;

/**
 * Where a project's file is.
 *
 * @param places Where the project files are.
 * @param project The project's identity.
 */
export function projectFile(
  places: Pick<Places, "projects">,
  project: string,
): string {
  return join(places.projects, `${blake3(project).slice(0, 32)}.json`);
}

/**
 * Reads what the daemon has left for the hooks.
 *
 * @param places Where it is. Needs read permission on the store's folder.
 * @param project The project's identity.
 * @returns `null` where there is none that can be used.
 */
export function readProjectFile(
  places: Pick<Places, "projects">,
  project: string,
): ProjectFile | null {
  const file = parseProjectFile(projectFile(places, project));
  return file?.project === project ? file : null;
}

/**
 * Reads a project file by its path. Whoever changed it by hand must not break a hook.
 *
 * @param path The file. Needs read permission on it.
 */
export function parseProjectFile(path: string): ProjectFile | null {
  try {
    const value = JSON.parse(readRegularFile(path, MAX_BYTES) ?? "null");
    return isProjectFile(value) ? value : null;
  } catch {
    return null;
  }
}

function isProjectFile(value: unknown): value is ProjectFile {
  if (typeof value !== "object" || value === null) return false;
  const { version, project, name, sessions, observations, last, earlier } =
    value as Record<string, unknown>;
  return version === 1 && typeof project === "string" &&
    typeof name === "string" && typeof sessions === "number" &&
    typeof observations === "number" && (last === null || isSession(last)) &&
    Array.isArray(earlier) && earlier.every(isSession);
}

function isSession(value: unknown): value is LastSession {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Record<string, unknown>;
  return typeof one["at"] === "number" &&
    (one["summary"] === undefined || typeof one["summary"] === "string") &&
    ["session", "request", "changed", "decided", "open"]
      .every((name) => typeof one[name] === "string");
}
