import type { Tool } from "../mcp/tool.ts";

/** A piece of the call's own markup in the text of a parameter. */
export interface Mark {
  /** The parameter. */
  readonly parameter: string;
  /** The tag as it stands there. */
  readonly tag: string;
}

/** The names of tags that are those of a call, and what may stand before a name. */
const MARKUP = ["parameter", "invoke", "function_calls"];
const PREFIX = "antml:";

/** UTF-16 units. No tag with one of the names has as many. */
const LONGEST_TAG = 100;

/** What a text has in it where a tag of a later parameter landed in it. */
const OPENING = /<(?:antml:)?(?:parameter|invoke)\b|\bparameter name=/i;

/**
 * Finds closing tags of the call's own markup: that of a parameter, of a call, and a parameter's own name as a tag. One of these inside a
 * text means that the host took what came after it for a part of the text. A tag with a space in it is none, so that it can be written
 * about. Source: the newer MemAI.
 *
 * @param tool The tool.
 * @param input What it is called with; texts are looked for however deep they are in it.
 * @returns The first such tag of each parameter.
 */
export function findClosingMarks(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Mark[] {
  const names = new Set([
    ...MARKUP,
    ...Object.keys(tool.inputSchema.properties),
  ]);
  return findIn(input, (text) => closingTag(text, names));
}

/**
 * Finds opening tags of the call's own markup. They may be meant, so they are worth a warning only.
 *
 * @param input What the tool is called with.
 * @returns The first such tag of each parameter.
 */
export function findOpeningMarks(
  input: Readonly<Record<string, unknown>>,
): Mark[] {
  return findIn(input, (text) => {
    // Most texts have neither, and to match one costs a fresh process 0.15 ms (2.9.6, measured).
    const mayBe = text.includes("<") || text.includes("=");
    return mayBe ? OPENING.exec(text)?.[0] ?? null : null;
  });
}

/** The first closing tag with one of these names, in any casing. Each character is looked at once or twice, however often a tag begins. */
function closingTag(text: string, names: ReadonlySet<string>): string | null {
  let end = -1;
  for (
    let start = text.indexOf("</");
    start >= 0;
    start = text.indexOf("</", start + 2)
  ) {
    if (end < start) end = text.indexOf(">", start);
    if (end < 0) return null;
    if (end - start > LONGEST_TAG) continue;
    const name = text.slice(start + 2, end).toLowerCase();
    if (names.has(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)) {
      return text.slice(start, end + 1);
    }
  }
  return null;
}

function findIn(
  input: Readonly<Record<string, unknown>>,
  find: (text: string) => string | null,
): Mark[] {
  return Object.entries(input).flatMap(([parameter, value]) => {
    for (const text of textsIn(value)) {
      const tag = find(text);
      if (tag !== null) return [{ parameter, tag }];
    }
    return [];
  });
}

/** The texts in a value. Without recursion, since a host may nest as deep as it likes. */
function* textsIn(value: unknown): Iterable<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") yield one;
    else if (typeof one === "object" && one !== null) {
      for (const inner of Object.values(one)) open.push(inner);
    }
  }
}
