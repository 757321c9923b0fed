/**
 * The text in lower case with every index kept. `toLowerCase()` alone makes one unit, U+0130 (`İ`), two.
 *
 * @param text Any text.
 */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.split("\u0130").map((part) => part.toLowerCase()).join("\u0130");
}
