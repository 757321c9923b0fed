import { lowerCase } from "./lower_case.ts";

/** A text without its private blocks. */
export interface Unveiled {
  readonly text: string;
  /** How many blocks were taken out; one inside another is no further one. */
  readonly blocks: number;
}

/** A tag of either kind: where it begins and ends, and by how much it makes the nesting deeper. */
interface Tag {
  readonly start: number;
  readonly end: number;
  readonly step: 1 | -1;
}

/**
 * Takes everything between `<private>` and `</private>` out, the tags too. Case does not matter, blocks may be nested, one that is
 * not closed goes on to the end, and a closing tag without an opening one is taken out alone. A tag may hold attributes and white
 * space where a browser accepts them, and white space after `<` and `</` as well. The work is linear in the text's length.
 *
 * @param text One string value. Never a whole JSON text: a block must not reach from one field into the next.
 */
export function withoutPrivate(text: string): Unveiled {
  if (!text.includes("<")) return { text, blocks: 0 };
  const lower = lowerCase(text);
  if (!lower.includes("private")) return { text, blocks: 0 };
  const kept: string[] = [];
  let blocks = 0;
  let depth = 0;
  let from = 0;
  for (
    let tag = nextTag(lower, 0);
    tag !== undefined;
    tag = nextTag(lower, tag.end)
  ) {
    if (depth === 0) {
      kept.push(text.slice(from, tag.start));
      if (tag.step > 0) blocks++;
    }
    depth = Math.max(0, depth + tag.step);
    from = tag.end;
  }
  if (depth === 0) kept.push(text.slice(from));
  return { text: kept.join(""), blocks };
}

/** The first tag at or after an index. */
function nextTag(lower: string, from: number): Tag | undefined {
  // The word is rarer than the bracket, of which source code is full.
  for (
    let word = lower.indexOf("private", from);
    word >= 0;
    word = lower.indexOf("private", word + 7)
  ) {
    const tag = tagAround(lower, word, from);
    if (tag !== undefined) return tag;
  }
  return undefined;
}

function tagAround(
  lower: string,
  word: number,
  from: number,
): Tag | undefined {
  let start = beforeSpace(lower, word, from);
  const closing = lower[start - 1] === "/";
  if (closing) start = beforeSpace(lower, start - 1, from);
  if (--start < from || lower[start] !== "<") return undefined;
  const after = word + 7;
  const next = lower[after];
  if (next !== undefined && next !== ">" && next !== "/" && !isSpace(next)) {
    return undefined;
  }
  if (closing) return { start, end: tagEnd(lower, after), step: -1 };
  if (start + 1 < word) {
    // `a < private ` may be code: with white space in front, only a tag that has nothing but white space is one.
    const end = afterSpace(lower, after);
    return lower[end] === ">" ? { start, end: end + 1, step: 1 } : undefined;
  }
  return { start, end: tagEnd(lower, after), step: 1 };
}

/** The end of a tag as a browser sees it: a quoted value may hold `>`. A tag without an end goes on to the end. */
function tagEnd(lower: string, from: number): number {
  let quote = "";
  for (let index = from; index < lower.length; index++) {
    const unit = lower[index] ?? "";
    if (quote !== "") {
      if (unit === quote) quote = "";
    } else if (unit === ">") {
      return index + 1;
    } else if ((unit === '"' || unit === "'") && lower[index - 1] === "=") {
      // A quote that nobody closes is none: the tag must not swallow its own end.
      if (lower.indexOf(unit, index + 1) >= 0) quote = unit;
    }
  }
  return lower.length;
}

function beforeSpace(lower: string, index: number, least: number): number {
  while (index > least && isSpace(lower[index - 1])) index--;
  return index;
}

function afterSpace(lower: string, index: number): number {
  while (isSpace(lower[index])) index++;
  return index;
}

function isSpace(unit: string | undefined): boolean {
  return unit === " " || unit === "\n" || unit === "\t" || unit === "\r" ||
    unit === "\f";
}
