import { join } from "@std/path";
import { isFile } from "../private_file.ts";
import { HOOKS, programName, workerFile } from "../registry.ts";
import { checkEntries } from "./check_entries.ts";
import { uncovered } from "./uncovered.ts";
import { invocation } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { planConfig } from "./plan_config.ts";
import { planPermissions } from "./plan_permissions.ts";
import { readSettings } from "./read_settings.ts";
import { readReceipt, type Receipt } from "./receipt.ts";
import { desiredEntries, isOursIn } from "./register.ts";
import { whyNotRunning } from "./why_not_running.ts";

/**
 * Looks whether everything is as an installation would leave it.
 *
 * @param machine The machine. Needs read permission on all that is installed, and permission to run the programs.
 * @param settings The settings file that the hooks should be registered in.
 * @returns What is not as it should be, in words; nothing where all is well.
 */
export async function checkInstallation(
  machine: Machine,
  settings: string,
): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (look: () => Promise<void> | void): Promise<void> => {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error.message.replace("; nothing was changed", ""));
    }
  };
  let receipt: Receipt | null = null;
  await attempt(() => {
    receipt = readReceipt(machine.places.data);
    if (receipt === null) {
      problems.push(
        `Not installed: there is no receipt in ${machine.places.data}`,
      );
    } else if (receipt.version !== machine.version) {
      problems.push(
        `The programs are of version ${receipt.version}, this is ${machine.version}`,
      );
    }
  });
  const installed = receipt as Receipt | null;
  await attempt(() => {
    const { text } = readSettings(settings);
    const entries = installed === null
      ? null
      : desiredEntries(machine, installed.form, installed.flags);
    problems.push(
      ...checkEntries(settings, text, entries, isOursIn(machine, settings)),
    );
  });
  if (installed !== null) {
    problems.push(...await checkPrograms(machine, installed));
  }
  await attempt(async () => {
    const plan = planConfig(machine, null);
    if (plan.before === null) {
      problems.push(`There is no config: ${plan.path} is missing`);
    }
    for (const { line, message } of plan.problems) {
      problems.push(`${plan.path}:${line}: ${message}`);
    }
    problems.push(...checkVault(plan.config.vault.path));
    if (installed === null) return;
    const { flags } = await planPermissions(machine, plan.config);
    for (const hook of Object.values(HOOKS)) {
      const missing = uncovered(flags[hook.name], installed.flags[hook.name]);
      if (missing.length > 0) {
        problems.push(
          `The permissions of ${programName(hook)} do not cover ${
            missing.join(", ")
          }`,
        );
      }
    }
  });
  return problems;
}

async function checkPrograms(
  machine: Machine,
  receipt: Receipt,
): Promise<string[]> {
  const problems: string[] = [];
  const bin = join(machine.places.data, "bin");
  const exe = machine.windows ? ".exe" : "";
  for (const hook of Object.values(HOOKS)) {
    const script = join(bin, `${programName(hook)}.js`);
    const flags = receipt.flags[hook.name] ?? [];
    // The worker is started as the hooks start it: in script form that is its launcher.
    const program = hook.event === null
      ? {
        command: join(bin, workerFile(receipt.form, machine.windows)),
        args: [],
      }
      : invocation(hook, receipt.form, bin, flags, exe);
    const files = receipt.form === "native"
      ? [program.command]
      : [program.command, script];
    const gone = files.find((file) => !isFile(file));
    if (gone !== undefined) {
      problems.push(`${programName(hook)}: ${gone} is gone`);
      continue;
    }
    const why = await whyNotRunning(program.command, [
      ...program.args,
      "--help",
    ], `${programName(hook)}:`);
    if (why !== null) {
      problems.push(`${programName(hook)}: ${program.command}: ${why}`);
    }
  }
  return problems;
}

function checkVault(path: string): string[] {
  try {
    return Deno.statSync(path).isDirectory
      ? []
      : [`The vault ${path} is not a folder`];
  } catch {
    return [`There is no vault at ${path}`];
  }
}
