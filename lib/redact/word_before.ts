import { isDigit } from "./rule.ts";

/** The word in front of an index, without its quotes. */
export interface WordBefore {
  readonly start: number;
  readonly end: number;
  readonly hasDigit: boolean;
}

const QUOTES = "\"'`*";

/** Nothing longer is looked at. */
const LONGEST = 128;

const ENDS = " \t\n\r\"'`";

/** Finds it. */
export function wordBefore(text: string, at: number): WordBefore {
  let end = at;
  while (end > at - 2 && QUOTES.includes(text[end - 1] ?? " ")) end--;
  let start = end;
  let hasDigit = false;
  while (start > at - LONGEST && !ENDS.includes(text[start - 1] ?? " ")) {
    if (isDigit(text.charCodeAt(--start))) hasDigit = true;
  }
  return { start, end, hasDigit };
}

/** Whether the word in front has a digit: nearly all have none, and then they are no passwords. */
export function hasDigitBefore(text: string, at: number): boolean {
  return wordBefore(text, at).hasDigit;
}
