import { isDigit, isWordUnit } from "./rule.ts";

/**
 * Whether a name may stand on both sides of an `@`, or of its escape, as in an e-mail address.
 *
 * @param at Where the `@` is.
 */
export function isBetweenNames(text: string, at: number): boolean {
  const after = text.charCodeAt(at + (text[at] === "@" ? 1 : 3));
  return isLocalUnit(text.charCodeAt(at - 1)) &&
    (isDigit(after) || isWordUnit(after) && after !== 0x5f);
}

/** Whether a unit may stand in the part in front of the `@`. */
export function isLocalUnit(unit: number): boolean {
  // . % + - '
  return isWordUnit(unit) || unit === 0x2e || unit === 0x25 || unit === 0x2b ||
    unit === 0x2d || unit === 0x27;
}
