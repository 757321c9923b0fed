/// <reference lib="dom" />

/** A path with a query, without what is not set. */
export function query(
  path: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") {
      params.set(name, String(value));
    }
  }
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}
