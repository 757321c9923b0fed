import { destination, type NoteLink, wikilink } from "./_link.ts";

/**
 * A tag behind `#`: every letter but the punctuation that ends one in Obsidian. That leaves Unicode letters, digits, emoji, `-`, `_`
 * and `/`.
 */
const TAG =
  /#([^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s]+)/y;

/** An HTML tag or `<https://…>`, in which nothing is a tag or link of the note. */
const HTML_TAG =
  /<(?:\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>[]*)?\/?|[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*)>/y;

/** Whatever can begin or end something. */
const SPECIAL = /[\\`%<[\]#]/g;

/** Deeper nesting of brackets is no Markdown that a person wrote. */
const MAX_OPEN_BRACKETS = 1000;

/** A line on the way through it. */
interface Line {
  text: string;
  /** Start of each code span, to the index behind it; found when the first backtick comes. */
  spans?: Map<number, number>;
  /** Index behind the last `[[` that is open, or -1. */
  wikiStart: number;
  /** How many tags there were before it. */
  tagsBefore: number;
}

/**
 * Reads tags and links out of running text, line by line, in one walk over its letters: however many brackets are left open, the time
 * is linear.
 */
export class InlineReader {
  readonly tags: string[] = [];
  readonly links: NoteLink[] = [];
  /** Ends the comment that a line left open. */
  #commentEnd: "%%" | "-->" | null = null;
  /** One entry for each bracket that is open in this paragraph: whether a `!` stands before it. */
  #brackets: boolean[] = [];

  /** Whether the next line starts inside a comment. */
  get inComment(): boolean {
    return this.#commentEnd !== null;
  }

  /** Tells that a paragraph ended: no link goes on behind it. */
  endParagraph(): void {
    this.#brackets = [];
  }

  /** Reads one line that is not code. */
  readLine(line: string): void {
    const state: Line = { text: line, wikiStart: -1, tagsBefore: 0 };
    for (let at = this.#resume(line);;) {
      SPECIAL.lastIndex = at;
      if (!SPECIAL.test(line)) return;
      at = this.#read(state, SPECIAL.lastIndex - 1);
    }
  }

  /** Reads what a special letter begins or ends. Gives the index behind it. */
  #read(line: Line, at: number): number {
    const { text } = line;
    switch (text[at]) {
      case "\\":
        return at + 2;
      case "`":
        line.spans ??= codeSpans(text);
        return line.spans.get(at) ?? endOfRun(text, at);
      case "%":
        return text[at + 1] === "%"
          ? this.#skipComment(text, at + 2, "%%")
          : at + 1;
      case "<":
        if (text.startsWith("!--", at + 1)) {
          return this.#skipComment(text, at + 4, "-->");
        }
        HTML_TAG.lastIndex = at;
        return HTML_TAG.test(text) ? HTML_TAG.lastIndex : at + 1;
      case "[":
        return this.#openBracket(line, at);
      case "]":
        return this.#closeBracket(line, at);
      default:
        return this.#readTag(text, at);
    }
  }

  #resume(line: string): number {
    return this.#commentEnd === null
      ? 0
      : this.#skipComment(line, 0, this.#commentEnd);
  }

  #skipComment(line: string, from: number, end: "%%" | "-->"): number {
    const close = line.indexOf(end, from);
    this.#commentEnd = close < 0 ? end : null;
    return close < 0 ? line.length : close + end.length;
  }

  #openBracket(line: Line, at: number): number {
    if (this.#brackets.length < MAX_OPEN_BRACKETS) {
      this.#brackets.push(line.text[at - 1] === "!");
    }
    if (line.text[at + 1] !== "[") return at + 1;
    line.wikiStart = at + 2;
    line.tagsBefore = this.tags.length;
    return at + 2;
  }

  #closeBracket(line: Line, at: number): number {
    const { text } = line;
    const embed = this.#brackets.pop();
    if (text[at + 1] === "]" && line.wikiStart >= 0) {
      const inside = text.slice(line.wikiStart, at);
      this.tags.length = line.tagsBefore; // A heading in a link is no tag.
      this.#add(wikilink(inside, embed ? "embed" : "wikilink"));
      line.wikiStart = -1;
      return at + 2;
    }
    if (text[at + 1] !== "(" || embed === undefined) return at + 1;
    const found = destination(text, at + 2, embed ? "embed" : "markdown");
    if (found === null) return at + 1;
    this.#add(found.link);
    return found.end;
  }

  #add(link: NoteLink | null): void {
    if (link !== null) this.links.push(link);
  }

  #readTag(line: string, at: number): number {
    if (at > 0 && !/\s/.test(line[at - 1] ?? "")) return at + 1;
    TAG.lastIndex = at;
    const tag = TAG.exec(line)?.[1];
    if (tag === undefined) return at + 1;
    this.tags.push(tag);
    return at + 1 + tag.length;
  }
}

/** Start of each code span of a line, to the index behind it: a run of backticks closes at the next run of the same length. */
function codeSpans(line: string): Map<number, number> {
  const spans = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (let end = line.length; (end = line.lastIndexOf("`", end - 1) + 1) > 0;) {
    let start = end - 1;
    while (start > 0 && line[start - 1] === "`") start--;
    const close = nextOfLength.get(end - start);
    if (close !== undefined) spans.set(start, close);
    nextOfLength.set(end - start, end);
    end = start;
    if (end === 0) break;
  }
  return spans;
}

function endOfRun(line: string, at: number): number {
  let end = at;
  while (line[end] === "`") end++;
  return end;
}
