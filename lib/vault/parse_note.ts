import { type NoteHeading, readBody } from "./_body.ts";
import { frontmatterLength, readProperties } from "./_frontmatter.ts";
import { InlineReader } from "./_inline.ts";
import type { NoteLink } from "./_link.ts";

export type { NoteHeading } from "./_body.ts";
export type { LinkKind, NoteLink } from "./_link.ts";

/** What the index knows of one note. */
export interface ParsedNote {
  /** The frontmatter's title, else the first level 1 heading, else the file's name. */
  title: string;
  /** The frontmatter's summary, or "". */
  summary: string;
  /** Each tag once, without `#`, spelled as where it first stands. */
  tags: string[];
  links: NoteLink[];
  headings: NoteHeading[];
  /** What could not be read, in words for a log: no text of the note is in them. */
  problems: string[];
}

/** As much of a note as is read, in bytes of the file and in letters of the text. */
export const MAX_NOTE = 1024 * 1024;

const MAX_LINKS = 50_000;
const MAX_HEADINGS = 10_000;
const MAX_TAGS = 10_000;
const MAX_TAG = 255;
const MAX_TITLE = 300;
const MAX_SUMMARY = 4000;

/**
 * Reads one note, as Obsidian understands it. Whatever the text is, something comes back: bad YAML, binary bytes and endless lines are
 * read as far as they go, in linear time, and named in `problems`.
 *
 * @param text The note's text; a byte order mark and any line ends are taken.
 * @param path Names the note where its text does not.
 * @param cut Whether the file goes on behind the text.
 */
export async function parseNote(
  text: string,
  path: string,
  cut = false,
): Promise<ParsedNote> {
  const note: ParsedNote = {
    title: fileName(path),
    summary: "",
    tags: [],
    links: [],
    headings: [],
    problems: [],
  };
  // Git's test: a NUL this early means bytes, not text.
  if (text.slice(0, 8000).includes("\0")) {
    note.problems.push("the file is binary: only its name is known");
    return note;
  }
  if (cut || text.length > MAX_NOTE) {
    note.problems.push("the note is over 1 MiB: what follows is left out");
  }
  const lines = text.slice(text.startsWith("\uFEFF") ? 1 : 0, MAX_NOTE)
    .split(/\r\n|\n|\r/);
  const { length, unclosed } = frontmatterLength(lines);
  if (unclosed) note.problems.push("the frontmatter is not closed");

  const body = readBody(lines, length < 0 ? 0 : length + 2);
  const firstHeading = body.headings.find((heading) => heading.level === 1);
  let title = firstHeading?.text ?? "";
  if (length > 0) {
    const block = lines.slice(1, length + 1);
    const properties = await readProperties(block, note.problems);
    title = oneLine(properties.title, MAX_TITLE) || title;
    note.summary = oneLine(properties.summary, MAX_SUMMARY);
    note.tags = properties.tags;
    note.links = linksOf(block);
  }
  note.title = oneLine(title, MAX_TITLE) || note.title;
  note.tags = distinctTags([...note.tags, ...body.tags]);
  note.links = note.links.concat(body.links);
  note.headings = body.headings;
  bound(note);
  return note;
}

/** A property may hold links too: `up: "[[Home]]"`. */
function linksOf(frontmatter: readonly string[]): NoteLink[] {
  const inline = new InlineReader();
  for (const line of frontmatter) {
    if (line.includes("[") && !line.trimStart().startsWith("#")) {
      inline.endParagraph();
      inline.readLine(line.replaceAll("%%", ""));
    }
  }
  return inline.links;
}

/** Tags differ in more than case, and are not numbers only. */
function distinctTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const written of tags) {
    if (written.length > MAX_TAG) continue;
    const tag = written.normalize("NFC").replace(/^\/+|\/+$/g, "");
    const key = tag.toLowerCase();
    if (tag !== "" && !/^\d+$/.test(tag) && !known.has(key)) {
      known.set(key, tag);
    }
  }
  return [...known.values()];
}

function bound(note: ParsedNote): void {
  for (
    const [name, limit] of [
      ["links", MAX_LINKS],
      ["headings", MAX_HEADINGS],
      ["tags", MAX_TAGS],
    ] as const
  ) {
    if (note[name].length <= limit) continue;
    note[name].length = limit;
    note.problems.push(
      `the note has over ${limit} ${name}: the rest is left out`,
    );
  }
}

function oneLine(text: string, limit: number): string {
  const line = text.slice(0, limit * 4).replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= limit
    ? line
    : `${line.slice(0, limit - 1).toWellFormed().replace(/\uFFFD$/, "")}…`;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
}
