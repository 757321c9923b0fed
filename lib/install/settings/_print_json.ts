import type { JsonStyle } from "./_style.ts";

/**
 * Prints a JSON value in a layout.
 *
 * @param value A value as `JSON.parse` gives it.
 * @param style The layout.
 * @param indent The indentation of the line that the value starts on, or `null` to print it on one line.
 */
export function printJson(
  value: unknown,
  style: JsonStyle,
  indent: string | null,
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent === null ? null : indent + style.unit;
  const isArray = Array.isArray(value);
  const children = isArray
    ? value.map((item) => printJson(item, style, inner))
    : Object.entries(value).map(([key, item]) =>
      printMember(key, item, style, inner)
    );
  const [open, close] = isArray ? "[]" : "{}";
  if (children.length === 0) return `${open}${close}`;
  if (indent === null) {
    const padding = isArray ? style.padding.array : style.padding.object;
    return open + padding + children.join(style.comma) + padding + close;
  }
  const lead = `${style.newline}${inner}`;
  return open + lead + children.join(`,${lead}`) + style.newline + indent +
    close;
}

/** Prints one member of an object: the key, the colon and the value. Parameters as for {@linkcode printJson}. */
export function printMember(
  key: string,
  value: unknown,
  style: JsonStyle,
  indent: string | null,
): string {
  return JSON.stringify(key) + style.colon + printJson(value, style, indent);
}
