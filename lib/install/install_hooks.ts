import { join } from "@std/path";
import { openLog } from "../log.ts";
import { ensurePrivateFolder } from "../private_file.ts";
import { buildIndex } from "../rebuild/build_index.ts";
import { applyConfig } from "./apply_config.ts";
import { assertVaultKnown } from "./assert_vault_known.ts";
import type { Form } from "./entry.ts";
import { exclusive } from "./exclusive.ts";
import { installedFor } from "./installed_for.ts";
import { isUntouched, rememberConfig } from "./made_config.ts";
import type { Machine } from "./machine.ts";
import { missingGraphify } from "./missing_graphify.ts";
import { notWritable } from "./not_writable.ts";
import { placePrograms, removeLeftovers } from "./place_programs.ts";
import { type ConfigPlan, planConfig } from "./plan_config.ts";
import { planPermissions } from "./plan_permissions.ts";
import type { Progress } from "./progress.ts";
import { prove, type ProvenHook } from "./prove.ts";
import {
  readReceipt,
  type Receipt,
  type RegisteredSettings,
  writeReceipt,
} from "./receipt.ts";
import {
  desiredEntries,
  isOursIn,
  planRegistration,
  register,
  rememberSettings,
} from "./register.ts";
import { readSettings } from "./read_settings.ts";
import { readHandlers } from "./settings/read_handlers.ts";
import { stagePrograms } from "./stage_programs.ts";
import { whyScripts } from "./why_scripts.ts";

/** What an installation came to. */
export interface Installed {
  readonly form: Form;
  readonly settings: string;
  readonly config: string;
  readonly vault: string;
  /** Notes in the index, `null` where it was not built. */
  readonly notes: number | null;
  readonly hooks: readonly ProvenHook[];
  /** What was done, in words. */
  readonly done: readonly string[];
  /** What the user should know. */
  readonly warnings: readonly string[];
}

/**
 * Installs everything, in an order in which a failure changes as little as possible: first all that can be refused is looked at,
 * then the programs are made aside, and only then anything of the user's is touched.
 *
 * @param machine The machine. Needs all permissions.
 * @param wanted The vault and the form as asked for, and the settings file to register in.
 * @param progress Is told what takes long.
 * @returns What was done; a hook that did not prove itself has its problem there.
 * @throws {Failure} when it cannot be done.
 */
export async function installHooks(
  machine: Machine,
  wanted: {
    readonly vault: string | null;
    readonly settings: string;
    readonly form: "best" | "script" | "native";
  },
  progress: Progress,
): Promise<Installed> {
  const look = async () => {
    const plan = planConfig(machine, wanted.vault);
    assertVaultKnown(plan);
    const permissions = await planPermissions(machine, plan.config);
    const entries = desiredEntries(machine, "native", permissions.flags);
    planRegistration(machine, wanted.settings, entries);
    return { plan, permissions, receipt: readReceipt(machine.places.data) };
  };
  await look();
  return await exclusive(machine.places.data, progress, async () => {
    const { plan, permissions, receipt } = await look();
    const { flags } = permissions;
    const staged = await stagePrograms(machine, flags, wanted.form, progress);
    const { form } = staged;
    const warnings = [...permissions.notes];
    if (staged.fallback !== null) {
      warnings.push(whyScripts(staged.fallback));
    }
    for (const problem of plan.problems) {
      warnings.push(`${plan.path}:${problem.line}: ${problem.message}`);
    }
    warnings.push(...missingGraphify(machine, plan.config));

    const { places } = machine;
    const known = receipt?.config?.path === plan.path ? receipt.config : null;
    const done = applyConfig(
      plan,
      known !== null && await isUntouched(known),
      machine.now(),
    );
    for (
      const folder of [
        places.state,
        join(places.data, "index"),
        places.graphCache,
      ]
    ) ensurePrivateFolder(folder);
    const bin = join(places.data, "bin");
    ensurePrivateFolder(bin);
    Deno.chmodSync(bin, 0o700);
    const placed = placePrograms(staged, bin);
    const entries = desiredEntries(machine, form, flags);
    const files = settingsFiles(machine, wanted.settings, receipt, entries);
    let written: Receipt = {
      receipt: 1,
      version: machine.version,
      form,
      deno: machine.denoVersion,
      flags,
      settings: files,
      config: plan.before === null
        ? await rememberConfig(plan.path, plan.after)
        : known,
      installedFor: installedFor(machine, plan.config),
    };
    writeReceipt(places.data, written);

    warnings.push(...await notWritable(plan.config));
    const notes = await indexVault(machine, plan, progress, warnings);
    for (const file of files) {
      try {
        const { changed, backup } = register(machine, file.path, entries);
        if (changed) done.push(`Registered in ${file.path}`);
        if (backup === null) continue;
        done.push(`Backup: ${backup}`);
        written = withBackup(written, file.path, backup);
        writeReceipt(places.data, written);
      } catch (error) {
        if (file.path === wanted.settings) throw error;
        const { message } = error as Error;
        warnings.push(
          `Not brought up to date: ${
            message.replace("; nothing was changed", "")
          }`,
        );
      }
    }
    removeLeftovers(places.data, form, placed);
    const hooks = await prove(machine, form, flags, progress);
    return {
      form,
      settings: wanted.settings,
      config: plan.path,
      vault: plan.config.vault.path,
      notes,
      hooks,
      done,
      warnings,
    };
  });
}

/** The settings file that is meant, and the others that the hooks are registered in: all get the same entries. */
function settingsFiles(
  machine: Machine,
  wanted: string,
  receipt: Receipt | null,
  entries: ReturnType<typeof desiredEntries>,
): RegisteredSettings[] {
  const known = receipt?.settings ?? [];
  const others = known.filter(({ path }) =>
    path !== wanted && isRegistered(machine, path)
  );
  const mine = known.find(({ path }) => path === wanted);
  return [...others, rememberSettings(machine, wanted, mine, entries)];
}

/**
 * Whether a settings file has entries of ours.
 *
 * @param machine The machine. Needs read permission on the file.
 * @param path The file; one that cannot be understood counts, since it may have some.
 */
export function isRegistered(machine: Machine, path: string): boolean {
  const ours = isOursIn(machine, path);
  try {
    return readHandlers(readSettings(path).text).some(({ handler, event }) =>
      ours(handler, event)
    );
  } catch {
    return true;
  }
}

function withBackup(receipt: Receipt, path: string, backup: string): Receipt {
  return {
    ...receipt,
    settings: receipt.settings.map((file) =>
      file.path === path
        ? { ...file, backups: [...file.backups, backup] }
        : file
    ),
  };
}

async function indexVault(
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
