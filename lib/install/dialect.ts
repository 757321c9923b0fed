import { understandsCommaEscape } from "./comma_escape.ts";
import type { Dialect } from "./permission_flags.ts";
import type { Machine } from "./machine.ts";
import { tryFlag } from "./_try_flag.ts";
import type { Targets } from "./targets.ts";

/**
 * Finds out what this Deno understands in a list of grants. Versions differ, so it is tried.
 *
 * @param machine The machine. Needs permission to run Deno and to write a temporary file.
 * @param targets What is to be granted.
 */
export async function findDialect(
  machine: Machine,
  targets: Targets,
): Promise<Dialect> {
  return {
    commaEscape: await understandsCommaEscape(
      machine,
      Object.values(targets.paths).flat(),
    ),
    // 2.7.11 takes what follows `unix:` for a port and refuses to start (measured).
    unixGrant: await tryFlag(machine, "--allow-net=unix:/a/b", "Deno.exit(0);"),
  };
}
