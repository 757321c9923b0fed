import { childrenOf } from "./_children.ts";
import type { JsonNode } from "./parse_json.ts";
import {
  afterLineBreak,
  hasLineBreak,
  lineIndent,
  whitespaceBefore,
} from "./_whitespace.ts";

/** How a JSON text is laid out. */
export interface JsonStyle {
  /** The line break. */
  newline: string;
  /** One level of indentation. */
  unit: string;
  /** What stands between a key and its value: the colon and the white space around it. */
  colon: string;
  /** What stands between two children on one line: the comma and the white space after it. */
  comma: string;
  /** The white space inside the brackets of a container on one line. */
  padding: { object: string; array: string };
}

/**
 * Reads a text's layout from the first place that shows each part of it.
 * What the text does not show is as `JSON.stringify(value, null, 2)` has it: the layout that Claude Code writes.
 */
export function detectStyle(text: string, root: JsonNode): JsonStyle {
  let unit: string | undefined;
  let colon: string | undefined;
  let comma: string | undefined;
  let hasLines = false;
  const padding: { object?: string; array?: string } = {};

  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type !== "object" && node.type !== "array") continue;
    const oneLine = !hasLineBreak(text.slice(node.start, node.end));
    for (const [index, child] of childrenOf(node).entries()) {
      const before = whitespaceBefore(text, child.start);
      if (hasLineBreak(before)) {
        hasLines = true;
        const outer = lineIndent(text, node.start);
        const inner = afterLineBreak(before);
        if (inner.length > outer.length && inner.startsWith(outer)) {
          unit ??= inner.slice(outer.length);
        }
      } else if (index > 0) {
        comma ??= `,${before}`;
      } else if (oneLine) {
        padding[node.type] ??= before;
      }
    }
    if (node.type === "array") {
      pending.push(...node.items.toReversed());
      continue;
    }
    for (const member of node.members.toReversed()) pending.push(member.value);
    const first = node.members[0];
    const between = first && text.slice(first.keyEnd, first.value.start);
    if (between && !hasLineBreak(between)) colon ??= between;
  }

  colon ??= ": ";
  return {
    newline: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    unit: unit ?? (hasLines ? "" : "  "),
    colon,
    comma: comma ?? (colon.endsWith(" ") ? ", " : ","),
    padding: { object: padding.object ?? "", array: padding.array ?? "" },
  };
}
