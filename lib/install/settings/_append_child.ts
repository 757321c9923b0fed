import { childrenOf } from "./_children.ts";
import type { JsonContainer } from "./parse_json.ts";
import type { JsonStyle } from "./_style.ts";
import {
  afterLineBreak,
  hasLineBreak,
  lineIndent,
  whitespaceBefore,
} from "./_whitespace.ts";

/**
 * Appends a child to the last container of a path, laid out like the children that stand there already.
 *
 * The text is only added to, right after the last child, so taking the child out again gives back the same bytes. An empty
 * container is the exception: its inner white space is lost.
 *
 * @param text The JSON text.
 * @param path The containers from the root to the one to append to.
 * @param style The text's layout.
 * @param print Prints the child for the indentation of its line, `null` for one line.
 */
export function appendChild(
  text: string,
  path: readonly [...JsonContainer[], JsonContainer],
  style: JsonStyle,
  print: (indent: string | null) => string,
): string {
  const container = path[path.length - 1] as JsonContainer;
  const children = childrenOf(container);
  const expanded = isExpanded(text, path);
  const last = children.at(-1);
  if (last !== undefined) {
    const before = whitespaceBefore(text, last.start);
    const ownLine = hasLineBreak(before);
    const indent = ownLine
      ? afterLineBreak(before)
      : lineIndent(text, last.start);
    const comma = ownLine
      ? `,${style.newline}${indent}`
      : children.length > 1
      ? `,${before}`
      : style.comma;
    return text.slice(0, last.end) + comma + print(expanded ? indent : null) +
      text.slice(last.end);
  }
  const outer = lineIndent(text, container.start);
  const inner = outer + style.unit;
  const padding = style.padding[container.type];
  const inside = expanded
    ? style.newline + inner + print(inner) + style.newline + outer
    : padding + print(null) + padding;
  return text.slice(0, container.start + 1) + inside +
    text.slice(container.end - 1);
}

/** Whether children are laid out over lines: an empty container follows the one around it, an empty root is laid out. */
function isExpanded(text: string, path: readonly JsonContainer[]): boolean {
  const shown = path.findLast((container) => childrenOf(container).length > 0);
  return shown === undefined ||
    hasLineBreak(text.slice(shown.start, shown.end));
}
