import { parseArgs } from "@std/cli";
import { WARDEN_MINUTES } from "../memory/meta.ts";
import { HOST_FILES, type OtherHost } from "./host_files.ts";
import { type Part, PARTS } from "./overview.ts";
import type { WardenChange } from "./switch_warden.ts";

/** What the command line asks for. */
export interface Arguments {
  readonly action:
    | "install"
    | "check"
    | "print"
    | "uninstall"
    | "status"
    | "tail"
    | "verify"
    | "warden"
    | "viewer"
    | "purge"
    | "export"
    | "import"
    | "help";
  /** What goes with the hooks and is meant alone; none: the hooks. */
  readonly parts: readonly Part[];
  /** How the warden is to be switched, else `null`. */
  readonly warden: WardenChange | null;
  /** The host whose file is meant, `null` for Claude Code. */
  readonly host: OtherHost | null;
  /** Whether it is capture that is installed or uninstalled. */
  readonly capture: boolean;
  /** The vault as given, else `null`. */
  readonly vault: string | null;
  /** The project's folder as given, else `null`. */
  readonly project: string | null;
  /** The settings file as given, else `null`. */
  readonly settings: string | null;
  /** `best`: native executables where they can be made, else scripts. */
  readonly form: "best" | "script" | "native";
  /** The session that is to be purged or exported, else `null`. */
  readonly session: string | null;
  /** The time before which is purged, else `null`. */
  readonly before: Date | null;
  /** Whether nobody is to be asked first. */
  readonly yes: boolean;
  /** The file that is exported to or imported from, `null` for stdout and stdin. */
  readonly file: string | null;
  /** Whether an uninstallation deletes what was captured. */
  readonly deleteStore: boolean;
  /** How many rows are shown. */
  readonly rows: number;
  /** Whether rows are shown as they come. */
  readonly follow: boolean;
  readonly json: boolean;
}

/** A command line that is not understood: exit code 2. */
export class UsageError extends TypeError {
  override name = "UsageError";
}

const ACTIONS = [
  "check",
  "print",
  "uninstall",
  "status",
  "tail",
  "verify",
  "warden",
  "viewer",
  "purge",
  "export",
  "import",
] as const;
/** What only looks at what was captured. */
const VIEWS = ["status", "tail", "verify"] as const;
const TEXTS = [
  "vault",
  "project",
  "settings",
  "warden",
  "host",
  "session",
  "before",
] as const;
/** Options whose value may be left out. */
const OPTIONAL = ["capture", "status", "tail", "export", "import"] as const;
const SWITCHES = [
  "check",
  "print",
  "uninstall",
  "verify",
  "user",
  "delete-store",
  "follow",
  "viewer",
  "purge",
  "yes",
  "no-compile",
  "require-native",
  "json",
  "help",
  ...PARTS,
] as const;

/** What is done with what was recorded. */
const KEEPING = ["viewer", "purge", "export", "import"] as const;
/** Which part of it. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  purge: ["project", "session", "before"],
  export: ["project", "session"],
};

/** Flags of which at most one may be given. */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ACTIONS,
  ["capture", "vault"],
  ["capture", "project"],
  ["check", "capture"],
  ["project", "settings"],
  ["user", "project"],
  ["user", "settings"],
  ["host", "settings"],
  ...PARTS.map((part) => ["host", part]),
  ["no-compile", "require-native"],
  ["check", "vault"],
  ["uninstall", "vault"],
  ["check", "no-compile"],
  ["check", "require-native"],
  ["uninstall", "no-compile"],
  ["uninstall", "require-native"],
  ["project", "session"],
  ...[...VIEWS, "warden", ...KEEPING].flatMap((view) =>
    [
      ...TEXTS.filter((name) =>
        name !== view && !(FILTERS[view] ?? []).includes(name)
      ),
      ...PARTS,
      "capture",
      "no-compile",
      "require-native",
    ].map((name) => [view, name])
  ),
  ...PARTS.flatMap((part) =>
    ["vault", "capture", "delete-store", "no-compile", "require-native"]
      .map((name) => [part, name])
  ),
];

/** Flags that are for one other alone. */
const ONLY_WITH = [
  ["user", "capture"],
  ["delete-store", "uninstall"],
  ["follow", "tail"],
  ["yes", "purge"],
  ["before", "purge"],
] as const;

/** Rows that `--tail` shows by default, and at most. */
const ROWS = 20;
const MAX_ROWS = 100_000;

/**
 * Reads the installer's command line.
 *
 * @param args The arguments.
 * @throws {UsageError} when a flag is unknown, has no value, or does not go with another one.
 */
