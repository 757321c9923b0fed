import { appendChild } from "./_append_child.ts";
import { valueAt } from "./_children.ts";
import { findHandlers, type FoundHandler } from "./_find_handlers.ts";
import { isSameJson } from "./_is_same_json.ts";
import { type JsonNode, type JsonObject, parseJson } from "./parse_json.ts";
import { positionAt } from "./_position.ts";
import { printJson, printMember } from "./_print_json.ts";
import { removeHandler } from "./_remove_handler.ts";
import { detectStyle } from "./_style.ts";
import { hasLineBreak, lineIndent } from "./_whitespace.ts";

/** A handler that the settings should have. */
export interface DesiredEntry {
  /** The hook event, such as `SessionStart`. */
  event: string;
  /** The matcher of the handler's group; `null` for a group without one. */
  matcher: string | null;
  /** The object in the group's `hooks` array, such as `{ type, command, args, timeout }`. */
  handler: Record<string, unknown>;
  /** `flat`: in a file whose handlers stand in no groups, and which says that its version is 1. */
  shape?: "grouped" | "flat";
}

/** Tells the product's own handlers, of any version, from all others. */
export type IsOurs = (handler: unknown, event: string) => boolean;

/** What is to be done with the settings file. */
export type Edit =
  /** Nothing: it is right as it is. */
  | { kind: "same" }
  /** Write this text. */
  | { kind: "write"; text: string };

/**
 * Plans the edit that makes exactly the desired handlers the product's own ones in Claude Code's settings.
 *
 * An own handler for the same event and matcher that differs is replaced where it stands; missing ones are appended, each
 * as a new group; own ones that are not desired, or are there twice, are taken out with whatever they leave empty. All else
 * keeps its bytes, and what is added follows the layout around it. Matchers `""`, `"*"` and none are the same (Claude Code
 * 2.1.332, measured).
 *
 * This is own code since reprinting loses the user's layout, and of the npm packages that edit JSON as text, neither
 * `jsonc-parser` 3.3.1 nor `jsonc-morph` 0.3.6 gives back the same bytes after adding and removing an entry (measured).
 *
 * @param text The settings file's text with its byte order mark, or `null` when there is no file. The text must be a
 * lossless decoding of the bytes.
 * @param desired The handlers to have; an empty list takes all own ones out.
 * @param isOurs Tells own handlers; must recognise the desired ones.
 * @returns `same`, or the whole new text.
 * @throws {SyntaxError} When the text is not strict JSON; names line and column.
 * @throws {TypeError} When the root, `hooks` or an event has a shape that nothing can be added to; names line and column.
 * @throws {TypeError} When `isOurs` does not recognise a desired handler.
 */
export function planEdit(
  text: string | null,
  desired: readonly DesiredEntry[],
  isOurs: IsOurs,
): Edit {
  const entries = desired.map(toJson);
  for (const { event, handler } of entries) {
    if (isOurs(handler, event)) continue;
    throw new TypeError(
      `Cannot plan the edit of settings: the handler for ${event} is not recognised as an own one`,
    );
  }
  const isBlank = text === null || parseJson(text) === null;
  if (isBlank && entries.length === 0) return { kind: "same" };

  let edited = isBlank ? emptySettings(text ?? "") : text;
  if (entries.some(({ shape }) => shape === "flat")) {
    edited = withVersion(edited);
  }
  const first = match(edited, entries, isOurs);
  edited = replaceHandlers(edited, first.outdated);
  for (const entry of first.missing) edited = appendEntry(edited, entry);
  // One at a time, as each removal moves what follows it and may empty what the next one stands in. After the additions,
  // so that a container which is still in use is never taken out and made anew.
  while (true) {
    const { root, surplus } = match(edited, entries, isOurs);
    const [handler] = surplus;
    if (handler === undefined) break;
    edited = removeHandler(edited, root, handler, () => undefined);
  }
  return edited === text ? { kind: "same" } : { kind: "write", text: edited };
}

/** A file whose handlers stand in no groups says its version. */
function withVersion(text: string): string {
  const root = editableRoot(text);
  if (valueAt(root, "version") !== undefined) return text;
  const style = detectStyle(text, root);
  return appendChild(
    text,
    [root],
    style,
    (indent) => printMember("version", 1, style, indent),
  );
}

/** The entry as it will read back from a file: without `undefined` members and the like. */
function toJson(entry: DesiredEntry): DesiredEntry {
  return { ...entry, handler: JSON.parse(JSON.stringify(entry.handler)) };
}

/** Settings without members, in place of a blank text, with its byte order mark and kind of line break. */
function emptySettings(blank: string): string {
  const mark = blank.startsWith("\uFEFF") ? "\uFEFF" : "";
  return `${mark}{}${blank.includes("\r\n") ? "\r\n" : "\n"}`;
}

