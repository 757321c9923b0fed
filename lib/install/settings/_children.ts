import type { JsonContainer, JsonNode } from "./parse_json.ts";

/** The place of a child in a container: an item of an array, or a member of an object with its key. */
export interface Child {
  start: number;
  end: number;
}

/** The children of a container in the order of the text. */
export function childrenOf(container: JsonContainer): readonly Child[] {
  return container.type === "object" ? container.members : container.items;
}

/** The value below a key, the last where the key is repeated (as `JSON.parse`), else `undefined`. */
export function valueAt(
  node: JsonNode | undefined,
  key: string,
): JsonNode | undefined {
  if (node?.type !== "object") return undefined;
  return node.members.findLast((member) => member.key === key)?.value;
}
