import type { Concept } from "./_concepts.ts";

/** A text, and the same in lower case. */
export interface ReadText {
  readonly text: string;
  readonly lower: string;
}

/**
 * Tells whether a text has a concept, about as the index does: a word by its stem, a phrase or a composed name by its words.
 *
 * @param concept The concept.
 */
export function matcherOf(concept: Concept): (read: ReadText) => boolean {
  if (concept.cjk !== "") return ({ lower }) => lower.includes(concept.text);
  const stems = (concept.text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(stemOf);
  return stems.length === 0
    ? () => false
    : (read) => stems.every((stem) => beginsIn(read, stem));
}

const ENDINGS =
  /(?:ations?|ings?|ions?|ments?|ers?|ies|ied|edly|ed|es|ly|e|s|y)$/;

/** What a word's inflections begin with. */
function stemOf(word: string): string {
  const stem = word.replace(ENDINGS, "");
  return stem.length >= 4 ? stem : word;
}

const IN_WORD = /[\p{L}\p{N}]/u;
const CAPITAL = /\p{Lu}/u;

/** Whether some word of a text, or a part of a composed one such as `retryDelay`, begins with a stem. */
function beginsIn({ text, lower }: ReadText, stem: string): boolean {
  for (
    let at = lower.indexOf(stem);
    at >= 0;
    at = lower.indexOf(stem, at + 1)
  ) {
    const before = text[at - 1] ?? " ";
    if (!IN_WORD.test(before)) return true;
    if (CAPITAL.test(text[at] ?? "") && !CAPITAL.test(before)) return true;
  }
  return false;
}
