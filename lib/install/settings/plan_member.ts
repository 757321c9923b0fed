import { appendChild } from "./_append_child.ts";
import { childrenOf, valueAt } from "./_children.ts";
import { isSameJson } from "./_is_same_json.ts";
import { type JsonObject, parseJson } from "./parse_json.ts";
import type { Edit } from "./plan_edit.ts";
import { positionAt } from "./_position.ts";
import { printJson, printMember } from "./_print_json.ts";
import { detectStyle } from "./_style.ts";
import { hasLineBreak, lineIndent } from "./_whitespace.ts";

/**
 * The value of a member of the settings.
 *
 * @param text The settings file's text, `null` where there is none.
 * @param key The member's key.
 * @returns `undefined` where there is no such member.
 * @throws {SyntaxError} when the text is not strict JSON; names line and column.
 */
export function readMember(text: string | null, key: string): unknown {
  const root = text === null ? null : parseJson(text);
  const node = valueAt(root ?? undefined, key);
  return text === null || node === undefined
    ? undefined
    : JSON.parse(text.slice(node.start, node.end));
}

/**
 * Plans the edit that gives a member of the settings this value; all else keeps its bytes.
 *
 * @param text The settings file's text, `null` where there is none.
 * @param key The member's key.
 * @param value What JSON can hold.
 * @throws {SyntaxError} when the text is not strict JSON; names line and column.
 * @throws {TypeError} when the root is no object.
 */
export function planMember(
  text: string | null,
  key: string,
  value: unknown,
): Edit {
  const isBlank = text === null || parseJson(text) === null;
  const mark = text?.startsWith("\uFEFF") ? "\uFEFF" : "";
  const before = isBlank ? `${mark}{}\n` : text;
  const root = objectIn(before);
  const style = detectStyle(before, root);
  const node = valueAt(root, key);
  if (node === undefined) {
    const edited = appendChild(
      before,
      [root],
      style,
      (indent) => printMember(key, value, style, indent),
    );
    return { kind: "write", text: edited };
  }
  const old = before.slice(node.start, node.end);
  if (isSameJson(JSON.parse(old), value)) return { kind: "same" };
  const indent = hasLineBreak(old) ? lineIndent(before, node.start) : null;
  return {
    kind: "write",
    text: before.slice(0, node.start) + printJson(value, style, indent) +
      before.slice(node.end),
  };
}

/**
 * Plans the removal of a member of the settings, with the comma that its addition brought.
 *
 * @param text The settings file's text, `null` where there is none.
 * @param key The member's key; of repeated ones all go.
 * @throws {SyntaxError} when the text is not strict JSON; names line and column.
 */
export function planMemberRemoval(text: string | null, key: string): Edit {
  if (text === null || parseJson(text)?.type !== "object") {
    return { kind: "same" };
  }
  let edited = text;
  while (true) {
    const root = objectIn(edited);
    const children = childrenOf(root);
    const index = root.members.findLastIndex((member) => member.key === key);
    const child = children[index];
    if (child === undefined) break;
    const before = children[index - 1];
    const after = children[index + 1];
    edited = before !== undefined
      ? edited.slice(0, before.end) + edited.slice(child.end)
      : after !== undefined
      ? edited.slice(0, child.start) + edited.slice(after.start)
      : `${edited.slice(0, root.start)}{}${edited.slice(root.end)}`;
  }
  return edited === text ? { kind: "same" } : { kind: "write", text: edited };
}

function objectIn(text: string): JsonObject {
  const root = parseJson(text);
  if (root?.type === "object") return root;
  const { line, column } = positionAt(text, root?.start ?? 0);
  throw new TypeError(
    `Cannot edit settings: line ${line}, column ${column}: the root is ${
      root?.type ?? "nothing"
    }, not an object; nothing was changed`,
  );
}
