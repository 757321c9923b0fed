import { valueAt } from "./_children.ts";
import type { JsonArray, JsonNode, JsonObject } from "./parse_json.ts";

/** A hook handler in a settings text, with the nodes on the way to it. */
export interface FoundHandler {
  event: string;
  /** The group's matcher, `null` when it has none, `undefined` when it is no string and the group never runs. */
  matcher: string | null | undefined;
  /** The handler's value. */
  value: unknown;
  node: JsonNode;
  /** The node's index in `handlers`. */
  index: number;
  handlers: JsonArray;
  /** `null` where the handlers of an event stand in no groups. */
  group: JsonObject | null;
  groups: JsonArray;
  hooks: JsonObject;
}

/**
 * Finds each handler in `hooks.<event>[].hooks[]`, in the order of the text; in a file that says its `version`, as those of Cursor and
 * Copilot CLI do, in `hooks.<event>[]`. What has another shape is passed over, and so is what a later repetition of its key hides.
 */
export function findHandlers(text: string, root: JsonNode): FoundHandler[] {
  const hooks = valueAt(root, "hooks");
  if (hooks?.type !== "object") return [];
  const found: FoundHandler[] = [];
  const isFlat = isFlatFile(root);
  for (const { key: event, value: groups } of hooks.members) {
    if (groups.type !== "array" || valueAt(hooks, event) !== groups) continue;
    if (isFlat) {
      for (const [index, node] of groups.items.entries()) {
        const value: unknown = JSON.parse(text.slice(node.start, node.end));
        found.push({
          event,
          matcher: null,
          value,
          node,
          index,
          handlers: groups,
          group: null,
          groups,
          hooks,
        });
      }
      continue;
    }
    for (const group of groups.items) {
      const handlers = valueAt(group, "hooks");
      if (group.type !== "object" || handlers?.type !== "array") continue;
      const matcher = readMatcher(text, group);
      for (const [index, node] of handlers.items.entries()) {
        const value: unknown = JSON.parse(text.slice(node.start, node.end));
        found.push({
          event,
          matcher,
          value,
          node,
          index,
          handlers,
          group,
          groups,
          hooks,
        });
      }
    }
  }
  return found;
}

/** Whether a file is one whose handlers stand in no groups. */
export function isFlatFile(root: JsonNode): boolean {
  return valueAt(root, "version")?.type === "number";
}

function readMatcher(
  text: string,
  group: JsonObject,
): string | null | undefined {
  const node = valueAt(group, "matcher");
  if (node === undefined) return null;
  if (node.type !== "string") return undefined;
  return JSON.parse(text.slice(node.start, node.end));
}
