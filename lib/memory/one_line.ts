/**
 * The beginning of a text in one line.
 *
 * @param text Any text.
 * @param limit How many UTF-16 units at most, more than 3.
 */
export function oneLine(text: string, limit: number): string {
  // White space may be most of it, but not without end.
  const line = text.slice(0, 8 * limit + 200).replaceAll(/\s+/g, " ").trim();
  if (line.length <= limit) return line;
  return `${line.slice(0, limit - 3).toWellFormed().replace(/\ufffd$/, "")}...`;
}
