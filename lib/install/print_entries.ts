import type { Group } from "../registry.ts";
import { planFiles } from "./plan_files.ts";
import { assertVaultKnown } from "./assert_vault_known.ts";
import { planConfig } from "./plan_config.ts";
import { planPermissions } from "./plan_permissions.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import { canCompile } from "./can_compile.ts";
import type { Wanted } from "./install_hooks.ts";
import type { Progress } from "./progress.ts";
import { readReceipt } from "./receipt.ts";
import { desiredEntries } from "./register.ts";

/**
 * The settings that an installation would have in them, and nothing else.
 *
 * @param machine The machine. Needs read permission on config, settings and vault, and permission to run Deno.
 * @param wanted What is asked for.
 * @param progress Is told what takes long.
 * @returns An object that could be a settings file.
 */
export async function printEntries(
  machine: Machine,
  wanted: Wanted,
  progress: Progress,
): Promise<Record<string, unknown>> {
  const receipt = readReceipt(machine.places.data);
  const { files } = planFiles(
    machine,
    wanted.settings,
    wanted.group,
    receipt,
  );
  const groups: readonly Group[] = files.at(-1)?.groups ?? [];
  const plan = planConfig(machine, wanted.vault);
  if (groups.includes("vault")) assertVaultKnown(plan);
  const { config } = plan;
  const { flags } = await planPermissions(machine, config, groups);
  const form: Form = wanted.form === "best"
    ? receipt?.form ??
      (await progress.step(
          "Compiling a small program",
          () => canCompile(machine),
        )
        ? "native"
        : "script")
    : wanted.form;
  const hooks: Record<string, unknown[]> = {};
  let isFlat = false;
  for (
    const { event, matcher, handler, shape } of desiredEntries(
      machine,
      form,
      flags,
      groups,
      wanted.settings,
    )
  ) {
    isFlat ||= shape === "flat";
    (hooks[event] ??= []).push(
      shape === "flat" ? handler : {
        ...matcher === null ? {} : { matcher },
        hooks: [handler],
      },
    );
  }
  return isFlat ? { version: 1, hooks } : { hooks };
}
