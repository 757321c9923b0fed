import { basename } from "../path.ts";
import { isFile } from "../private_file.ts";
import { HOOKS, programName } from "../registry.ts";
import { simpleCommands } from "./_shell_words.ts";
import type { DesiredEntry, IsOurs } from "./settings/plan_edit.ts";
import {
  readHandlers,
  type SettingsHandler,
} from "./settings/read_handlers.ts";

/** How a hook is registered. */
export interface HookState {
  readonly event: string;
  /** The program that should be registered. */
  readonly program: string;
  /**
   * - `current`: as this version registers it.
   * - `outdated`: the same command, but this version would write the entry differently.
   * - `elsewhere`: another command, which is on disk.
   * - `broken`: another command, which is not.
   * - `missing`: not at all.
   */
  readonly state: "current" | "outdated" | "elsewhere" | "broken" | "missing";
  /** The command that is registered, `null` where none is. */
  readonly command: string | null;
}

/**
 * How each hook is registered in a settings file. Entries of other tools are not looked at.
 *
 * @param text The file's text, `null` where there is none.
 * @param desired The entries that should be there.
 * @param isOurs Tells own entries. Needs read permission on what these start, to see whether it is on disk.
 * @throws {SyntaxError} when Claude Code ignores the whole file, since it is not strict JSON.
 */
export function hookStates(
  text: string | null,
  desired: readonly DesiredEntry[],
  isOurs: IsOurs,
): HookState[] {
  const handlers = readHandlers(text).filter(({ handler, event }) =>
    isOurs(handler, event)
  );
  return desired.map((entry) => {
    const program = programOf(entry.handler);
    const there = handlers.filter(({ event, handler }) =>
      event === entry.event && programOf(handler) === program
    );
    const states = there.map((found) => stateOf(found, entry));
    const best = ORDER.find((state) => states.includes(state));
    const found = best === undefined ? undefined : there[states.indexOf(best)];
    return {
      event: entry.event,
      program,
      state: best ?? "missing",
      command: found === undefined ? null : commandOf(found.handler),
    };
  });
}

/** An entry that is right makes up for another one that is not. */
const ORDER = ["current", "outdated", "elsewhere", "broken"] as const;

function stateOf(
  { handler, matcher }: SettingsHandler,
  entry: DesiredEntry,
): typeof ORDER[number] {
  if (
    isSame(handler, entry.handler) && (matcher ?? "") === (entry.matcher ?? "")
  ) {
    return "current";
  }
  if (startedBy(handler) === startedBy(entry.handler)) return "outdated";
  return wordsOf(handler).filter(isProgramPath).every(isFile)
    ? "elsewhere"
    : "broken";
}

/** What tells one command from another: the program, and the script that it runs. */
function startedBy(handler: unknown): string {
  const [program = "", ...args] = wordsOf(handler);
  return [program, ...args.filter(isProgramPath)].join("\0");
}

const NAMES = Object.values(HOOKS).map((hook) => ({
  name: programName(hook),
  source: basename(hook.source),
}));

/** The program of ours that a handler starts, `""` where it starts none. */
function programOf(handler: unknown): string {
  const words = wordsOf(handler).map((word) =>
    basename(word.replaceAll("\\", "/"))
  );
  return NAMES.find(({ name, source }) =>
    words.some((word) =>
      word === source || word.replace(/\.(?:exe|cmd|js|ts)$/i, "") === name
    )
  )?.name ?? "";
}

function startsOurs(handler: unknown): boolean {
  return programOf(handler) !== "";
}

/** An absolute path of a program of ours, or of the Deno that runs it: flags and other people's files do not count. */
function isProgramPath(word: string): boolean {
  const name = basename(word.replaceAll("\\", "/"));
  return /^(?:\/|[A-Za-z]:[\\/])/.test(word) &&
    (/^deno(?:\.exe)?$/i.test(name) || startsOurs({ command: name, args: [] }));
}

function commandOf(handler: unknown): string {
  return wordsOf(handler).filter((word) => !word.startsWith("-")).join(" ");
}

function wordsOf(handler: unknown): string[] {
  if (typeof handler !== "object" || handler === null) return [];
  const { command: given, bash, args } = handler as Record<string, unknown>;
  const command = given ?? bash;
  if (typeof command !== "string") return [];
  return Array.isArray(args)
    ? [command, ...args.map(String)]
    : simpleCommands(command).flat();
}

function isSame(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): string =>
    JSON.stringify(Object.entries(value as object).sort());
  return sorted(a) === sorted(b);
}
