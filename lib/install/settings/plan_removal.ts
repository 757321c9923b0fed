import { childrenOf, valueAt } from "./_children.ts";
import { findHandlers } from "./_find_handlers.ts";
import { type JsonNode, type JsonObject, parseJson } from "./parse_json.ts";
import type { Edit, IsOurs } from "./plan_edit.ts";
import { removeHandler } from "./_remove_handler.ts";

/** What is to be done with the settings file to take the product out of it. */
export type Removal =
  | Edit
  /** Nothing is left: remove the file, or write this text, which is an empty object in the file's layout. */
  | { kind: "empty"; text: string };

/**
 * Plans the removal of all own handlers from Claude Code's settings, with what `planEdit` has put around them, so that the
 * user's bytes are as they were. Works too when the user has edited the file since.
 *
 * Two things do not show in an edited text: whether containers that are empty without the own handlers were there before,
 * and whether the file was. The text from before the first edit tells; without it such containers go.
 *
 * @param text The settings file's text with its byte order mark, or `null` when there is no file.
 * @param isOurs Tells own handlers.
 * @param original The text from before the first edit, `null` when there was no file, `undefined` when that is not known.
 * One that does not parse counts as not known.
 * @returns `same` when there are no own handlers; `empty` when nothing but them was in the file and the original is no
 * text; else the whole new text.
 * @throws {SyntaxError} When the text is not strict JSON; names line and column.
 */
export function planRemoval(
  text: string | null,
  isOurs: IsOurs,
  original?: string | null,
): Removal {
  if (text === null) return { kind: "same" };
  const originalRoot = typeof original === "string"
    ? parseOriginal(original)
    : undefined;
  const emptyText = (keys: string[]): string | undefined => {
    const node = keys.reduce<JsonNode | undefined>(
      valueAt,
      originalRoot ?? undefined,
    );
    if (node?.type !== (keys.length === 2 ? "array" : "object")) return;
    if (childrenOf(node).length > 0) return;
    return original?.slice(node.start, node.end);
  };

  let edited = text;
  while (true) {
    const root = parseJson(edited);
    if (root?.type !== "object") break;
    const handler = findHandlers(edited, root).find((handler) =>
      isOurs(handler.value, handler.event)
    );
    if (handler !== undefined) {
      edited = removeHandler(edited, root, handler, emptyText);
      continue;
    }
    if (edited === text) break;
    if (root.members.length > 0 && !saysNothing(root, original)) break;
    if (emptyText([]) !== undefined) break;
    if (typeof original === "string" && originalRoot === null) {
      return { kind: "write", text: original };
    }
    return { kind: "empty", text: edited };
  }
  return edited === text ? { kind: "same" } : { kind: "write", text: edited };
}

/** Whether nothing but the version is left in a file that was not there before. */
function saysNothing(
  root: JsonObject,
  original: string | null | undefined,
): boolean {
  return original === null &&
    root.members.every(({ key }) => key === "version");
}

/** The root of the original, `null` when it is blank, `undefined` when it does not parse. */
function parseOriginal(original: string): JsonNode | null | undefined {
  try {
    return parseJson(original);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
