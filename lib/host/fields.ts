/** Fields of an event, or of something in it, as they came. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The first of some fields that is a text which says something, `undefined` where none is.
 *
 * @param fields The fields.
 * @param names Their names, in the order in which they count.
 */
export function firstText(
  fields: Fields,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/**
 * An object that a host sends as it is, or as its JSON.
 *
 * @param value The field's value.
 * @returns An empty object where it is neither.
 */
export function objectOrJson(value: unknown): Fields {
  if (isObject(value)) return value;
  if (typeof value !== "string") return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * Fields without those that are not there, so that a missing one is missing and not `undefined`.
 *
 * @param fields The fields.
 */
export function present(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}
