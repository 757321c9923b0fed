import { assertVaultKnown } from "./assert_vault_known.ts";
import { planConfig } from "./plan_config.ts";
import { planPermissions } from "./plan_permissions.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import { canCompile } from "./can_compile.ts";
import type { Progress } from "./progress.ts";
import { readReceipt } from "./receipt.ts";
import { desiredEntries } from "./register.ts";

/**
 * The settings that an installation would have in them, and nothing else.
 *
 * @param machine The machine. Needs read permission on config and vault, and permission to run Deno.
 * @param vault The vault as given, or `null`.
 * @param wanted The form as asked for.
 * @param progress Is told what takes long.
 * @returns An object that could be a settings file.
 */
export async function printEntries(
  machine: Machine,
  vault: string | null,
  wanted: "best" | "script" | "native",
  progress: Progress,
): Promise<Record<string, unknown>> {
  const plan = planConfig(machine, vault);
  assertVaultKnown(plan);
  const { config } = plan;
  const { flags } = await planPermissions(machine, config);
  const form: Form = wanted === "best"
    ? readReceipt(machine.places.data)?.form ??
      (await progress.step(
          "Compiling a small program",
          () => canCompile(machine),
        )
        ? "native"
        : "script")
    : wanted;
  const hooks: Record<string, unknown[]> = {};
  for (
    const { event, matcher, handler } of desiredEntries(machine, form, flags)
  ) {
    (hooks[event] ??= []).push({
      ...matcher === null ? {} : { matcher },
      hooks: [handler],
    });
  }
  return { hooks };
}
