import type { Config } from "../config.ts";

/** Who builds the graph. */
export type Engine = "graphify" | "builtin";

/**
 * Which engine counts on this machine.
 *
 * @param config The settings.
 * @param hasGraphify Whether graphify is on PATH; by default asked of Deno, which needs no search: on PATH and allowed to be run.
 */
export function chooseEngine(
  config: Config,
  hasGraphify: () => boolean = canRunGraphify,
): Engine {
  if (config.graph.engine !== "auto") return config.graph.engine;
  return hasGraphify() ? "graphify" : "builtin";
}

/** Whether graphify is on PATH and this program may run it. */
export function canRunGraphify(): boolean {
  try {
    return Deno.permissions.querySync({ name: "run", command: "graphify" })
      .state === "granted";
  } catch {
    return false;
  }
}
