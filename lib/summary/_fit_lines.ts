import { oneLine } from "../memory/one_line.ts";

/** How the lines of one summary's part are told apart; each line says one thing. */
const BREAK = "\n";

/**
 * As many lines as fit, from the first on. A first line that is too long by itself is cut.
 *
 * @param lines One line each.
 * @param maxUnits UTF-16 units of all of them.
 */
export function fitLines(lines: readonly string[], maxUnits: number): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    const next = index === 0
      ? oneLine(line, maxUnits)
      : `${text}${BREAK}${oneLine(line, maxUnits)}`;
    if (next.length > maxUnits) break;
    text = next;
  }
  return text;
}

/**
 * A list in one line: as many as are wanted and fit, and how many more there are.
 *
 * @param name What they are, such as `Read`.
 * @param items Most important first.
 * @param limits How many of them, and UTF-16 units of the line.
 * @returns `null` where there is none.
 */
export function listLine(
  name: string,
  items: readonly string[],
  limits: { readonly most: number; readonly maxUnits: number },
): string | null {
  if (items.length === 0) return null;
  for (let kept = Math.min(items.length, limits.most); kept > 1; kept--) {
    const left = items.length - kept;
    const line = `${name}: ${items.slice(0, kept).join(", ")}${
      left === 0 ? "" : `, and ${left} more`
    }`;
    if (line.length <= limits.maxUnits) return line;
  }
  const more = items.length === 1 ? "" : `, and ${items.length - 1} more`;
  const room = limits.maxUnits - more.length;
  return oneLine(`${name}: ${items[0]}`, room) + more;
}