export function parseArguments(args: readonly string[]): Arguments {
  const unknown: string[] = [];
  const parsed = parseArgs(args, {
    boolean: SWITCHES,
    string: [...TEXTS, ...OPTIONAL],
    alias: { help: "h" },
    unknown: (argument: string) => {
      unknown.push(argument);
      return false;
    },
  });
  const given = (name: string): boolean =>
    parsed[name] !== undefined && parsed[name] !== false;
  refuseUnknown(unknown[0], given);
  /** An option's text; empty where it is not given, or its value is left out. */
  const optional = (name: typeof TEXTS[number] | typeof OPTIONAL[number]) => {
    const value = parsed[name];
    if (value === undefined) return "";
    if (typeof value !== "string" || value.includes("\0")) {
      throw new UsageError(`Cannot use --${name}: it needs a value`);
    }
    return value;
  };
  const text = (name: typeof TEXTS[number]): string | null => {
    if (!given(name)) return null;
    const value = optional(name);
    if (value === "") {
      throw new UsageError(`Cannot use --${name}: it needs a value`);
    }
    return value;
  };
  for (const group of EXCLUSIVE) {
    const [first, second] = group.filter(given);
    if (second !== undefined) {
      const hint = first === "capture" && second === "project"
        ? ": the folder comes right after --capture"
        : "";
      throw new UsageError(
        `Cannot use --${first} together with --${second}${hint}`,
      );
    }
  }
  for (const [name, other] of ONLY_WITH) {
    if (given(name) && !given(other)) {
      throw new UsageError(`Cannot use --${name}: it goes with --${other}`);
    }
  }
  if (given("session") && !given("purge") && !given("export")) {
    throw new UsageError(
      "Cannot use --session: it goes with --purge or --export",
    );
  }
  const captured = optional("capture");
  const project = text("project");
  const settings = text("settings");
  if (given("capture") && !given("help")) {
    const targets = [captured !== "", given("user"), settings]
      .filter(Boolean).length;
    if (targets === 0) {
      throw new UsageError(
        "Cannot use --capture: it needs the folder of a project, or --user for all projects of this user",
      );
    }
    if (targets > 1) {
      throw new UsageError(
        `Cannot use --capture ${captured} together with another place`,
      );
    }
  }
  return {
    action: given("help")
      ? "help"
      : ACTIONS.find((action) => given(action)) ?? "install",
    parts: PARTS.filter(given),
    warden: wardenIn(text("warden")),
    host: hostIn(text("host")),
    capture: given("capture"),
    vault: text("vault"),
    project: captured || optional("status") || project,
    settings,
    form: given("no-compile")
      ? "script"
      : given("require-native")
      ? "native"
      : "best",
    session: text("session"),
    before: dateIn(text("before")),
    yes: given("yes"),
    file: optional("export") || optional("import") || null,
    deleteStore: given("delete-store"),
    rows: rowsIn(optional("tail"), given("follow")),
    follow: given("follow"),
    json: given("json"),
  };
}

/** What options take beside other options; all others take nothing. */
const TAKEN = [
  ["capture", "one folder, or --user"],
  ["status", "one folder"],
  ["tail", "one number"],
  ["export", "one file"],
  ["import", "one file"],
] as const;

function refuseUnknown(
  first: string | undefined,
  given: (name: string) => boolean,
): void {
  if (first === undefined) return;
  const empty = TEXTS.find((name) => first === `--${name}=`);
  if (!first.startsWith("-")) {
    const [option, taken] = TAKEN.find(([name]) => given(name)) ??
      [ACTIONS.find(given), "nothing after it"];
    if (option !== undefined) {
      throw new UsageError(`Cannot use "${first}": --${option} takes ${taken}`);
    }
    throw new UsageError(
      `there is no argument "${first}"; did you mean --vault ${first}?`,
    );
  }
  throw new UsageError(
    empty === undefined
      ? `Cannot use ${first}: no such option`
      : `Cannot use --${empty}: it needs a value`,
  );
}

function wardenIn(text: string | null): WardenChange | null {
  if (text === null) return null;
  if (text === "on" || text === "off") return { enabled: text === "on" };
  const { least, most } = WARDEN_MINUTES;
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(minutes >= least && minutes <= most)) {
    throw new UsageError(
      `Cannot use --warden ${text}: it needs on, off, or the minutes between two runs, ${least} to ${most}`,
    );
  }
  return { minutes };
}

function hostIn(text: string | null): OtherHost | null {
  if (text === null || text === "claude") return null;
  if (Object.hasOwn(HOST_FILES, text)) return text as OtherHost;
  throw new UsageError(
    `Cannot use --host ${text}: it needs claude, ${
      Object.keys(HOST_FILES).join(", ")
    }`,
  );
}

function dateIn(text: string | null): Date | null {
  if (text === null) return null;
  const date = new Date(
    /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text,
  );
  if (!Number.isNaN(date.getTime())) return date;
  throw new UsageError(
    `Cannot use --before ${text}: it needs a day such as 2026-11-30, or a time such as 2026-11-30T12:00`,
  );
}

/** Without further rows to come, none is no choice. */
function rowsIn(text: string, follow: boolean): number {
  if (text === "") return ROWS;
  const rows = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  const least = follow ? 0 : 1;
  if (!(rows >= least && rows <= MAX_ROWS)) {
    throw new UsageError(
      `Cannot use --tail ${text}: it needs a whole number from ${least} to ${MAX_ROWS}`,
    );
  }
  return rows;
}
