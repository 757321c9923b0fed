import { parseJson } from "./settings/parse_json.ts";
import { again, type Finding, other } from "./finding.ts";
import type { DesiredEntry, IsOurs } from "./settings/plan_edit.ts";
import {
  readHandlers,
  type SettingsHandler,
} from "./settings/read_handlers.ts";

/** The entries of one group in a settings file, as they should be. */
export interface Expected {
  /** `null` where the group is not registered there. */
  readonly entries: readonly DesiredEntry[] | null;
  /** Tells the group's entries. */
  readonly isOurs: IsOurs;
}

/**
 * Compares the entries in a settings file with those that should be there.
 *
 * @param path The file, for the messages.
 * @param text Its text, `null` where there is none.
 * @param groups What should be there, one group after the other.
 * @returns What is wrong.
 */
export function checkEntries(
  path: string,
  text: string | null,
  groups: readonly Expected[],
): Finding[] {
  if (text === null) {
    return [again(`There are no settings: ${path} is missing`)];
  }
  let handlers: SettingsHandler[];
  try {
    handlers = readHandlers(text);
    if (parseJson(text) === null) return [again(`${path} is empty`)];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [other(`Claude Code ignores all of ${path}: ${error.message}`)];
  }
  const disabled = hasHooksDisabled(text)
    ? [other(`${path} turns all hooks off: "disableAllHooks" is true`)]
    : [];
  return [
    ...disabled,
    ...groups.flatMap((group) => checkGroup(path, handlers, group)),
  ];
}

function checkGroup(
  path: string,
  handlers: readonly SettingsHandler[],
  { entries: desired, isOurs }: Expected,
): Finding[] {
  const problems: Finding[] = [];
  const found = (text: string): void => {
    problems.push(again(text));
  };
  const own = handlers.filter(({ handler, event }) => isOurs(handler, event));
  if (desired === null) {
    return own.map(({ line, event }) =>
      other(
        `${path}:${line}: an entry for ${event} that nothing on this machine was installed for`,
      )
    );
  }
  const unexplained = new Set(own);
  for (const entry of desired) {
    const there = own.filter(({ event }) => event === entry.event);
    for (const known of there) unexplained.delete(known);
    const right = there.find((one) => isSame(one, entry));
    const [first] = there;
    if (first === undefined) {
      found(`${path}: the hook for ${entry.event} is missing`);
    } else if (right === undefined) {
      found(`${path}:${first.line}: ${difference(first, entry)}`);
    }
    for (const extra of there.slice(right === undefined ? 1 : 0)) {
      if (extra === right) continue;
      found(
        `${path}:${extra.line}: a second entry for ${entry.event}, written by an older version`,
      );
    }
  }
  for (const { line, event } of unexplained) {
    found(
      `${path}:${line}: an entry for ${event} that an older version wrote`,
    );
  }
  return problems;
}

function isSame(found: SettingsHandler, entry: DesiredEntry): boolean {
  return sameMatcher(found.matcher, entry.matcher) &&
    sorted(found.handler) === sorted(entry.handler);
}

/** Matchers that let everything through are the same (Claude Code 2.1.332, measured). */
function sameMatcher(a: string | null, b: string | null): boolean {
  const plain = (matcher: string | null): string =>
    matcher === null || matcher === "*" ? "" : matcher;
  return plain(a) === plain(b);
}

function sorted(value: unknown): string {
  return JSON.stringify(Object.entries(value as object).sort());
}

function difference(found: SettingsHandler, entry: DesiredEntry): string {
  const { command } = found.handler as Record<string, unknown>;
  return command === entry.handler["command"]
    ? `the entry for ${entry.event} is one that an older version wrote`
    : `the hook for ${entry.event} has another path: ${command}, not ${
      entry.handler["command"]
    }`;
}

function hasHooksDisabled(text: string): boolean {
  const settings = JSON.parse(text.replace(/^\uFEFF/, ""));
  return typeof settings === "object" && settings !== null &&
    settings["disableAllHooks"] === true;
}
