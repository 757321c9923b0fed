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
  group: JsonObject;
  groups: JsonArray;
  hooks: JsonObject;
}

/**
 * Finds each handler in `hooks.<event>[].hooks[]`, in the order of the text. What has another shape is passed over, and so
 * is what a later repetition of its key hides.
 */
export function findHandlers(text: string, root: JsonNode): FoundHandler[] {
  const hooks = valueAt(root, "hooks");
  if (hooks?.type !== "object") return [];
  const found: FoundHandler[] = [];
  for (const { key: event, value: groups } of hooks.members) {
    if (groups.type !== "array" || valueAt(hooks, event) !== groups) continue;
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

function readMatcher(
  text: string,
  group: JsonObject,
): string | null | undefined {
  const node = valueAt(group, "matcher");
  if (node === undefined) return null;
  if (node.type !== "string") return undefined;
  return JSON.parse(text.slice(node.start, node.end));
}
