import { looksRandom } from "../not_secret.ts";
import { isPhrase } from "./_phrase.ts";
import type { Value } from "./_value.ts";

/** What YAML puts in front of a block of lines. */
const BLOCK = (): RegExp =>
  /[|>][-+\d]{0,2}[ \t]{0,8}\r?\n([ \t]{1,32})(?=\S)/y;

/** A line that has nothing but one word, below its name: also as an item, or as the first line of code in Markdown. */
const BELOW = (): RegExp =>
  /(?:[ \t]{0,8}\r?\n[ \t]{0,32}){1,2}(?:```\w{0,10}\r?\n)?(?:- )?["'`]{0,1}([^\s"'`]{6,256})["'`]{0,1}[ \t]{0,8}(?=\r?\n|$)/y;

/** An item behind another one. */
const ITEM = (): RegExp =>
  /["'`]?[ \t]{0,8}\r?\n[ \t]{0,32}- ["'`]?[^\s"'`]{6,256}/y;

const LIST = (): RegExp =>
  /\[[ \t]{0,4}["']?([^\s"'`,\]\[]{6,256})[^\]\[\n]{0,512}\]/y;

/** So far a block is looked at; one that is a secret is taken as a whole. */
const FIRST = 256;

/**
 * The secret of a name that has it on the lines below, or in a list: what YAML calls block scalars and flow sequences, and how people
 * write.
 *
 * @param from Behind the name's colon or equals sign.
 */
export function nextLineSecret(text: string, from: number): Value | undefined {
  const unit = text[from];
  if (unit === "|" || unit === ">") return blockAt(text, from);
  if (unit === "[") return listAt(text, from);
  return unit === "\n" || unit === "\r" ? belowAt(text, from) : undefined;
}

/** Behind a tag of YAML such as `!!str`, or where there is none. */
export function behindTag(text: string, from: number): number {
  if (text[from] !== "!" || text[from + 1] !== "!") return from;
  const tag = /!!\w{1,16}[ \t]{1,4}/y;
  tag.lastIndex = from;
  return tag.test(text) ? tag.lastIndex : from;
}

function blockAt(text: string, from: number): Value | undefined {
  const block = BLOCK();
  block.lastIndex = from;
  const indent = block.exec(text)?.[1];
  if (indent === undefined) return undefined;
  const start = block.lastIndex;
  let end = lineEnd(text, start);
  const first = text.slice(start, Math.min(end, start + FIRST)).trim();
  if (!isMade(first) && !isPhrase(first)) return undefined;
  while (end < text.length && text.startsWith(indent, end + 1)) {
    end = lineEnd(text, end + 1);
  }
  if (text[end - 1] === "\r") end--;
  return { start, end, quote: "" };
}

function belowAt(text: string, from: number): Value | undefined {
  const below = BELOW();
  below.lastIndex = from;
  const match = below.exec(text);
  const word = match?.[1] ?? "";
  if (match === null || !isMade(word)) return undefined;
  const start = from + match[0].lastIndexOf(word);
  let end = start + word.length;
  if (match[0].includes("- ")) {
    const item = ITEM();
    for (item.lastIndex = end; item.test(text); item.lastIndex = end) {
      end = item.lastIndex;
    }
  }
  return { start, end, quote: "" };
}

function listAt(text: string, from: number): Value | undefined {
  const list = LIST();
  list.lastIndex = from;
  const match = list.exec(text);
  const word = match?.[1] ?? "";
  if (match === null || !isMade(word)) return undefined;
  const start = from + match[0].indexOf(word);
  let end = list.lastIndex - 1;
  while (" \t\"'".includes(text.charAt(end - 1))) end--;
  return { start, end, quote: "" };
}

/** Whether a word that nothing but its place makes a secret looks like one: no name with a number, path, call or assignment. */
function isMade(word: string): boolean {
  return looksRandom(word) && !/[=:(){}<>[\]]|^\W|\/.*\/|[,;]$/.test(word) &&
    !/^[A-Za-z_.-]+\d{0,2}$/.test(word);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
