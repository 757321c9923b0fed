import { findHandlers } from "./_find_handlers.ts";
import { parseJson } from "./parse_json.ts";
import { positionAt } from "./_position.ts";

/** A hook handler as it stands in a settings text. */
export interface SettingsHandler {
  /** The hook event, such as `SessionStart`. */
  event: string;
  /** The matcher of the handler's group; `null` when it has none. */
  matcher: string | null;
  /** The value in the group's `hooks` array; an object unless the user wrote something else. */
  handler: unknown;
  /** The 1-based line that the handler starts on. */
  line: number;
}

/**
 * Lists the handlers in a settings text, anybody's, in its order.
 *
 * Left out is what cannot run: groups whose matcher is no string, entries of another shape. Claude Code 2.1.332 drops such
 * entries, 2.1.197 the whole file (measured).
 *
 * @param text The settings file's text, or `null` when there is no file.
 * @throws {SyntaxError} When the text is not strict JSON, so that Claude Code ignores all of it; names line and column.
 */
export function readHandlers(text: string | null): SettingsHandler[] {
  const root = text === null ? null : parseJson(text);
  if (text === null || root === null) return [];
  return findHandlers(text, root).flatMap(({ event, matcher, value, node }) =>
    matcher === undefined ? [] : [{
      event,
      matcher,
      handler: value,
      line: positionAt(text, node.start).line,
    }]
  );
}
