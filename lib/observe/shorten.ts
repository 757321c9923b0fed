import { withoutPrivate } from "../redact/private_blocks.ts";
import { isFields } from "./values.ts";

/** UTF-16 units that are kept of either end of a long text. */
export const KEPT = 4096;

/**
 * UTF-16 units between what is kept and where the text was cut. They are redacted with it and then thrown away. Redacting makes no text
 * twice as long, so whatever is half as long as this and reaches into what is kept was seen as a whole.
 */
export const MARGIN = 8192;

/** A text that is no longer is redacted as a whole. */
export const WHOLE = 2 * (KEPT + MARGIN);

/** UTF-16 units of all texts together. What comes after that is left out, as a whole. */
const BUDGET = 4 * WHOLE;

const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_NAME = 200;

/** Stands before the two ends of a text that was cut. */
const CUT = "\u0000cut";

/** Colours and the like: they may stand in the middle of a secret. */
// deno-lint-ignore no-control-regex -- that is what they begin with
const ESCAPES = new RegExp(
  "\\u001b(?:\\[[0-9:;<=>?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)|[@-Z\\\\-_])",
  "g",
);

/**
 * Makes a JSON value small, before it is redacted: of a megabyte only the ends are ever shown. `mended()` is called when it has been.
 *
 * Nothing gets unrecognisable by that:
 *
 * - Private blocks are taken out of each text first, as a whole: one that begins in the middle and is not closed has no end to show.
 * - What is shown is `MARGIN` away from where the text was cut; a secret that reaches into it was seen from its first character to its last.
 * - A longer one is one run of characters, a token or a key in one line: `mended()` drops what is left of such a run at either cut.
 * - Or it is a block of lines with a beginning and an end. Of one that begins before the cut, all lines up to its end are dropped.
 *
 * @param value What a tool answered.
 */
export function shorten(value: unknown): unknown {
  return visit(value, 0, { left: BUDGET });
}

/**
 * Puts the ends of texts together again.
 *
 * @param value What `shorten()` gave, redacted.
 */
export function mended(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [mark, head, tail] = value;
    return mark === CUT && typeof head === "string" && typeof tail === "string"
      ? mend(head, tail)
      : value.map(mended);
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mended(item)]),
  );
}

function visit(
  value: unknown,
  depth: number,
  budget: { left: number },
): unknown {
  if (typeof value === "string") return shortText(value, budget);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((it) => visit(it, depth + 1, budget));
  }
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name.length <= MAX_NAME)
      .slice(0, MAX_ITEMS)
      .map(([name, it]) => [name, visit(it, depth + 1, budget)]),
  );
}

function shortText(text: string, budget: { left: number }): unknown {
  const size = Math.min(text.length, WHOLE);
  if (size > budget.left) return "";
  budget.left -= size;
  if (text.length <= WHOLE) return withoutEscapes(text);
  const open = withoutPrivate(text).text;
  return open.length <= WHOLE ? withoutEscapes(open) : [
    CUT,
    withoutEscapes(open.slice(0, KEPT + MARGIN)),
    withoutEscapes(open.slice(tailStart(open))),
  ];
}

function withoutEscapes(text: string): string {
  return text.includes("\u001b") ? text.replace(ESCAPES, "") : text;
}

/** Where the end of a text begins: not within a block of lines whose beginning would be cut off. */
function tailStart(text: string): number {
  const start = text.length - KEPT - MARGIN;
  // A beginning that the cut goes through is one as well.
  const begin = text.lastIndexOf("-----BEGIN ", start);
  if (begin < 0) return start;
  const end = text.indexOf("-----END ", begin);
  if (end < 0) return text.length;
  const after = text.indexOf("-----", end + 9);
  return after < 0 ? text.length : Math.max(start, after + 5);
}

function mend(head: string, tail: string): string {
  const first = head.slice(0, Math.max(0, head.length - MARGIN))
    .replace(/[^\s,;"'<>(){}[\]]*$/, "");
  const last = tail.slice(MARGIN).replace(/^[^\s,;"'<>(){}[\]]*/, "");
  return `${first}\n…\n${last}`;
}
