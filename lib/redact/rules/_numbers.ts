import { isDigit, isWordUnit } from "../rule.ts";

/**
 * Whether digits stand alone: neither part of a word, a decimal, a version, a path, a UUID or `#12345`, nor followed by more of one.
 *
 * @param start The first unit.
 * @param end The unit behind the last one.
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (isWordUnit(before) && !isEscaped(text, start)) return false;
  // # - . / @
  if (
    before === 0x23 || before === 0x2d || before === 0x2e || before === 0x2f ||
    before === 0x40
  ) return false;
  const after = text.charCodeAt(end);
  if (isWordUnit(after) || after === 0x40) return false;
  const next = text.charCodeAt(end + 1);
  // A full stop ends a sentence, a hyphen a word.
  if (after === 0x2e) return !isDigit(next);
  return after !== 0x2d || !isWordUnit(next);
}

/** Behind `\n`, `\t` or a percent-encoded character. */
function isEscaped(text: string, start: number): boolean {
  return /(?:\\[nrt]|%[0-9A-Fa-f]{2})$/.test(
    text.slice(Math.max(0, start - 3), start),
  );
}
