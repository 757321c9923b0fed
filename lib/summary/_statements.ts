/** One thing that a message says. */
export interface Statement {
  /** One line of plain text, without marks of Markdown. */
  readonly text: string;
  /** What stands above it; `""` where nothing does. */
  readonly heading: string;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
  /** Whether the box before it is ticked; `null` where there is none. */
  readonly isDone: boolean | null;
}

/** UTF-16 units of a message that are looked at; of a longer one its beginning and its end are. */
const MOST_UNITS = 24_000;

const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/;
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_]+?)(?:\*\*|__)\s*:?\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
const TABLE_OR_RULE = /^\s*(?:\|.*|[-*_=]{3,}\s*)$/;

/** A line that ends in a colon announces what follows, if it is no longer. */
const LONGEST_CAPTION = 60;

/**
 * Takes a message apart: sentences and items of lists, each with the heading it is under. Code and tables are left out.
 *
 * @param message Markdown, as an assistant writes it.
 */
export function statementsOf(message: string): Statement[] {
  const found: Statement[] = [];
  let heading = "";
  let paragraph = "";
  let item: { text: string; isDone: boolean | null } | null = null;
  const endItem = (): void => {
    const text = item === null ? "" : plain(item.text);
    if (text !== "") {
      found.push({ text, heading, isItem: true, isDone: item?.isDone ?? null });
    }
    item = null;
  };
  const endParagraph = (): void => {
    for (const text of sentences(plain(paragraph))) {
      found.push({ text, heading, isItem: false, isDone: null });
    }
    paragraph = "";
  };
  for (const line of proseLines(message)) {
    const title = HEADING.exec(line)?.[1] ?? BOLD_LINE.exec(line)?.[1];
    const [, box, text] = ITEM.exec(line) ?? [];
    const isPlain = title === undefined && text === undefined;
    if (isPlain && item !== null && /^\s+\S/.test(line)) {
      item.text += ` ${line.trim()}`;
      continue;
    }
    endItem();
    if (isPlain && line.trim() !== "" && !isCaption(line)) {
      paragraph += ` ${line.replace(/^\s*>\s?/, "").trim()}`;
      continue;
    }
    endParagraph();
    if (title !== undefined) heading = plain(title);
    else if (text !== undefined) {
      item = { text, isDone: box === undefined ? null : box !== " " };
    } else if (line.trim() !== "") heading = plain(line).replace(/[:：]$/, "");
  }
  endItem();
  endParagraph();
  return found;
}

function* proseLines(message: string): Generator<string> {
  const text = message.length <= MOST_UNITS
    ? message
    : `${message.slice(0, MOST_UNITS / 2)}\n\n${
      message.slice(-MOST_UNITS / 2)
    }`;
  let isCode = false;
  for (const line of text.toWellFormed().split(/\r\n|[\n\r\u2028\u2029]/)) {
    if (FENCE.test(line)) {
      isCode = !isCode;
      yield "";
    } else if (!isCode) yield TABLE_OR_RULE.test(line) ? "" : line;
  }
}

function isCaption(line: string): boolean {
  const text = line.trim();
  return text.length <= LONGEST_CAPTION && /[:：]$/.test(text);
}

/** Without links' addresses, emphasis, and backticks. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]{0,300})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/\*\*|__(?=\S)|(?<=\S)__|`+/g, "")
    .replace(/(^|[\s(])\*(\S[^*]{0,300})\*(?=[\s).,;:!?]|$)/g, "$1$2")
    .replace(/[\s\p{Cc}]+/gu, " ").trim();
}

let segmenter: Intl.Segmenter | undefined;

/** The rules for sentences are the same for all languages here, those without spaces too (UAX 29). */
function sentences(text: string): string[] {
  if (text === "") return [];
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const sentence = segment.trim();
    const last = found.at(-1);
    // What begins in lower case goes on with what an abbreviation or a name such as "a.ts" seemed to end.
    if (last !== undefined && /^[\p{Ll}\d)\]]/u.test(sentence)) {
      found[found.length - 1] = `${last} ${sentence}`;
    } else if (sentence !== "") found.push(sentence);
  }
  return found;
}
