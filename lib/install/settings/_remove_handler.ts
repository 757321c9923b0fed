import { childrenOf, valueAt } from "./_children.ts";
import type { FoundHandler } from "./_find_handlers.ts";
import type { JsonContainer, JsonNode, JsonObject } from "./parse_json.ts";

/**
 * Takes one handler out of a settings text, and with it each container around it that has nothing else.
 *
 * @param text The settings text.
 * @param root Its root.
 * @param handler The handler, as found in `root`.
 * @param emptyText What the container below these keys (`[]` = the root) was when it was the user's and empty, else
 * `undefined`. Such a container stays.
 * @returns The new text; its root may be an empty object.
 */
export function removeHandler(
  text: string,
  root: JsonObject,
  handler: FoundHandler,
  emptyText: (keys: string[]) => string | undefined,
): string {
  const { event, handlers, group, groups, hooks } = handler;
  if (handlers.items.length > 1) {
    return removeChild(text, handlers, handler.node);
  }
  if (group !== null) {
    // More than a matcher and one list of handlers is a group that somebody else has had a hand in.
    const keys = group.members.map((member) => member.key).sort().join();
    if (keys !== "hooks" && keys !== "hooks,matcher") {
      return replace(text, handlers, "[]");
    }
    if (groups.items.length > 1) return removeChild(text, groups, group);
  }
  const groupsEmpty = emptyText(["hooks", event]) ??
    (hidesAnother(hooks, event) ? "[]" : undefined);
  if (groupsEmpty !== undefined) return replace(text, groups, groupsEmpty);

  if (hooks.members.length > 1) return removeChild(text, hooks, groups);
  const hooksEmpty = emptyText(["hooks"]) ??
    (hidesAnother(root, "hooks") ? "{}" : undefined);
  if (hooksEmpty !== undefined) return replace(text, hooks, hooksEmpty);

  if (root.members.length > 1) return removeChild(text, root, hooks);
  return replace(text, root, emptyText([]) ?? "{}");
}

/** Whether a key is repeated: without its last member an earlier one, which was hidden, would take effect. */
function hidesAnother(object: JsonObject, key: string): boolean {
  const last = valueAt(object, key);
  return object.members.some((member) =>
    member.key === key && member.value !== last
  );
}

/** Removes one of several children together with one comma: the one before it, which is what appending it has added. */
function removeChild(
  text: string,
  container: JsonContainer,
  value: JsonNode,
): string {
  const children = childrenOf(container);
  const index = children.findIndex((child) => child.end === value.end);
  const before = children[index - 1];
  const after = children[index + 1];
  if (before !== undefined) {
    return text.slice(0, before.end) + text.slice(value.end);
  }
  const start = children[index]?.start ?? value.start;
  return text.slice(0, start) + text.slice(after?.start ?? value.end);
}

function replace(text: string, node: JsonNode, by: string): string {
  return text.slice(0, node.start) + by + text.slice(node.end);
}
