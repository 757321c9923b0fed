import type { Tool } from "../mcp/tool.ts";

/** A piece of the call's own markup in the text of a parameter. */
export interface Mark {
  /** The parameter. */
  readonly parameter: string;
  /** The tag as it stands there. */
  readonly tag: string;
}

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
  const names = Object.keys(tool.inputSchema.properties).join("|");
  const closing = new RegExp(
    `</(?:antml:)?(?:parameter|invoke|function_calls|${names})>`,
    "i",
  );
  return findIn(
    input,
    (text) => text.includes("</") ? closing.exec(text)?.[0] ?? null : null,
  );
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
  return findIn(input, (text) => OPENING.exec(text)?.[0] ?? null);
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
