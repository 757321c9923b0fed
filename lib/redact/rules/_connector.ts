import { isWordUnit } from "../rule.ts";

/** What stands between a name and its value. */
export interface Connector {
  /** An XML tag's end, an assignment, a list's comma, a call's bracket, a word, or nothing but white space. */
  readonly kind: "element" | "sign" | "list" | "call" | "word" | "space";
  /** The sign of an assignment with the white space in front of it, else `""`. */
  readonly sign: string;
  /** Where the value begins. */
  readonly from: number;
}

/** `"name": "X", "value": "…"`, `key="X" value="…"`, and the same on two lines of YAML. */
const PAIR = (): RegExp =>
  /\\{0,3}["']?[\s,]{1,40}\\{0,3}["']?value\\{0,3}["']?\s{0,4}[:=]\s{0,4}/iy;

/** A type in between: `: string =`, `: &'static str =`, ` string =`. */
const TYPED = (): RegExp =>
  /(?:\??: {0,4}&?(?:'static )?[A-Za-z][\w.<>[\]|]{0,30}| string| \*?\w{2,12}) {1,4}= {0,4}/y;

const SIGNS = [
  ":=",
  "===",
  "==",
  "=>",
  "=",
  "::",
  ":",
  "：",
  "->",
  "%3d",
  "%3a",
  "→",
];

/** What it is the password of, as people say. */
const ABOUT = (): RegExp =>
  /(?:for|of|on) (?:the |our |my )?[\w.@-]{1,40}(?: [\w.-]{1,20})?(?: (?:is|was|=)(?: now| still)?|:) /y;

const WORDS = [
  ..."is was are to from là bằng ist lautet est es".split(" "),
  ..."should be|will be|must be|set to|changed to|reset to".split("|"),
];

/** Words that may follow one of those. */
const FILLING = "now still just currently simply jetzt set to".split(" ");

/**
 * Finds what connects a name to its value.
 *
 * @param end Behind the name.
 * @param before What stands in front of the name.
 */
export function connectorAt(
  text: string,
  end: number,
  before: string,
): Connector | undefined {
  if (before.includes("<") && /<(?:\w+:)?$/.test(before)) {
    const close = text[end] === ">"
      ? 0
      : text.slice(end, end + 100).search(/[>\n<]/);
    return text[end + close] === ">"
      ? { kind: "element", sign: "", from: end + close + 1 }
      : undefined;
  }
  let index = end;
  // The name's own quotes and brackets, and bold type.
  for (let count = 0; count < 6 && CLOSING.includes(at(text, index)); count++) {
    index++;
  }
  const space = blank(text, index);
  const next = text[space] ?? "";
  if ((next === "v" || next === "V" || next === "," || next === "\n")) {
    const pair = PAIR();
    pair.lastIndex = end;
    if (pair.test(text)) {
      return { kind: "sign", sign: ":", from: pair.lastIndex };
    }
  }
  const typed = next === ":" || next === "?" || next === "*" ||
    space > index && isWordUnit(text.charCodeAt(space));
  if (typed && hasEqual(text, space + 2)) {
    const type = TYPED();
    type.lastIndex = next === ":" || next === "?" ? space : index;
    if (type.test(text)) {
      return { kind: "sign", sign: " =", from: type.lastIndex };
    }
  }
  const found = text.slice(space, space + 3).toLowerCase();
  for (const sign of SIGNS) {
    if (!found.startsWith(sign)) continue;
    let from = space + sign.length;
    while (text[from] === "*") from++;
    const whole = space > index ? ` ${sign}` : sign;
    return { kind: "sign", sign: whole, from: blank(text, from) };
  }
  if (next === "," || next === "|") {
    return { kind: "list", sign: "", from: blank(text, space + 1) };
  }
  if (next === "(" && space === index) {
    return { kind: "call", sign: "", from: index + 1 };
  }
  if (space === index) return undefined;
  if ("fo".includes(next || "a")) {
    const about = ABOUT();
    about.lastIndex = space;
    if (about.test(text)) {
      return { kind: "word", sign: "", from: about.lastIndex };
    }
  }
  for (const word of WORDS) {
    if (!text.startsWith(word, space)) continue;
    const behind = space + word.length +
      (text[space + word.length] === ":" ? 1 : 0);
    let from = blank(text, behind);
    if (from === behind) continue;
    for (const filling of FILLING) {
      const end = from + filling.length;
      if (text[end] === " " && text.startsWith(filling, from)) from = end + 1;
    }
    return { kind: "word", sign: "", from };
  }
  return { kind: "space", sign: "", from: space };
}

/** Whether an equals sign is near, as behind a type. */
function hasEqual(text: string, from: number): boolean {
  const near = text.slice(from, from + 40);
  return near.includes(" = ") || near.includes("= ");
}

const CLOSING = "\\\"'`])*";

function at(text: string, index: number): string {
  // The text's end is in no list.
  return text[index] ?? "\0";
}

/** Behind spaces and tabs, of which there are few. */
function blank(text: string, index: number): number {
  let end = index;
  while (end < index + 16 && (text[end] === " " || text[end] === "\t")) end++;
  return end;
}
