import { InlineReader } from "./_inline.ts";
import { destination, type NoteLink } from "./_link.ts";

/** A heading of a note. */
export interface NoteHeading {
  /** 1 to 6. */
  level: number;
  text: string;
  /** Line in the file, 1-indexed. */
  line: number;
}

/** What is read from a note's text below its frontmatter. */
export interface NoteBody {
  headings: NoteHeading[];
  links: NoteLink[];
  tags: string[];
}

const FENCE = /^(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/;
const REFERENCE = /^\[(?!\^)[^\]]{1,500}\]:/;

interface Fence {
  char: string;
  length: number;
  quoted: boolean;
}

/**
 * Reads headings, links and tags. Fenced and indented code is passed over, and so is what stands in comments (`%%…%%`, `<!--…-->`).
 *
 * @param lines The note's lines.
 * @param first Index of the first line below the frontmatter.
 */
export function readBody(lines: readonly string[], first: number): NoteBody {
  const inline = new InlineReader();
  const headings: NoteHeading[] = [];
  let fence: Fence | null = null;
  let inList = false;
  let afterBlank = true;
  /** Text of a paragraph's only line so far: `===` or `---` below makes it a heading. */
  let paragraph = "";

  for (let index = first; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (inline.inComment) {
      inline.readLine(line);
      paragraph = "";
      continue;
    }
    const { text, quoted, indent } = unquoted(line);
    if (fence !== null && fence.quoted && !quoted) fence = null; // The quote ended, and its code with it.
    if (fence !== null) {
      if (closes(fence, text, quoted)) fence = null;
      afterBlank = true;
      continue;
    }
    if (text === "") {
      inline.endParagraph();
      afterBlank = true;
      paragraph = "";
      continue;
    }
    const item = LIST_ITEM.exec(text);
    if (item !== null) inList = true;
    else if (indent === 0 && afterBlank) inList = false;
    if (indent >= 4 && !inList && afterBlank) continue;

    const content = item === null ? text : text.slice(item[0].length);
    const opened = FENCE.exec(content);
    if (opened !== null && !(content[0] === "`" && opened[2]?.includes("`"))) {
      fence = {
        char: content[0] ?? "",
        length: opened[1]?.length ?? 3,
        quoted,
      };
      paragraph = "";
      afterBlank = false;
      continue;
    }

    const heading = item === null && indent < 4 ? HEADING.exec(text) : null;
    if (heading !== null) {
      inline.endParagraph();
      add(heading[1]?.length ?? 1, withoutClosing(heading[2] ?? ""), index + 1);
    } else if (paragraph !== "" && /^(?:=+|-+)$/.test(text)) {
      add(text[0] === "=" ? 1 : 2, paragraph, index);
    }
    inline.readLine(content);
    if (REFERENCE.test(content)) readReference(content, inline.links);
    paragraph = item === null && heading === null && !quoted && afterBlank &&
        indent < 4 && !/^(?:=+|-+|\|.*)$/.test(text)
      ? text
      : "";
    afterBlank = heading !== null;
  }
  return { headings, links: inline.links, tags: inline.tags };

  function add(level: number, text: string, line: number): void {
    if (text !== "") headings.push({ level, text, line });
  }
}

/** A line without the marks of block quotes and without white space around it. */
function unquoted(
  line: string,
): { text: string; quoted: boolean; indent: number } {
  let at = 0;
  let indent = 0;
  let quoted = false;
  for (; at < line.length; at++) {
    const char = line[at];
    if (char === " ") indent++;
    else if (char === "\t") indent += 4 - indent % 4;
    else if (char === ">" && indent < 4) {
      quoted = true;
      indent = 0;
      if (line[at + 1] === " ") at++;
    } else break;
  }
  return { text: line.slice(at).trimEnd(), quoted, indent };
}

function closes(fence: Fence, text: string, quoted: boolean): boolean {
  const run = FENCE.exec(text);
  return run !== null && run[2]?.trim() === "" && text[0] === fence.char &&
    (run[1]?.length ?? 0) >= fence.length && quoted === fence.quoted;
}

/** `## Title ##` is titled `Title`. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === "#") end--;
  if (end === 0) return "";
  return end < trimmed.length && /\s/.test(trimmed[end - 1] ?? "")
    ? trimmed.slice(0, end).trimEnd()
    : trimmed;
}

function readReference(line: string, links: NoteLink[]): void {
  const found = destination(line, line.indexOf("]:") + 2, "markdown");
  if (found?.link) links.push(found.link);
}
