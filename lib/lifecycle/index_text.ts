import { grams } from "../store/words.ts";
import type { ItemKind } from "./types.ts";

/** What the full-text index knows of an item: the columns of `lifecycle_fts`. */
export interface IndexedText {
  readonly title: string;
  readonly body: string;
  readonly files: string;
  readonly cjk: string;
  readonly scope: string;
}

/** UTF-16 units of a text that are searched. */
const MAX_LENGTH = 16_384;

/**
 * Makes of an item what the full-text index is given. Names that are put together, such as `retryDelay`, can be found by their parts, too.
 *
 * @param item `title` is what weighs most: an observation's title, a summary's request, a prompt's beginning or `""`.
 */
export function indexText(item: {
  readonly kind: ItemKind;
  readonly project: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly string[];
}): IndexedText {
  const title = item.title.slice(0, MAX_LENGTH);
  const body = item.body.slice(0, MAX_LENGTH);
  const files = item.files.join("\n").slice(0, MAX_LENGTH);
  return {
    title: withParts(title),
    body: withParts(body),
    files: withParts(files),
    cjk: grams(`${title}\n${body}`),
    scope: `${kindToken(item.kind)} ${projectToken(item.project)}`,
  };
}

/** The token of a kind in `scope`. */
export function kindToken(kind: ItemKind): string {
  return { prompt: "kp", observation: "ko", summary: "ks" }[kind];
}

/** The token of a project in `scope`: a hash, since a path is many words to the index. 53 bits tell more projects apart than there are. */
export function projectToken(project: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < project.length; at++) {
    const unit = project.charCodeAt(at);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ (high >>> 13);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ (low >>> 13);
  const number = 4294967296 * (2097151 & high) + (low >>> 0);
  return `p${number.toString(36)}`;
}

/** A word. It is matched as a whole, so that the work is linear however long one is. */
const WORD = /[\p{L}\p{N}]+/gu;

/** Small letters followed by a capital one, or capital ones by a capital word: `retryDelay`, `HTTPServer`. */
const COMPOSED = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/** What is longer is no name. */
const MAX_NAME = 64;

const MAX_PARTS = 4096;

/**
 * A text with the parts of its composed names behind it. The index itself parts words at all that is neither letter nor digit.
 *
 * @param text The text.
 */
export function withParts(text: string): string {
  if (!COMPOSED.test(text)) return text;
  const parts = new Set<string>();
  for (const [name] of text.matchAll(WORD)) {
    if (name.length > MAX_NAME || !COMPOSED.test(name)) continue;
    parts.add(partsOf(name).join(" "));
    if (parts.size > MAX_PARTS) break;
  }
  return parts.size === 0 ? text : `${text}\n${[...parts].join("\n")}`;
}

/** The parts of a composed name: `retryDelay` has `retry` and `Delay`. */
export function partsOf(name: string): string[] {
  return name.split(
    /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[^\p{L}\p{N}]+/u,
  ).filter((part) => part !== "");
}
