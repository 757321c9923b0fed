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
 * Copilot CLI do, also in `hooks.<event>[]`. What has another shape is passed over, and so is what a later repetition of its key hides.
 */
export function findHandlers(text: string, root: JsonNode): FoundHandler[] {
  const hooks = valueAt(root, "hooks");
  if (hooks?.type !== "object") return [];
  const found: FoundHandler[] = [];
  const isFlat = mayBeFlat(root);
  for (const { key: event, value: groups } of hooks.members) {
    if (groups.type !== "array" || valueAt(hooks, event) !== groups) continue;
    for (const [place, group] of groups.items.entries()) {
      const handlers = valueAt(group, "hooks");
      if (group.type === "object" && handlers?.type === "array") {
        const matcher = readMatcher(text, group);
        const around = { event, matcher, handlers, group, groups, hooks };
        for (const [index, node] of handlers.items.entries()) {
          found.push({ ...around, value: valueOf(text, node), node, index });
        }
      } else if (isFlat) {
        found.push({
          event,
          matcher: null,
          value: valueOf(text, group),
          node: group,
          index: place,
          handlers: groups,
          group: null,
          groups,
          hooks,
        });
      }
    }
  }
  return found;
}

/** Whether handlers may stand in no groups in a file. Any file can say a version, so a group in it is one all the same. */
function mayBeFlat(root: JsonNode): boolean {
  return valueAt(root, "version")?.type === "number";
}

function valueOf(text: string, node: JsonNode): unknown {
  return JSON.parse(text.slice(node.start, node.end));
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
