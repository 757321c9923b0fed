import type { Environment } from "../place.ts";

/**
 * Whether the person has turned all hooks off for this session: `MEMORY_HOOKS_OFF` is anything but "" and "0".
 *
 * @param env Reads the environment.
 */
export function switchedOff(env: Environment): boolean {
  const value = env("MEMORY_HOOKS_OFF") ?? "";
  return value !== "" && value !== "0";
}
