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

/** Deeper nesting of brackets is no Markdown that a person wrote. */
const MAX_OPEN_BRACKETS = 1000;

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
    if (this.#commentEnd === null && !/[#[\]`%<]/.test(line)) return;
    let spans: Map<number, number> | undefined;
    let wikiStart = -1;
    let tagsBefore = 0;
    for (let at = this.#resume(line); at < line.length;) {
      const next = line[at + 1];
      switch (line[at]) {
        case "\\":
          at += 2;
          continue;
        case "`":
          spans ??= codeSpans(line);
          at = spans.get(at) ?? endOfRun(line, at);
          continue;
        case "%":
          if (next !== "%") break;
          at = this.#skipComment(line, at + 2, "%%");
          continue;
        case "<":
          if (line.startsWith("!--", at + 1)) {
            at = this.#skipComment(line, at + 4, "-->");
            continue;
          }
          HTML_TAG.lastIndex = at;
          if (!HTML_TAG.test(line)) break;
          at = HTML_TAG.lastIndex;
          continue;
        case "[":
          this.#open(line[at - 1] === "!");
          if (next !== "[") break;
          wikiStart = at + 2;
          tagsBefore = this.tags.length;
          at += 2;
          continue;
        case "]": {
          const embed = this.#brackets.pop();
          if (next === "]" && wikiStart >= 0) {
            this.tags.length = tagsBefore;
            this.#add(
              wikilink(
                line.slice(wikiStart, at),
                embed ? "embed" : "wikilink",
              ),
            );
            wikiStart = -1;
            at += 2;
            continue;
          }
          if (next !== "(" || embed === undefined) break;
          const found = destination(line, at + 2, embed ? "embed" : "markdown");
          if (found === null) break;
          this.#add(found.link);
          at = found.end;
          continue;
        }
        case "#":
          at = this.#readTag(line, at);
          continue;
      }
      at++;
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

  #open(embed: boolean): void {
    if (this.#brackets.length < MAX_OPEN_BRACKETS) this.#brackets.push(embed);
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
