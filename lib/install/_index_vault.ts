import { openLog } from "../log.ts";
import { buildIndex } from "../rebuild/build_index.ts";
import type { Machine } from "./machine.ts";
import type { ConfigPlan } from "./plan_config.ts";
import type { Progress } from "./progress.ts";

/**
 * Builds the index of the vault's notes.
 *
 * @param machine The machine. Needs read permission on the vault, read and write permission on the data folder.
 * @param plan The settings.
 * @param progress Is told how far it is.
 * @param warnings Gets why it was not built.
 * @returns Notes in the index, `null` where it was not built.
 */
export async function indexVault(
  machine: Machine,
  plan: ConfigPlan,
  progress: Progress,
  warnings: string[],
): Promise<number | null> {
  const { places, now } = machine;
  try {
    const { notes } = await progress.step(
      "Building the index of the notes",
      () =>
        buildIndex({
          places,
          config: plan.config,
          log: openLog(places.state, "install", now),
          onProgress: (read) => progress.count("Notes read", read, null),
        }),
    );
    return notes;
  } catch (error) {
    warnings.push(
      error instanceof Deno.errors.NotFound
        ? `There is no vault at ${plan.config.vault.path}: the hooks wait for it`
        : `The index was not built: ${(error as Error).message}`,
    );
    return null;
  }
}
