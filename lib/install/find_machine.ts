import { join } from "@std/path";
import { findPlaces } from "../place.ts";
import type { Machine } from "./machine.ts";

/**
 * Finds out what the installer has to know of the machine. Needs permission to read the whole environment and `deno.json`.
 *
 * @param project The product's own folder.
 */
export function findMachine(project: string): Machine {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const { version } = JSON.parse(
    Deno.readTextFileSync(join(project, "deno.json")),
  ) as { version: string };
  return {
    project,
    version,
    places: findPlaces(env, join(project, "hooks"), () => false),
    env,
    wholeEnv: Deno.env.toObject(),
    cwd: Deno.cwd(),
    now: () => new Date(),
    deno: Deno.execPath(),
    denoVersion: Deno.version.deno,
    windows: Deno.build.os === "windows",
  };
}
