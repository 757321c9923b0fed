import { HOOKS, programName } from "../registry.ts";
import { installedFor } from "./installed_for.ts";
import type { Machine } from "./machine.ts";
import type { Receipt } from "./receipt.ts";
import type { Flags } from "./stage_programs.ts";
import { findTargets, type GrantedConfig } from "./targets.ts";
import { uncovered } from "./uncovered.ts";

const AGAIN = "run install.ts again";

/**
 * Explains what the installed programs may not touch though they would have to: one line for each cause, however many programs
 * and paths it concerns.
 *
 * @param machine The machine. Needs read permission on the vault, its parents and the folders of PATH.
 * @param config The settings.
 * @param needed The permissions that are needed now.
 * @param receipt What was installed.
 * @returns The causes in words; nothing where all is covered.
 */
export function whyUncovered(
  machine: Machine,
  config: GrantedConfig,
  needed: Flags,
  receipt: Receipt,
): string[] {
  const programs = new Map<string, string[]>();
  for (const hook of Object.values(HOOKS)) {
    const { name } = hook;
    for (
      const value of uncovered(needed[name] ?? [], receipt.flags[name] ?? [])
    ) {
      programs.set(value, [...programs.get(value) ?? [], programName(hook)]);
    }
  }
  if (programs.size === 0) return [];
  const { paths, programs: { graphify = [] } } = findTargets(machine, config);
  const now = installedFor(machine, config);
  const then = receipt.installedFor;
  /** Takes out what is explained. */
  const takes = (
    values: readonly string[],
  ): string[] => values.filter((value) => programs.delete(value));
  const lines: string[] = [];

  const settings = [
    ["vault.path", paths.vault],
    ["graph.output_dir", paths.graph],
    ["journal.dir", paths.journal],
  ] as const;
  const hasOtherVault = paths.vault.some((path) => programs.has(path));
  for (const [setting, values] of settings) {
    const [first] = takes(values);
    // What is below the vault is not covered since the vault is not.
    if (first === undefined || hasOtherVault && setting !== "vault.path") {
      continue;
    }
    lines.push(
      then?.[setting] === now[setting]
        ? `${setting} leads to ${first}, but did not when the hooks were installed: ${AGAIN}`
        : `${setting} is ${now[setting]}, but the hooks were installed for ${
          then?.[setting] ?? "another one"
        }: ${AGAIN}`,
    );
  }
  if (takes(paths.config).length > 0) {
    lines.push(
      `The config is ${now.config}, but the hooks were installed for ${
        then?.config ?? "another one"
      }: ${AGAIN}`,
    );
  }
  if (takes(graphify).length > 0 && config.graph.engine !== "builtin") {
    lines.push(
      `graphify is ${now.graphify}, but ${
        then?.graphify
          ? `the hooks were installed for ${then.graphify}`
          : "was not on PATH when the hooks were installed"
      }: ${AGAIN}`,
    );
  }
  if (programs.size > 0) {
    lines.push(
      `${[...new Set([...programs.values()].flat())].join(", ")} may not use ${
        [...programs.keys()].join(", ")
      }: ${AGAIN}`,
    );
  }
  return lines;
}
