const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A number with its thousands set off. */
export function amount(value: number): string {
  return new Intl.NumberFormat("en-GB").format(value);
}

/** A number of things: `1 prompt`, `2,000 prompts`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${amount(value)} ${value === 1 ? one : many}`;
}

/** A size of so many bytes. */
export function bytes(value: number): string {
  let [size, unit] = [value, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    [size, unit] = [size / 1000, unit + 1];
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${
    UNITS[unit]
  }`;
}
