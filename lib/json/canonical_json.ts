/** How deep a value may be nested. It bounds what a circle could cost, too. */
const DEPTH_LIMIT = 10_000;

/** An array or object that is being written. */
interface Level {
  readonly items: readonly unknown[];
  /** The members' names, in order; `null` for an array. */
  readonly names: readonly string[] | null;
  next: number;
}

/**
 * Writes a value as canonical JSON (RFC 8785): equal values give equal text, whatever the order of their members.
 *
 * Names are ordered by their UTF-16 units, numbers are written as ECMAScript does (`-0` as `0`), nothing is between tokens. A lone
 * surrogate, for which the RFC asks for an error, is written as a lower-case escape, as `JSON.stringify()` does: a text that was cut in
 * the middle of a pair must not cost the whole value. As there, members that are `undefined`, functions or symbols are left out, and
 * such elements of an array are `null`; there is no `toJSON()`.
 *
 * @param value What JSON can hold.
 * @throws {TypeError} when a number is not finite, or the value is something that JSON has no form for.
 * @throws {RangeError} when it is nested deeper than 10,000 levels, as a circle is.
 */
export function canonicalJson(value: unknown): string {
  const levels: Level[] = [];
  let text = begin(value, levels);
  // Not recursive: the stack would end before the 10,000th level.
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { items, names, next } = level;
    if (next === items.length) {
      text += names === null ? "]" : "}";
      levels.pop();
      continue;
    }
    level.next++;
    if (next > 0) text += ",";
    if (names !== null) text += `${JSON.stringify(names[next])}:`;
    const item = items[next];
    text += begin(names === null && isLeftOut(item) ? null : item, levels);
  }
  return text;
}

/** The whole text of a scalar, or the first sign of an array or object, which is then the innermost level. */
function begin(value: unknown, levels: Level[]): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (Number.isFinite(value)) return JSON.stringify(value);
    throw new TypeError(
      `Cannot write canonical JSON: current value of a number is ${value}`,
    );
  }
  if (typeof value !== "object") {
    throw new TypeError(
      `Cannot write canonical JSON: current value is a ${typeof value}`,
    );
  }
  if (levels.length === DEPTH_LIMIT) {
    throw new RangeError(
      `Cannot write canonical JSON: current value is nested deeper than ${DEPTH_LIMIT} levels`,
    );
  }
  if (Array.isArray(value)) {
    levels.push({ items: value, names: null, next: 0 });
    return "[";
  }
  const members = value as Record<string, unknown>;
  const names = Object.keys(members)
    .filter((name) => !isLeftOut(members[name])).sort();
  const items = names.map((name) => members[name]);
  levels.push({ items, names, next: 0 });
  return "{";
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" ||
    typeof value === "symbol";
}
