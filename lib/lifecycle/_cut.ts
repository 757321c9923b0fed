/**
 * A text with no more than so many UTF-16 units, and "…" after them where there were more; never half of a surrogate pair.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}
