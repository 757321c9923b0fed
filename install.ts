import { join, resolve } from "@std/path";
import {
  type Acted,
  actOnRecorded,
  type Dialogue,
  isOfRecorded,
} from "./lib/install/act_on_recorded.ts";
import {
  type Arguments,
  parseArguments,
  UsageError,
} from "./lib/install/arguments.ts";
import { captureStatus } from "./lib/install/capture_status.ts";
import { checkInstallation } from "./lib/install/check_installation.ts";
import { denoCommand } from "./lib/install/deno_command.ts";
import { Failure } from "./lib/install/failure.ts";
import { findMachine } from "./lib/install/find_machine.ts";
import { GROUPS } from "./lib/install/groups.ts";
import { installHooks, type Wanted } from "./lib/install/install_hooks.ts";
import {
  installParts,
  printParts,
  uninstall,
} from "./lib/install/install_parts.ts";
import type { Machine } from "./lib/install/machine.ts";
import { areInstalled, overview } from "./lib/install/overview.ts";
import { printEntries } from "./lib/install/print_entries.ts";
import { openProgress } from "./lib/install/progress.ts";
import { settingsPath } from "./lib/install/register.ts";
import { quoted } from "./lib/install/quoted.ts";
import {
  type Colours,
  colours,
  reportChecked,
  reportInstalled,
  reportParts,
  reportUninstalled,
} from "./lib/install/report.ts";
import { readReceipt } from "./lib/install/receipt.ts";
import { reportOverview } from "./lib/install/report_overview.ts";
import { reportStatus, statusJson } from "./lib/install/report_status.ts";
import {
  readWarden,
  switchWarden,
  wardenText,
} from "./lib/install/switch_warden.ts";
import { USAGE } from "./lib/install/usage.ts";
import { verifyStore } from "./lib/view/verify_store.ts";
import { showRows } from "./lib/view/show_rows.ts";
import { endProcess } from "./lib/telemetry/end_process.ts";
import { writeText } from "./lib/write_text.ts";
import { knownConfig } from "./lib/install/known_config.ts";
import { whyOff } from "./lib/install/why_off.ts";

/** What goes to stdout, for people and for programs, and the exit code. */
type Outcome = Acted;

const TERMINAL: Dialogue = {
  write: (text) => writeText(Deno.stdout, text),
  read: () => new Response(Deno.stdin.readable).text(),
  confirm: (question) =>
    Deno.stdin.isTerminal() && Deno.stderr.isTerminal()
      ? confirm(question)
      : null,
};

