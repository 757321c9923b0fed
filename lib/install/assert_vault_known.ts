import { Failure } from "./failure.ts";
import type { ConfigPlan } from "./plan_config.ts";

/**
 * Refuses a config that names a vault in a way that is not understood: the default in its stead would be a folder that nobody
 * asked for.
 *
 * @param plan The plan for the config.
 * @throws {Failure} when that is so; names file and line.
 */
export function assertVaultKnown({ noVault, path }: ConfigPlan): void {
  if (noVault === null) return;
  const why = noVault.message.replace(/; \S+ is used$/, "");
  throw new Failure(
    `${path}:${noVault.line}: ${why}; nothing was changed. Edit line ${noVault.line}, or give --vault PATH`,
  );
}
