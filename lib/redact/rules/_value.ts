import type { Span } from "../rule.ts";

/** A value as it is written. */
export interface Value extends Span {
  /** Its quote, or `""`. */
  readonly quote: string;
}

/** Nobody's secret is longer; a longer one goes in parts. */
const LONGEST = 8192;

const OPENING =
  /(?:[bfru]{1,2}|\[\]byte\(|(?:String|Some|SecretStr|Buffer)(?:\.from|::from)?\()?(\\{0,3})("""|'''|["'`])/y;
const BARE = new RegExp(`[^\\s"'\`<>;&|\\\\]{1,${LONGEST}}`, "y");
const LINE = new RegExp(`[^\\s"'\`]{1,${LONGEST}}`, "y");

/**
 * The value that begins at an index, without its quotes.
 *
 * @param wide Whether it goes on to white space: on a line of its own, a secret may hold `;` or `&`.
 */
export function valueAt(
  text: string,
  from: number,
  wide: boolean,
): Value | undefined {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  if (opening !== null) {
    const [, escape = "", quote = ""] = opening;
    const start = OPENING.lastIndex;
    const end = quotedEnd(text, start, quote, escape !== "");
    return end > start ? { start, end, quote } : undefined;
  }
  const pattern = wide ? LINE : BARE;
  pattern.lastIndex = from;
  let content = pattern.exec(text)?.[0];
  if (content === undefined) return undefined;
  if (content.length <= 256) {
    content = content.replace(/(?:,|%26)[\w.-]{1,40}(?:=|:|%3D).*$/, "");
    content = content.replace(/[,;.:!?)}\]*]{1,8}$/, "");
  }
  if (content === "") return undefined;
  return { start: from, end: from + content.length, quote: "" };
}

/** What an XML element holds. */
export function elementAt(text: string, from: number): Value | undefined {
  const end = text.slice(from, from + 1024).search(/[<\n]/);
  return end > 0 ? { start: from, end: from + end, quote: "" } : undefined;
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
