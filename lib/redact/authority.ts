/**
 * Whether somebody is named in front of the host of an address: nearly always nobody is.
 *
 * @param at Where `://`, or its escape, begins.
 */
export function hasUser(text: string, at: number): boolean {
  return authorityAt(text, at).includes("@");
}

/** What stands between `://`, or its escape, and the path, 512 units at most. By hand: an expression costs a fresh process 0.05 ms (2.9.6, measured). */
export function authorityAt(text: string, at: number): string {
  const from = authorityStart(text, at);
  let end = from;
  while (end < text.length && end < from + 512) {
    const unit = text.charAt(end);
    if (ENDS.includes(unit)) break;
    if ((unit <= " " || unit > "~") && unit.trim() === "") break;
    end++;
  }
  return text.slice(from, end);
}

/** Where it begins. */
export function authorityStart(text: string, at: number): number {
  return at + (text[at] === ":" ? 3 : 9);
}

const ENDS = "/\"'<>`\\|";
