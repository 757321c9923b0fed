import { join } from "@std/path";
import {
  type Arguments,
  parseArguments,
  UsageError,
} from "./lib/install/arguments.ts";
import { checkInstallation } from "./lib/install/check_installation.ts";
import { Failure } from "./lib/install/failure.ts";
import { findMachine } from "./lib/install/find_machine.ts";
import { installHooks } from "./lib/install/install_hooks.ts";
import { printEntries } from "./lib/install/print_entries.ts";
import { openProgress } from "./lib/install/progress.ts";
import { settingsPath } from "./lib/install/register.ts";
import {
  colours,
  reportChecked,
  reportInstalled,
  reportUninstalled,
} from "./lib/install/report.ts";
import { uninstallHooks } from "./lib/install/uninstall_hooks.ts";
import { USAGE } from "./lib/install/usage.ts";
import { writeText } from "./lib/write_text.ts";

/** What goes to stdout, for people and for programs, and the exit code. */
interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

async function act(args: Arguments): Promise<Outcome> {
  const paint = colours(
    Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"),
  );
  if (args.action === "help") {
    return { code: 0, text: USAGE, json: { ok: true, usage: USAGE } };
  }
  const machine = findMachine(import.meta.dirname ?? Deno.cwd());
  const isWatched = Deno.stderr.isTerminal();
  const progress = openProgress((text) => {
    // What asks for JSON mostly is a program, to which any word on stderr is a failure.
    if (isWatched || !args.json) writeText(Deno.stderr, text);
  }, isWatched ? 0 : undefined);
  if (args.action === "print") {
    const json = await printEntries(machine, args.vault, args.form, progress);
    return { code: 0, text: `${JSON.stringify(json, null, 2)}\n`, json };
  }
  const settings = settingsPath(machine, args.project, args.settings);
  if (args.action === "check") {
    const findings = await checkInstallation(machine, settings, progress);
    const problems = findings.map(({ text }) => text);
    return {
      code: problems.length === 0 ? 0 : 1,
      text: reportChecked(findings, settings, paint),
      json: { ok: problems.length === 0, settings, problems },
    };
  }
  if (args.action === "uninstall") {
    const result = await uninstallHooks(machine, settings, progress);
    return {
      code: 0,
      text: reportUninstalled(result),
      json: { ok: true, ...result },
    };
  }
  const installed = await installHooks(
    machine,
    { vault: args.vault, settings, form: args.form },
    progress,
  );
  const result = args.project === null ? installed : {
    ...installed,
    warnings: [
      ...installed.warnings,
      `The entries in ${settings} are for your own machine: the paths in them are yours; \`--settings ${
        join(args.project, ".claude", "settings.local.json")
      }\` keeps them out of the repository`,
    ],
  };
  const ok = result.hooks.every(({ problem }) => problem === null);
  return {
    code: ok ? 0 : 1,
    text: reportInstalled(result, paint),
    json: { ok, ...result },
  };
}

function failed(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const json = { ok: false, error: message };
  if (error instanceof UsageError) {
    return {
      code: 2,
      text: `install.ts: ${message} (--help tells more)\n`,
      json,
    };
  }
  const known = error instanceof Failure;
  const text = known || !(error instanceof Error)
    ? message
    : error.stack ?? message;
  return { code: 1, text: `install.ts: ${text}\n`, json };
}

async function main(): Promise<never> {
  let outcome: Outcome;
  let broken = false;
  try {
    outcome = await act(parseArguments(Deno.args));
  } catch (error) {
    outcome = failed(error);
    broken = true;
  }
  if (Deno.args.includes("--json")) {
    writeText(Deno.stdout, `${JSON.stringify(outcome.json)}\n`);
  } else writeText(broken ? Deno.stderr : Deno.stdout, outcome.text);
  Deno.exit(outcome.code);
}

await main();
