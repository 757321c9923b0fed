import { safeId } from "../event.ts";
import { join } from "../path.ts";
import {
  isMissing,
  readRegularFile,
  removeFile,
  writePrivateFile,
} from "../private_file.ts";

/** What was asked of a session at the end of its turns, named as in its file. All stamps are ISO 8601, UTC. */
export interface SessionState {
  /** When the warden was last asked for. */
  readonly asked_at?: string;
  /** The transcript that it was asked to read. */
  readonly transcript?: string;
  /** When a checkpoint was last asked for. */
  readonly nudged_at?: string;
}

/** Days after which a state that nobody wrote to is removed. */
const KEPT_DAYS = 14;

const DAY_MS = 86_400_000;

/** A state has a few hundred bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads a session's state. One that cannot be read, or is no JSON object, is as good as none.
 *
 * @param state The state folder. Needs read permission on the folder `warden` in it.
 * @param sessionId The host's id.
 * @returns The state; empty where there is none.
 */
export function readState(
  state: string,
  sessionId: string,
): SessionState {
  if (!safeId(sessionId)) return {};
  try {
    const value: unknown = JSON.parse(
      readRegularFile(fileOf(state, sessionId), MAX_BYTES) ?? "null",
    );
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value
      : {};
  } catch {
    return {};
  }
}

/**
 * Changes a session's state, as a whole or not at all; what is not named stays.
 *
 * @param state The state folder. Needs read and write permission on the folder `warden` in it.
 * @param sessionId The host's id.
 * @param changes What changes.
 * @param before The state, where it was just read.
 * @throws {RangeError} when the id cannot be part of a path.
 */
export function changeState(
  state: string,
  sessionId: string,
  changes: SessionState,
  before: SessionState = readState(state, sessionId),
): void {
  if (!safeId(sessionId)) {
    throw new RangeError(
      `Cannot name a session's state: current value of session_id has ${
        String(sessionId).length
      } characters or some that are not letters, digits, dots, dashes and underscores`,
    );
  }
  writePrivateFile(
    fileOf(state, sessionId),
    `${JSON.stringify({ ...before, ...changes })}\n`,
  );
}

/**
 * Removes states that nobody wrote to for two weeks. It looks at most once a day.
 *
 * @param state The state folder. Needs read and write permission on the folder `warden` in it.
 * @param now The present.
 */
export function pruneStates(state: string, now: Date): void {
  const folder = join(state, "warden");
  const stamp = join(folder, ".pruned");
  const looked = prunedAt(stamp);
  if (looked !== null && Math.abs(now.getTime() - looked) < DAY_MS) return;
  writePrivateFile(stamp, "");
  for (const { name } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    const changed = name === ".pruned" ? null : changedAt(path);
    if (changed !== null && now.getTime() - changed > KEPT_DAYS * DAY_MS) {
      removeFile(path);
    }
  }
}

function fileOf(state: string, sessionId: string): string {
  return join(state, "warden", `${sessionId}.json`);
}

/** Looked at by the call that a hook has made before: the first of another kind costs a fresh process 0.15 ms (2.9.6, measured). */
function prunedAt(stamp: string): number | null {
  try {
    return Deno.statSync(stamp).mtime?.getTime() ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function changedAt(path: string): number | null {
  try {
    const { isFile, mtime } = Deno.lstatSync(path);
    return isFile ? mtime?.getTime() ?? null : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
