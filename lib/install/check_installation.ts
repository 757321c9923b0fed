import { join } from "@std/path";
import { isFile } from "../private_file.ts";
import { type Group, programName, workerFile } from "../registry.ts";
import { checkCapture } from "./check_capture.ts";
import { checkEntries } from "./check_entries.ts";
import { invocation } from "./entry.ts";
import { Failure } from "./failure.ts";
import { again, type Finding, other } from "./finding.ts";
import { GROUPS, hooksOf } from "./groups.ts";
import { lookAtStore } from "./look_at_store.ts";
import type { Machine } from "./machine.ts";
import { missingGraphify } from "./missing_graphify.ts";
import { notWritable } from "./not_writable.ts";
import { type ConfigPlan, planConfig } from "./plan_config.ts";
import { planPermissions } from "./plan_permissions.ts";
import type { Progress } from "./progress.ts";
import { readSettings } from "./read_settings.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { groupsIn, registeredFiles, type WithGroups } from "./registered.ts";
import { desiredEntries, isOursIn } from "./register.ts";
import { whyNotRunning } from "./why_not_running.ts";
import { whyUncovered } from "./why_uncovered.ts";

/** What a check came to. */
export interface Checked {
  /** The settings files that were looked at. */
  readonly files: readonly string[];
  /** What is not as it should be; nothing where all is well. */
  readonly findings: readonly Finding[];
}

/**
 * Looks whether everything is as an installation would leave it.
 *
 * @param machine The machine. Needs read permission on all that is installed, and permission to run the programs.
 * @param settings The settings file that is meant; all others that anything is registered in are looked at as well.
 * @param isAsked Whether the user has named that file.
 * @param progress Is told what takes long.
 */
export async function checkInstallation(
  machine: Machine,
  settings: string,
  isAsked: boolean,
  progress: Progress,
): Promise<Checked> {
  const findings: Finding[] = [];
  const attempt = async (look: () => Promise<void> | void): Promise<void> => {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      findings.push(other(error.message.replace("; nothing was changed", "")));
    }
  };
  let receipt: Receipt | null = null;
  await attempt(() => {
    receipt = readReceipt(machine.places.data);
    if (receipt === null) {
      findings.push(again("Not installed"));
    } else if (receipt.version !== machine.version) {
      findings.push(again(
        `The programs are of version ${receipt.version}, this is ${machine.version}`,
      ));
    }
  });
  const installed = receipt as Receipt | null;
  const files = registeredFiles(machine, installed);
  const inUse = groupsIn(files);
  const looked = filesToCheck(settings, isAsked, files, inUse);
  for (const file of looked) {
    await attempt(() => {
      findings.push(...checkFile(machine, file, installed));
    });
  }
  if (installed !== null) {
    findings.push(
      ...await progress.step(
        "Starting each program",
        () => checkPrograms(machine, installed, inUse),
      ),
    );
  }
  if (inUse.includes("capture")) findings.push(...checkCapture(machine));
  const { problem } = lookAtStore(machine.places.store);
  if (problem !== null) findings.push(other(problem));
  await attempt(async () => {
    findings.push(...await checkConfig(machine, installed, inUse));
  });
  return { files: looked.map(({ path }) => path), findings };
}

/** A settings file, with the groups that should be registered in it. */
type FileToCheck = Pick<WithGroups, "path" | "groups">;

/** The file that is meant, and all others that anything is registered in. */
function filesToCheck(
  settings: string,
  isAsked: boolean,
  files: readonly WithGroups[],
  inUse: readonly Group[],
): FileToCheck[] {
  if (files.some(({ path }) => path === settings)) return [...files];
  // Whoever captures and does nothing else has nothing in the user's settings.
  const isElsewhere = !isAsked && inUse.length > 0 && !inUse.includes("vault");
  return isElsewhere
    ? [...files]
    : [{ path: settings, groups: ["vault"] }, ...files];
}

function checkFile(
  machine: Machine,
  { path, groups }: FileToCheck,
  installed: Receipt | null,
): Finding[] {
  const { text } = readSettings(path);
  return checkEntries(
    path,
    text,
    GROUPS.map((group) => ({
      entries: installed === null || !groups.includes(group)
        ? null
        : desiredEntries(
          machine,
          installed.form,
          installed.flags,
          [group],
          path,
        ),
      isOurs: isOursIn(machine, path, [group]),
    })),
  );
}

async function checkConfig(
  machine: Machine,
  installed: Receipt | null,
  inUse: readonly Group[],
): Promise<Finding[]> {
  const plan = planConfig(machine, null);
  const { path, config } = plan;
  const findings = plan.problems.map(({ line, message }) =>
    other(`${path}:${line}: ${message} (edit line ${line})`)
  );
  const hasVault = inUse.length === 0 || inUse.includes("vault");
  if (hasVault) {
    // Capture needs neither a config nor a vault.
    if (plan.before === null) {
      findings.push(again(`There is no config: ${path} is missing`));
    }
    findings.push(...missingGraphify(machine, config).map(other));
    if (plan.noVault !== null) return findings;
    findings.push(
      ...checkVault(plan),
      ...(await notWritable(config)).map(other),
    );
  }
  if (installed === null) return findings;
  const { flags } = await planPermissions(machine, config, inUse);
  const causes = whyUncovered(machine, config, flags, installed);
  return [...findings, ...causes.map(other)];
}

async function checkPrograms(
  machine: Machine,
  receipt: Receipt,
  groups: readonly Group[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  for (const hook of hooksOf(groups)) {
    const script = join(bin, `${programName(hook)}.js`);
    const flags = receipt.flags[hook.name] ?? [];
    // The worker is started as the hooks start it: in script form that is its launcher.
    const program = hook.events.length === 0
      ? {
        command: join(bin, workerFile(hook, receipt.form, machine.windows)),
        args: [],
      }
      : invocation(hook, receipt.form, bin, flags, exe);
    const files = receipt.form === "native"
      ? [program.command]
      : [program.command, script];
    const gone = files.find((file) => !isFile(file));
    if (gone !== undefined) {
      findings.push(again(`${programName(hook)}: ${gone} is gone`));
      continue;
    }
    const why = await whyNotRunning(program.command, [
      ...program.args,
      "--help",
    ], `${programName(hook)}:`);
    if (why !== null) {
      findings.push(
        again(`${programName(hook)}: ${program.command}: ${why}`),
      );
    }
  }
  return findings;
}

function checkVault({ config, makeVault }: ConfigPlan): Finding[] {
  const { path } = config.vault;
  try {
    return Deno.statSync(path).isDirectory
      ? []
      : [other(`The vault ${path} is not a folder`)];
  } catch {
    const text = `There is no vault at ${path}`;
    // Only the default one is made.
    return [makeVault ? again(text) : other(text)];
  }
}