async function act(args: Arguments): Promise<Outcome> {
  const hasColours = Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR");
  const paint = colours(hasColours);
  const machine = findMachine(import.meta.dirname ?? Deno.cwd());
  if (args.action === "help") {
    const deno = denoCommand(machine).map(quoted).join(" ");
    const usage = USAGE.replaceAll("deno run", () => `${deno} run`)
      .replace(
        /^ +(?=\[)/m,
        (gap) => gap + " ".repeat(Math.max(0, deno.length - 4)),
      );
    return { code: 0, text: usage, json: { ok: true, usage } };
  }
  const { places } = machine;
  switch (args.action) {
    case "tail":
      return await readingStore(() => tail(args, places.store, hasColours));
    case "verify":
      return await readingStore(
        () =>
          verifyStore(places.store, join(places.capture, "chain-head.json")),
      );
    case "status":
      return await status(machine, args, paint);
  }
  const isWatched = Deno.stderr.isTerminal();
  const progress = openProgress((text) => {
    // What asks for JSON mostly is a program, to which any word on stderr is a failure.
    if (isWatched || !args.json) writeText(Deno.stderr, text);
  }, isWatched ? 0 : undefined);
  if (isOfRecorded(args.action)) {
    const allowed = knownConfig(machine)?.capture.emailAllow ?? [];
    return await actOnRecorded(
      machine,
      args.action,
      args,
      TERMINAL,
      allowed,
      progress,
    );
  }
  const settings = settingsPath(
    machine,
    args.project,
    args.settings,
    args.host,
  );
  const wanted: Wanted = {
    group: args.capture ? "capture" : "vault",
    vault: args.vault,
    settings,
    form: args.form,
    turnOff: turnOff(machine, args),
  };
  switch (args.action) {
    case "warden": {
      const form = readReceipt(places.data)?.form ?? null;
      const warden = await switchWarden(machine, form, args.warden ?? {});
      return {
        code: 0,
        text: `The warden is ${wardenText(warden)}.\n`,
        json: { ok: true, warden },
      };
    }
    case "print": {
      if (args.parts.length > 0) {
        const lines = printParts(machine, args.parts, settings);
        return {
          code: 0,
          text: lines.map((line) => `${line}\n`).join(""),
          json: { ok: true, settings, would: lines },
        };
      }
      const json = await printEntries(machine, wanted, progress);
      return { code: 0, text: `${JSON.stringify(json, null, 2)}\n`, json };
    }
    case "check": {
      const isAsked = args.project !== null || args.settings !== null;
      const checked = await checkInstallation(
        machine,
        settings,
        isAsked,
        progress,
      );
      const found = overview(machine, settings, checked.files);
      const problems = checked.findings.map(({ text }) => text);
      const ok = args.parts.length > 0
        ? areInstalled(found, args.parts)
        : problems.length === 0;
      return {
        code: ok ? 0 : 1,
        text: `${reportOverview(found, paint)}\n${
          reportChecked(checked, paint)
        }`,
        json: { ...found, ok, settings, files: checked.files, problems },
      };
    }
    case "uninstall": {
      const result = await uninstall(
        machine,
        {
          settings,
          groups: args.capture ? ["capture"] : GROUPS,
          everywhere: !args.capture && args.project === null &&
            args.settings === null && args.host === null,
          deleteStore: args.deleteStore,
        },
        args.parts,
        progress,
      );
      return {
        code: 0,
        text: reportUninstalled(result),
        json: { ok: true, ...result },
      };
    }
    default: {
      if (args.parts.length === 0) {
        return await install(machine, args, wanted, paint, progress);
      }
      const result = await installParts(
        machine,
        args.parts,
        settings,
        progress,
      );
      return {
        code: result.ok ? 0 : 1,
        text: reportParts(result, paint),
        json: { ...result },
      };
    }
  }
}

async function install(
  machine: Machine,
  args: Arguments,
  wanted: Wanted,
  paint: Colours,
  progress: ReturnType<typeof openProgress>,
): Promise<Outcome> {
  const installed = await installHooks(machine, wanted, progress);
  const { settings } = wanted;
  const result = args.project === null || args.host !== null ? installed : {
    ...installed,
    warnings: [
      ...installed.warnings,
      `The entries in ${settings} are for your own machine: the paths in them are yours; \`${
        args.capture ? "--capture " : ""
      }--settings ${
        quoted(join(args.project, ".claude", "settings.local.json"))
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

/** The command that takes back what the command line asks for. */
function turnOff(machine: Machine, args: Arguments): string {
  const { cwd, project } = machine;
  const place = args.settings !== null
    ? ["--settings", resolve(cwd, args.settings)]
    : args.project !== null
    ? [...args.capture ? [] : ["--project"], resolve(cwd, args.project)]
    : args.capture
    ? ["--user"]
    : [];
  return [
    ...denoCommand(machine),
    "run",
    "-A",
    join(project, "install.ts"),
    "--uninstall",
    ...args.host === null ? [] : ["--host", args.host],
    ...args.capture ? ["--capture"] : [],
    ...place,
  ].map(quoted).join(" ");
}

async function status(
  machine: Machine,
  args: Arguments,
  paint: Colours,
): Promise<Outcome> {
  const project = args.project === null
    ? null
    : resolve(machine.cwd, args.project);
  const settings = [
    ...project === null ? [] : [
      settingsPath(machine, project, null),
      join(project, ".claude", "settings.local.json"),
    ],
    settingsPath(machine, null, null),
  ];
  const config = knownConfig(machine);
  const found = captureStatus(
    machine,
    settings,
    project,
    config?.capture.emailAllow ?? [],
  );
  const warden = readWarden(machine.places);
  const off = project === null ? null : await whyOff(machine, project, config);
  return {
    code: 0,
    text: reportStatus(found, project, paint, { warden, off }),
    json: { ok: true, ...statusJson(found), off, warden },
  };
}

async function tail(
  { rows, follow, json }: Arguments,
  folder: string,
  colour: boolean,
): Promise<Outcome> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (follow) Deno.addSignalListener("SIGINT", end);
  const columns = Deno.stdout.isTerminal()
    ? Deno.consoleSize().columns || null
    : null;
  await showRows({
    folder,
    rows,
    follow,
    json,
    style: { colour, columns },
    signal: ending.signal,
    write: (line) => writeText(Deno.stdout, line),
    note: (line) => writeText(Deno.stderr, line),
  });
  return { code: 0, text: "", json: null };
}

/** A store that cannot be read is no mistake of ours. */
async function readingStore<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Failure(`Cannot read the store: ${(error as Error).message}`);
  }
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
    if (outcome.json !== null) {
      writeText(Deno.stdout, `${JSON.stringify(outcome.json)}\n`);
    }
  } else writeText(broken ? Deno.stderr : Deno.stdout, outcome.text);
  return await endProcess(outcome.code);
}

await main();
