/** Whether two values, as `JSON.parse` gives them, are equal. The order of keys does not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null) return a === b;
  if (typeof b !== "object" || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const right = new Map<string, unknown>(Object.entries(b));
  const left = Object.entries(a);
  return left.length === right.size &&
    left.every(([key, value]) =>
      right.has(key) && isSameJson(value, right.get(key))
    );
}
