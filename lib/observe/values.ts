/** Any JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, an empty one where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Whether a value is an object and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of some fields that is a text which says something, else "". */
export function textIn(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return "";
}

/** The first of some fields that is a number, else `null`. */
export function numberIn(fields: Fields, ...names: string[]): number | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return null;
}

/** The items of a list that are texts. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item) => typeof item === "string")
    : [];
}
