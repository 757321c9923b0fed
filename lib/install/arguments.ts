import { parseArgs } from "@std/cli";

/** What the command line asks for. */
export interface Arguments {
  readonly action: "install" | "check" | "print" | "uninstall" | "help";
  /** The vault as given, else `null`. */
  readonly vault: string | null;
  /** The project's folder as given, else `null`. */
  readonly project: string | null;
  /** The settings file as given, else `null`. */
  readonly settings: string | null;
  /** `best`: native executables where they can be made, else scripts. */
  readonly form: "best" | "script" | "native";
  readonly json: boolean;
}

/** A command line that is not understood: exit code 2. */
export class UsageError extends TypeError {
  override name = "UsageError";
}

const ACTIONS = ["check", "print", "uninstall"] as const;
const TEXTS = ["vault", "project", "settings"] as const;
const SWITCHES = [
  ...ACTIONS,
  "no-compile",
  "require-native",
  "json",
  "help",
] as const;

/** Flags of which at most one may be given. */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ACTIONS,
  ["project", "settings"],
  ["no-compile", "require-native"],
  ["check", "vault"],
  ["uninstall", "vault"],
  ["check", "no-compile"],
  ["check", "require-native"],
  ["uninstall", "no-compile"],
  ["uninstall", "require-native"],
];

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
    string: TEXTS,
    alias: { help: "h" },
    unknown: (argument: string) => {
      unknown.push(argument);
      return false;
    },
  });
  const [first] = unknown;
  if (first !== undefined) {
    const empty = TEXTS.find((name) => first === `--${name}=`);
    if (!first.startsWith("-")) {
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
  const text = (name: typeof TEXTS[number]): string | null => {
    const value = parsed[name];
    if (value === undefined) return null;
    if (typeof value !== "string" || value === "" || value.includes("\0")) {
      throw new UsageError(`Cannot use --${name}: it needs a value`);
    }
    return value;
  };
  const given = (name: string): boolean =>
    parsed[name] !== undefined && parsed[name] !== false;
  for (const group of EXCLUSIVE) {
    const [first, second] = group.filter(given);
    if (second !== undefined) {
      throw new UsageError(`Cannot use --${first} together with --${second}`);
    }
  }
  return {
    action: given("help")
      ? "help"
      : ACTIONS.find((action) => given(action)) ?? "install",
    vault: text("vault"),
    project: text("project"),
    settings: text("settings"),
    form: given("no-compile")
      ? "script"
      : given("require-native")
      ? "native"
      : "best",
    json: given("json"),
  };
}
