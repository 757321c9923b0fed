import { type Group, type Hook, HOOKS, programName } from "../registry.ts";
import type { Checked } from "./check_installation.ts";
import type { Installed } from "./install_hooks.ts";
import type { PartsInstalled } from "./install_parts.ts";
import type { Uninstalled } from "./uninstall_hooks.ts";

/** The escape sequences in use, or none. */
export interface Colours {
  good(text: string): string;
  bad(text: string): string;
  strong(text: string): string;
}

/**
 * Colours for a terminal.
 *
 * @param on Whether to colour at all: on a terminal, and without `NO_COLOR`.
 */
export function colours(on: boolean): Colours {
  const sequence = (code: number) => (text: string): string =>
    on ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { good: sequence(32), bad: sequence(31), strong: sequence(1) };
}

/** What Claude Code starts without an event. */
const WITHOUT_EVENT: Readonly<Partial<Record<Hook["name"], string>>> = {
  statusline: "(status line)",
  mcp: "(MCP server)",
};

/**
 * What an installation came to, for people.
 *
 * @param installed The result.
 * @param paint The colours.
 */
export function reportInstalled(installed: Installed, paint: Colours): string {
  const header = ["hook", "event", "form", "start-up"];
  // What nobody asked for only matters where it does not work.
  const hooks = installed.hooks.filter(({ name, problem }) =>
    HOOKS[name].groups.includes(installed.group) || problem !== null
  );
  const rows = hooks.map((hook) => [
    programName(HOOKS[hook.name]),
    hook.event ?? WITHOUT_EVENT[hook.name] ?? "(in the background)",
    hook.form,
    hook.medianMs === null ? "" : `${hook.medianMs} ms`,
    hook.problem ?? "works",
  ]);
  const widths = header.map((text, column) =>
    Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0))
  );
  const line = (cells: readonly string[]): string =>
    widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return column === 3 ? cell.padStart(width) : cell.padEnd(width);
    }).join("  ");
  const table = [
    paint.strong(line(header)),
    ...hooks.map((hook, index) => {
      const cells = rows[index] ?? [];
      const end = cells[4] ?? "";
      return `${line(cells)}  ${
        hook.problem === null ? paint.good(end) : paint.bad(end)
      }`;
    }),
  ];
  const notes = installed.notes === null
    ? ""
    : ` (${counted(installed.notes, "note", "notes")})`;
  const works = installed.hooks.every(({ problem }) => problem === null);
  const isCapture = installed.group === "capture";
  return [
    ...installed.done.length === 0
      ? ["Nothing changed in settings and config; the programs were made anew."]
      : installed.done,
    "",
    ...table,
    "",
    ...isCapture ? [] : [`Vault:    ${installed.vault}${notes}`],
    `Config:   ${installed.config}${isCapture ? " (section capture)" : ""}`,
    `Settings: ${installed.settings}`,
    ...others(installed),
    ...isCapture ? captured(installed) : [],
    ...installed.warnings.map((warning) => `Note: ${warning}`),
    works
      ? paint.good(
        `The hooks work; ${
          installed.reader ?? "Claude Code"
        } uses them from its next start.`,
      )
      : paint.bad("Installed, but not all hooks work."),
    "",
  ].join("\n");
}

/** Where hooks are that nobody asked for now, and that came along. */
function others({ group, hooks, registered }: Installed): string[] {
  const isOther = (one: Group): boolean => one !== group;
  const works = hooks.filter(({ name }) => HOOKS[name].groups.every(isOther))
    .every(({ problem }) => problem === null);
  const paths = registered.filter(({ groups }) => groups.some(isOther))
    .map(({ path }) => path);
  const what = group === "capture" ? "the vault's hooks" : "capture";
  return paths.length === 0 || !works
    ? []
    : [`Also working: ${what} in ${paths.join(" and ")}`];
}

/** What capture means for who has just turned it on. */
function captured({ store, turnOff }: Installed): string[] {
  return [
    "Captured: each prompt, the last answer of each turn and the error of a tool that failed, all redacted; of each tool its name, a hash of what it was asked, outcome and duration, and a redacted line or more on what it did; a summary of each session",
    `Store:    ${store} (nothing of it leaves this machine)`,
    `Turn off: ${turnOff}`,
  ];
}

/**
 * What a check found, for people.
 *
 * @param checked What is wrong, and which files were looked at.
 * @param paint The colours.
 */
export function reportChecked(
  { findings, files }: Checked,
  paint: Colours,
): string {
  if (findings.length === 0) {
    return `${paint.good("All is well")}: the hooks in ${
      files.join(" and ")
    } are complete and run.\n`;
  }
  const mended = findings.filter(({ again }) => again).length;
  const hint = mended === 0
    ? ""
    : `; install.ts mends ${
      findings.length === 1
        ? "it"
        : mended === findings.length
        ? "them"
        : `${mended} of them`
    } when it is run again`;
  return `${
    findings.map(({ text }) => `${paint.bad("✗")} ${text}\n`).join("")
  }${counted(findings.length, "problem", "problems")}${hint}.\n`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * What an uninstallation came to, for people.
 *
 * @param result The result.
 */
export function reportUninstalled(result: Uninstalled): string {
  const { done, stillIn, kept, settings } = result;
  return [
    ...done.length === 0
      ? [`There was nothing to remove from ${settings}`]
      : done,
    ...stillIn.map((path) => `Still registered in ${path}: the programs stay`),
    ...kept.map((text) => `Kept: ${text}`),
    "",
  ].join("\n");
}

/**
 * What became of skills, agents, MCP server or status line, for people.
 *
 * @param result The result.
 * @param paint The colours.
 */
export function reportParts(
  { ok, changed, done, notes }: PartsInstalled,
  paint: Colours,
): string {
  return [
    ...done,
    ...notes.map((note) => `Note: ${note}`),
    ...!ok
      ? [paint.bad("Not all of it could be done.")]
      : changed
      ? [paint.good("Claude Code uses what is new from its next start.")]
      : [],
    "",
  ].join("\n");
}
