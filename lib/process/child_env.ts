import type { Environment } from "../place.ts";
import { MODEL_ENV, PLACE_ENV, SYSTEM_ENV } from "../registry.ts";

/**
 * The environment of the daemon: only what is known and needed.
 *
 * @param env This process's environment.
 */
export function daemonEnv(env: Environment): Record<string, string> {
  return picked(env, [...PLACE_ENV, ...SYSTEM_ENV]);
}

/**
 * The environment of the worker that may start graphify: only what is known and needed.
 *
 * @param env This process's environment.
 */
export function workerEnv(env: Environment): Record<string, string> {
  return picked(env, [...PLACE_ENV, ...SYSTEM_ENV, ...MODEL_ENV]);
}

/**
 * The environment of a program that is not ours, with the mark that keeps hooks below it silent.
 *
 * @param env This process's environment.
 */
export function foreignEnv(env: Environment): Record<string, string> {
  return {
    ...picked(env, ["HOME", "USERPROFILE", ...SYSTEM_ENV, ...MODEL_ENV]),
    MEMORY_HOOKS_INSIDE: "1",
  };
}

function picked(
  env: Environment,
  names: readonly string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = env(name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
