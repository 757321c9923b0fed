import type { Group, Hook } from "../registry.ts";
import { findDialect } from "./dialect.ts";
import { hooksOf } from "./groups.ts";
import type { Machine } from "./machine.ts";
import { permissionFlags } from "./permission_flags.ts";
import type { Flags } from "./stage_programs.ts";
import { findTargets, type GrantedConfig } from "./targets.ts";
import { knowsTuning, v8Flags } from "./v8_flags.ts";

/** The flags of programs on this machine: their permissions, and what V8 is told. */
export interface PlannedPermissions {
  readonly flags: Flags;
  /** Where they are not exactly what the registry says, in words. */
  readonly notes: readonly string[];
}

/**
 * Works out the flags of programs.
 *
 * @param machine The machine. Needs read permission on the vault and PATH, and permission to run Deno.
 * @param config The settings.
 * @param groups Whose programs.
 * @param bin The folder that the programs will be in; by default where they are installed.
 */
export async function planPermissions(
  machine: Machine,
  config: GrantedConfig,
  groups: readonly Group[],
  bin?: string,
): Promise<PlannedPermissions> {
  const targets = findTargets(machine, config, bin);
  const dialect = await findDialect(machine, targets);
  const tunes = await knowsTuning(machine);
  const flags: Partial<Record<Hook["name"], readonly string[]>> = {};
  const notes: string[] = [];
  for (const hook of hooksOf(groups)) {
    const planned = permissionFlags(hook, targets, dialect);
    flags[hook.name] = [v8Flags(hook, tunes), ...planned.flags];
    notes.push(...planned.notes);
  }
  return { flags, notes };
}
