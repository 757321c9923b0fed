import { quoted } from "../install/quoted.ts";
import type { DesiredEntry, IsOurs } from "../install/settings/plan_edit.ts";
import {
  readHandlers,
  type SettingsHandler,
} from "../install/settings/read_handlers.ts";

/** What is known of an installation. */
export interface Installation {
  /** The user's settings file, and its text: `null` where there is none. */
  readonly settings: string;
  readonly text: string | null;
  /** The entries that an installation of this version writes. */
  readonly entries: readonly DesiredEntry[];
  /** Whether they are known to the letter; else only which events they are for. */
  readonly isExact: boolean;
  /** Tells this product's entries. */
  readonly isOurs: IsOurs;
  /** Whether a program is on disk; `null` where that cannot be found out. */
  readonly isThere: (program: string) => boolean | null;
  /** Names of skills and agents that an update waits for. */
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  /** The folder that holds `install.ts`; `null` where that is not known. */
  readonly project: string | null;
}

/**
 * Says in a few lines what of an installation is not as this version would leave it, with the command that mends it. What a person has
 * changed on purpose is left alone: an entry that starts another program, an edited skill, one that was never installed.
 *
 * @param installation What is known of it.
 * @returns `""` where all is well.
 */
export function findDrift(installation: Installation): string {
  const { settings, text, entries, isOurs, skills, agents } = installation;
  let handlers: SettingsHandler[];
  try {
    handlers = readHandlers(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `Claude Code ignores all of ${settings}, with every hook in it: ${error.message}. Tell the user.`;
  }
  const own = handlers.filter(({ handler, event }) => isOurs(handler, event));
  const command = (...flags: readonly string[]): string =>
    installCommand(installation.project, flags);
  if (own.length === 0) {
    return `No hook of this memory is registered in ${settings}, so no session is briefed. Offer the user to install them: ${command()}`;
  }
  const lines: string[] = [];
  const hooks = entries.flatMap((entry) => {
    const state = stateOf(entry, own, installation);
    return state === null ? [] : [`${entry.event} ${state}`];
  });
  if (hooks.length > 0) {
    lines.push(`Hooks: ${hooks.join("; ")}. To mend: ${command()}`);
  }
  if (skills.length > 0) {
    lines.push(
      `Skills out of date: ${skills.join(", ")}. To update: ${
        command("--skills")
      }`,
    );
  }
  if (agents.length > 0) {
    lines.push(
      `Agents out of date: ${agents.join(", ")}. To update: ${
        command("--agents")
      }`,
    );
  }
  return lines.length === 0
    ? ""
    : `The installation of this memory is not up to date; offer the user to mend it.\n${
      lines.join("\n")
    }`;
}

function installCommand(
  project: string | null,
  flags: readonly string[],
): string {
  const script = project === null ? "install.ts" : `${project}/install.ts`;
  const command = ["deno", "run", "-A", script, ...flags].map(quoted).join(" ");
  return project === null
    ? `${command} (in the folder that memory-hooks was installed from)`
    : command;
}

/** What is wrong with one hook, or `null`. */
function stateOf(
  entry: DesiredEntry,
  own: readonly SettingsHandler[],
  { isExact, isThere }: Installation,
): string | null {
  const there = own.filter(({ event }) => event === entry.event);
  if (there.length === 0) return "is not registered";
  if (isExact && there.some((one) => isSame(one, entry))) return null;
  const programs = there.map(({ handler }) => programOf(handler));
  if (isExact && programs.includes(programOf(entry.handler))) {
    return "has an entry that this version would write differently";
  }
  const gone = programs.find((program) =>
    program !== null && isThere(program) === false
  );
  return gone === undefined ? null : `starts ${gone}, which is not on disk`;
}

function isSame(found: SettingsHandler, entry: DesiredEntry): boolean {
  const plain = (matcher: string | null): string =>
    matcher === null || matcher === "*" ? "" : matcher;
  return plain(found.matcher) === plain(entry.matcher) &&
    sorted(found.handler) === sorted(entry.handler);
}

function sorted(value: unknown): string {
  return JSON.stringify(Object.entries(value as object).sort());
}

/** The file that a handler has run: its script where Deno runs one, else its program. `null` where that is not plain to see. */
function programOf(handler: unknown): string | null {
  const { command, args } = handler as Record<string, unknown>;
  if (typeof command !== "string") return null;
  const words = Array.isArray(args)
    ? [command, ...args.map(String)]
    : wordsOf(command);
  const [program = null] = words;
  if (program === null || !/(?:^|[\\/])deno(?:\.exe)?$/.test(program)) {
    return program;
  }
  return words.slice(1).findLast((word) => /\.(?:js|ts)$/.test(word)) ??
    program;
}

/** The words of a simple command, with or without quotes. */
function wordsOf(command: string): string[] {
  // A path with spaces that nobody quoted is one word.
  if (/^\/[^"'&|;<>$`]*\/memory-[a-z-]+$/.test(command.trim())) {
    return [command.trim()];
  }
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}
