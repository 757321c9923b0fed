/** Spaces and hyphens that do not break a line or are typeset, each with the plain one that it stands for. */
const TYPESET = [
  ["\u00a0", " "],
  ["\u2007", " "],
  ["\u2009", " "],
  ["\u202f", " "],
  ["\u3000", " "],
  ["\u2010", "-"],
  ["\u2011", "-"],
  ["\u2012", "-"],
  ["\u2013", "-"],
] as const;

/**
 * The text with plain spaces and hyphens for those that web pages and word processors put into card, account and telephone numbers.
 * Every index is kept.
 *
 * @param text Any text.
 */
export function plainText(text: string): string {
  for (const [typeset, plain] of TYPESET) {
    if (text.includes(typeset)) text = text.replaceAll(typeset, plain);
  }
  return text;
}
