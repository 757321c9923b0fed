import { join } from "@std/path";
import { ensurePrivateFolder } from "../private_file.ts";
import type { Group } from "../registry.ts";
import { indexVault } from "./_index_vault.ts";
import { type FilesPlan, planFiles, rememberFiles } from "./plan_files.ts";
import { applyConfig } from "./apply_config.ts";
import { assertVaultKnown } from "./assert_vault_known.ts";
import { socketProblems } from "./check_capture.ts";
import { endDaemon } from "./end_daemon.ts";
import type { Form } from "./entry.ts";
import { exclusive } from "./exclusive.ts";
import { HOST_FILES, hostOf } from "./host_files.ts";
import { installedFor } from "./installed_for.ts";
import { isUntouched, rememberConfig } from "./made_config.ts";
import type { Machine } from "./machine.ts";
import { writeManifest } from "./manifest.ts";
import { missingGraphify } from "./missing_graphify.ts";
import { notWritable } from "./not_writable.ts";
import { placePrograms, removeLeftovers } from "./place_programs.ts";
import { type ConfigPlan, planConfig } from "./plan_config.ts";
import {
  type PlannedPermissions,
  planPermissions,
} from "./plan_permissions.ts";
import type { Progress } from "./progress.ts";
import { prove, type ProvenHook } from "./prove.ts";
import { readReceipt, type Receipt, writeReceipt } from "./receipt.ts";
import { desiredEntries, planRegistration, register } from "./register.ts";
import { stagePrograms } from "./stage_programs.ts";
import { whyScripts } from "./why_scripts.ts";

/** What an installation came to. */
export interface Installed {
  readonly form: Form;
  /** What was asked for. */
  readonly group: Group;
  readonly settings: string;
  /** What reads these settings, where that is not Claude Code. */
  readonly reader?: string;
  readonly config: string;
  /** `null` where no hook of the vault is installed. */
  readonly vault: string | null;
  /** Notes in the index, `null` where it was not built. */
  readonly notes: number | null;
  /** Where captured rows are stored, `null` where nothing is captured. */
  readonly store: string | null;
  /** The command that takes back what was asked for. */
  readonly turnOff: string;
  readonly hooks: readonly ProvenHook[];
  /** Which file has which hooks now, beside what was asked for also what was there before. */
  readonly registered: FilesPlan["files"];
  /** What was done, in words. */
  readonly done: readonly string[];
  /** What the user should know. */
  readonly warnings: readonly string[];
}

/** What is asked for. */
export interface Wanted {
  readonly group: Group;
  /** The vault as given, or `null`. */
  readonly vault: string | null;
  /** The settings file to register in. */
  readonly settings: string;
  readonly form: "best" | "script" | "native";
  /** The command that takes it back. */
  readonly turnOff: string;
}

/**
 * Installs one group of hooks, and brings the other one up to date where that is installed, in an order in which a failure changes as
 * little as possible: first all that can be refused is looked at, then the programs are made aside, and only then anything of the
 * user's is touched.
 *
 * @param machine The machine. Needs all permissions.
 * @param wanted What is asked for.
 * @param progress Is told what takes long.
 * @returns What was done; a hook that did not prove itself has its problem there.
 * @throws {Failure} when it cannot be done.
 */
export async function installHooks(
  machine: Machine,
  wanted: Wanted,
  progress: Progress,
): Promise<Installed> {
  await look(machine, wanted);
  return await exclusive(
    machine.places.data,
    progress,
    async () =>
      await install(machine, wanted, await look(machine, wanted), progress),
  );
}

/** What an installation begins with. */
interface Look {
  readonly plan: ConfigPlan;
  readonly permissions: PlannedPermissions;
  readonly receipt: Receipt | null;
  readonly planned: FilesPlan;
}

/** Looks at all that can be refused. */
async function look(machine: Machine, wanted: Wanted): Promise<Look> {
  const { settings, group } = wanted;
  const receipt = readReceipt(machine.places.data);
  const planned = planFiles(machine, settings, group, receipt);
  const plan = planConfig(machine, wanted.vault);
  if (planned.groups.includes("vault")) assertVaultKnown(plan);
  const permissions = await planPermissions(
    machine,
    plan.config,
    planned.groups,
  );
  const { groups } = planned.files.at(-1) ?? { groups: [] };
  const entries = desiredEntries(
    machine,
    "native",
    permissions.flags,
    groups,
    settings,
  );
  planRegistration(machine, settings, entries, groups);
  return { plan, permissions, receipt, planned };
}

