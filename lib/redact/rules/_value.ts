import type { Span } from "../rule.ts";

/** A value as it is written. */
export interface Value extends Span {
  /** Its quote, or `""`. */
  readonly quote: string;
}

/** So long a value is taken as a whole: what is read is taken, so it is not read again. */
const LONGEST = 1024 * 1024;

/** Where a word is more often none, it is not read that far. */
export const LONGEST_CELL = 512;

/** What may stand in front of an opening quote: a string's prefix, a wrapper, an escape. */
const OPENING = (): RegExp =>
  /(?:[bfru]{1,2}|\[\]byte\(|(?:String|Some|SecretStr|Buffer)(?:\.from|::from)?\()?(\\{0,3})(["'`])/y;

/**
 * The value that begins at an index, without its quotes.
 *
 * @param kind What is in front. On a line of its own, a secret may hold `;` or `&`; in a list, it ends with its cell.
 */
export function valueAt(
  text: string,
  from: number,
  kind: "line" | "cell" | "other",
): Value | undefined {
  const unit = text[from];
  if (unit === undefined) return undefined;
  if (QUOTES.includes(unit)) return quoted(text, from, "");
  if ("\\bfruSB[".includes(unit)) {
    const expression = OPENING();
    expression.lastIndex = from;
    const opening = expression.exec(text);
    if (opening !== null) {
      return quoted(text, expression.lastIndex - 1, opening[1] ?? "");
    }
  }
  const ends = kind === "line" ? LINE_ENDS : kind === "cell" ? CELL_ENDS : ENDS;
  const longest = kind === "cell" ? LONGEST_CELL : LONGEST;
  const most = Math.min(text.length, from + longest);
  let end = from;
  while (end < most && !ends.includes(text.charAt(end))) end++;
  if (end - from <= 256) end = trimmed(text, from, end);
  return end > from ? { start: from, end, quote: "" } : undefined;
}

const QUOTES = "\"'`";

/** What a value without quotes cannot hold, and what one on a line of its own cannot. */
const ENDS = " \t\n\r\f\v\u00a0\"'`<>;&|\\";
const CELL_ENDS = ENDS + ",";
const LINE_ENDS = " \t\n\r\f\v\u00a0\"'`";

/** Where a value ends that the next assignment or a sentence's end follows. */
function trimmed(text: string, from: number, end: number): number {
  let content = text.slice(from, end);
  if (content.includes(",") || content.includes("%26")) {
    content = content.replace(/(?:,|%26)[\w.-]{1,40}(?:=|:|%3D).*$/, "");
  }
  end = from + content.length;
  while (end > from && ",;.:!?)}]*".includes(text.charAt(end - 1))) end--;
  return end;
}

function quoted(text: string, at: number, escape: string): Value | undefined {
  const quote = text.charAt(at);
  let start = at + 1;
  // Three of them are one, as in Python.
  if (text.startsWith(quote + quote, start) && quote !== "`") start += 2;
  const end = quotedEnd(text, start, quote, escape !== "");
  return end > start ? { start, end, quote } : undefined;
}

/** What an XML element holds: text on one line. The next tag is near, for this one began with `<` as well. */
export function elementAt(text: string, from: number): Value | undefined {
  const end = text.indexOf("<", from);
  if (end <= from || text.slice(from, end).includes("\n")) return undefined;
  return { start: from, end, quote: "" };
}

/** Where a quoted value ends: before its quote, its line's end, or the bound. One in an escaped quote ends with the next escape. */
function quotedEnd(
  text: string,
  from: number,
  quote: string,
  escaped: boolean,
): number {
  const most = Math.min(text.length, from + LONGEST);
  for (let index = from; index < most; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0a) return index;
    if (unit === 0x5c) {
      if (escaped) return index;
      index++;
    } else if (unit === quote.charCodeAt(0)) {
      return index;
    }
  }
  return most;
}
