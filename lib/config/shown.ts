/**
 * A value for a message where it is short, else its kind: never a long text into the log, and no list that holds itself.
 *
 * @param value What a config file says.
 */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && !(value instanceof Date)) return "a mapping";
  if (typeof value !== "string") return String(value);
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}