async function install(
  machine: Machine,
  wanted: Wanted,
  { plan, permissions, receipt, planned }: Look,
  progress: Progress,
): Promise<Installed> {
  const { flags } = permissions;
  const { groups } = planned;
  const { places } = machine;
  const hasVault = groups.includes("vault");
  const staged = await stagePrograms(
    machine,
    flags,
    groups,
    wanted.form,
    progress,
  );
  const { form } = staged;
  const warnings = [...permissions.notes, ...planned.warnings];
  if (staged.fallback !== null) warnings.push(whyScripts(staged.fallback));
  for (const { line, message } of plan.problems) {
    warnings.push(`${plan.path}:${line}: ${message}`);
  }
  if (hasVault) warnings.push(...missingGraphify(machine, plan.config));
  if (groups.includes("capture")) warnings.push(...socketProblems(places));

  const known = receipt?.config?.path === plan.path ? receipt.config : null;
  const isVaults = wanted.group === "vault";
  // Capture has settings, but needs no vault.
  const done = applyConfig(
    isVaults ? plan : { ...plan, makeVault: false },
    known !== null && await isUntouched(known),
    machine.now(),
  );
  const bin = join(places.data, "bin");
  for (
    const folder of [
      places.state,
      bin,
      ...hasVault ? [join(places.data, "index"), places.graphCache] : [],
    ]
  ) ensurePrivateFolder(folder);
  Deno.chmodSync(bin, 0o700);
  const placed = placePrograms(staged, bin);
  const files = rememberFiles(machine, planned, receipt, form, flags);
  let written: Receipt = {
    receipt: 1,
    version: machine.version,
    project: machine.project,
    form,
    deno: machine.denoVersion,
    flags,
    settings: files.map(({ entries: _, ...file }) => file),
    config: plan.before === null
      ? await rememberConfig(plan.path, plan.after)
      : known,
    installedFor: installedFor(machine, plan.config),
  };
  writeReceipt(places.data, written);

  if (hasVault) warnings.push(...await notWritable(plan.config));
  const notes = isVaults
    ? await indexVault(machine, plan, progress, warnings)
    : null;
  for (const file of files) {
    const { path, entries } = file;
    try {
      const { changed, backup } = register(machine, path, entries, file.groups);
      if (changed) done.push(`Registered in ${path}`);
      if (backup === null) continue;
      done.push(`Backup: ${backup}`);
      written = withBackup(written, path, backup);
      writeReceipt(places.data, written);
    } catch (error) {
      if (path === wanted.settings) throw error;
      const { message } = error as Error;
      warnings.push(
        `Not brought up to date: ${
          message.replace("; nothing was changed", "")
        }`,
      );
    }
  }
  removeLeftovers(places.data, form, placed);
  if (hasVault) {
    writeManifest(bin, machine.project, {
      version: machine.version,
      installer: join(machine.project, "install.ts"),
      hooks: desiredEntries(
        machine,
        form,
        flags,
        ["vault"],
        join(places.claude, "settings.json"),
      ),
    });
  }
  // One of an older version would go on: the next hook starts the one that was placed.
  if (await endDaemon(places) === "stays") {
    warnings.push(
      "The daemon was told to end, and has not done so yet: it is the one from before",
    );
  }
  const hooks = await prove(machine, form, flags, groups, progress);
  return {
    form,
    group: wanted.group,
    settings: wanted.settings,
    ...readerOf(machine, wanted.settings),
    config: plan.path,
    vault: hasVault ? plan.config.vault.path : null,
    notes,
    store: groups.includes("capture") ? places.store : null,
    turnOff: wanted.turnOff,
    hooks,
    registered: planned.files,
    done,
    warnings,
  };
}

function readerOf(machine: Machine, path: string): { reader?: string } {
  const host = hostOf(machine, path);
  return host === null ? {} : { reader: HOST_FILES[host].title };
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