interface Match {
  root: JsonObject;
  /** Own handlers, each with the desired entry to put in its place. */
  outdated: [FoundHandler, DesiredEntry][];
  /** Desired entries without a handler to replace. */
  missing: DesiredEntry[];
  /** Own handlers without a desired entry. */
  surplus: FoundHandler[];
}

/** Pairs desired entries with own handlers: first with the equal ones, then with others of the same event and matcher. */
function match(
  text: string,
  desired: readonly DesiredEntry[],
  isOurs: IsOurs,
): Match {
  const root = editableRoot(text);
  let surplus = findHandlers(text, root).filter((handler) =>
    isOurs(handler.value, handler.event)
  );
  const take = (
    entry: DesiredEntry,
    accepts: (handler: FoundHandler) => boolean,
  ): FoundHandler | undefined => {
    const isFlat = entry.shape === "flat";
    const taken = surplus.find((handler) =>
      handler.event === entry.event && (handler.group === null) === isFlat &&
      isSameMatcher(handler.matcher, entry.matcher) && accepts(handler)
    );
    surplus = surplus.filter((handler) => handler !== taken);
    return taken;
  };
  const unequal = desired.filter((entry) =>
    !take(entry, (handler) => isSameJson(handler.value, entry.handler))
  );
  const outdated: [FoundHandler, DesiredEntry][] = [];
  const missing: DesiredEntry[] = [];
  for (const entry of unequal) {
    const handler = take(entry, () => true);
    if (handler === undefined) missing.push(entry);
    else outdated.push([handler, entry]);
  }
  return { root, outdated, missing, surplus };
}

function isSameMatcher(
  found: string | null | undefined,
  desired: string | null,
): boolean {
  if (found === undefined) return false;
  const normal = (matcher: string | null) =>
    matcher === "" || matcher === "*" ? null : matcher;
  return normal(found) === normal(desired);
}

/** Parses a text and makes sure that entries can be added to it. */
function editableRoot(text: string): JsonObject {
  const root = parseJson(text);
  if (root?.type !== "object") return refuse(text, root, "the root");
  const hooks = valueAt(root, "hooks");
  if (hooks === undefined) return root;
  if (hooks.type !== "object") return refuse(text, hooks, '"hooks"');
  for (const { key } of hooks.members) {
    const groups = valueAt(hooks, key);
    if (groups?.type === "array") continue;
    refuse(text, groups, `"hooks" → ${JSON.stringify(key)}`, "an array");
  }
  return root;
}

function refuse(
  text: string,
  node: JsonNode | null | undefined,
  what: string,
  wanted = "an object",
): never {
  const { line, column } = positionAt(text, node?.start ?? 0);
  const type = node?.type ?? "null";
  const found = type === "null"
    ? type
    : `${/^[ao]/.test(type) ? "an" : "a"} ${type}`;
  throw new TypeError(
    `Cannot edit settings: line ${line}, column ${column}: ${what} is ${found}, not ${wanted}; nothing was changed`,
  );
}

function replaceHandlers(
  text: string,
  outdated: readonly [FoundHandler, DesiredEntry][],
): string {
  const style = detectStyle(text, editableRoot(text));
  let edited = text;
  // From the end, so that the offsets of those still to come stay right.
  const fromEnd = outdated.toSorted(([a], [b]) => b.node.start - a.node.start);
  for (const [{ node }, { handler }] of fromEnd) {
    const indent = hasLineBreak(text.slice(node.start, node.end))
      ? lineIndent(text, node.start)
      : null;
    edited = edited.slice(0, node.start) + printJson(handler, style, indent) +
      edited.slice(node.end);
  }
  return edited;
}

function appendEntry(text: string, entry: DesiredEntry): string {
  const { event, matcher, handler } = entry;
  const root = editableRoot(text);
  const style = detectStyle(text, root);
  const group = entry.shape === "flat"
    ? handler
    : matcher === null
    ? { hooks: [handler] }
    : { matcher, hooks: [handler] };

  const hooks = valueAt(root, "hooks");
  if (hooks?.type !== "object") {
    return appendChild(
      text,
      [root],
      style,
      (indent) => printMember("hooks", { [event]: [group] }, style, indent),
    );
  }
  const groups = valueAt(hooks, event);
  if (groups?.type !== "array") {
    return appendChild(
      text,
      [root, hooks],
      style,
      (indent) => printMember(event, [group], style, indent),
    );
  }
  return appendChild(
    text,
    [root, hooks, groups],
    style,
    (indent) => printJson(group, style, indent),
  );
}
