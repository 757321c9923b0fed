import { resolve } from "@std/path";
import type { Machine } from "./machine.ts";
import { findTargets, type GrantedConfig } from "./targets.ts";

/** What the programs' permissions come from, as far as a user may change it. */
export interface InstalledFor {
  readonly "vault.path": string;
  readonly "graph.output_dir": string;
  readonly "journal.dir": string;
  readonly config: string;
  /** `null` where it was not on PATH. */
  readonly graphify: string | null;
}

/**
 * What the permissions come from now.
 *
 * @param machine The machine. Needs read permission on the vault, its parents and the folders of PATH.
 * @param config The settings.
 */
export function installedFor(
  machine: Machine,
  config: GrantedConfig,
): InstalledFor {
  return {
    "vault.path": config.vault.path,
    "graph.output_dir": config.graph.outputDir,
    "journal.dir": config.journal.dir,
    config: resolve(machine.cwd, machine.places.config),
    graphify: findTargets(machine, config).programs.graphify?.[0] ?? null,
  };
}
