/** Runs of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー]+/gu;

/** A part of such a run in one script. */
const SCRIPT_RUN =
  /[\p{Script=Han}々〆]+|[\p{Script=Hiragana}]+|[\p{Script=Katakana}ー]+|[\p{Script=Hangul}]+|[\p{Script=Thai}]+|[\p{Script=Lao}]+|[\p{Script=Khmer}]+|[\p{Script=Myanmar}]+/gu;

/** Letters that are looked for as they stand. */
const MAX_PIECE = 4;

/** What the full-text index takes for a word: letters and digits, with the marks on them. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu;

/** Units of a query that are looked at. */
const MAX_QUERY = 2000;

const MAX_WORD = 64;

/** One thing that is looked for. */
export interface Term {
  readonly text: string;
  /** What asks the index for it. It holds letters, digits and quotes only, so that nothing in it is syntax. */
  readonly match: string;
  /** Whether parts of words may be looked for with it. */
  readonly isWord: boolean;
}

/**
 * What a query looks for, however it is written: quotes, operators and all else that is neither letter nor digit only part its words.
 *
 * @param limit How many terms at most.
 * @param columns The index's columns that words are looked for in.
 */
export function terms(
  query: string,
  limit: number,
  columns = "title tags content",
): Term[] {
  const text = query.slice(0, MAX_QUERY).toWellFormed().toLowerCase();
  const found = new Map<string, Term>();
  for (const [run] of text.matchAll(UNSPACED)) {
    for (const piece of pieces(run)) {
      const grams = gramsOf(piece);
      // The last gram is a letter by itself; it begins a gram wherever it stands.
      const match = grams.length === 1
        ? `cjk : "${piece}" *`
        : `cjk : "${grams.slice(0, -1).join(" ")}"`;
      found.set(piece, { text: piece, match, isWord: false });
      if (found.size >= limit) break;
    }
  }
  for (const [word] of text.replaceAll(UNSPACED, " ").matchAll(WORD)) {
    if (found.size >= limit) break;
    if (word.length > MAX_WORD || found.has(word)) continue;
    const match = `{${columns}} : "${word}"`;
    found.set(word, { text: word, match, isWord: true });
  }
  return [...found.values()].slice(0, limit);
}

/**
 * What to look for of a run: all of it where it is short, as a word is; of a sentence its parts by script, and of those that are long every
 * two letters.
 */
function pieces(run: string): string[] {
  if (Array.from(run).length <= MAX_PIECE) return [run];
  return (run.match(SCRIPT_RUN) ?? []).flatMap((part) =>
    Array.from(part).length <= MAX_PIECE ? [part] : gramsOf(part).slice(0, -1)
  );
}

/** The grams of all that has no spaces in a text, for the index: each letter with the next one, the last one by itself. */
export function grams(text: string): string {
  const all: string[] = [];
  for (const [run] of text.toLowerCase().matchAll(UNSPACED)) {
    all.push(gramsOf(run).join(" "));
  }
  return all.join(" | ");
}

function gramsOf(run: string): string[] {
  const letters = Array.from(run);
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
}
