import { partsOf } from "../lifecycle/index_text.ts";
import { terms } from "../store/words.ts";
import { synonymsOf } from "./synonyms.ts";
import { meaning } from "./_words.ts";

/** One thing that a prompt is about. */
export interface Concept {
  /** As it is written, in lower case. */
  readonly text: string;
  /** What asks an index for it: an expression of quoted words, without columns. Nothing in it is syntax. */
  readonly exact: string;
  /** The same for what means much the same; `""` where there is none. */
  readonly like: string;
  /** What asks the index for it where it is of a script without spaces, in place of `exact`. */
  readonly cjk: string;
  /** From 0 to 1: how much it can say, before it is looked at how rare it is. */
  readonly meaning: number;
  /** Whether it is a name that hardly means anything else: of a file, a function, a ticket. */
  readonly isName: boolean;
}

/** UTF-16 units of a prompt that are looked at, from its beginning and its end. */
const LOOKED_AT = 4000;

/** Concepts that are looked for. */
const MAX_CONCEPTS = 16;

/** Words in place of one that are looked for. */
const MAX_LIKE = 8;

const MAX_WORD = 64;

/** What stands between white space, without the signs around it. */
const TOKEN = /[\p{L}\p{N}_#$@][^\s"'`<>(){}[\],;!?*|=]*/gu;

/**
 * What a prompt is about: its words that say something, names by their parts, phrases that the table of synonyms knows, and runs of
 * scripts without spaces.
 *
 * @param prompt The prompt.
 */
export function conceptsOf(prompt: string): Concept[] {
  const text = prompt.length <= 2 * LOOKED_AT
    ? prompt
    : `${prompt.slice(0, LOOKED_AT)}\n${prompt.slice(-LOOKED_AT)}`;
  const found = new Map<string, Concept>();
  const put = (concept: Concept | null): void => {
    if (concept !== null && !found.has(concept.text)) {
      found.set(concept.text, concept);
    }
  };
  for (const term of terms(text, 60)) {
    if (!term.isWord) {
      put({ ...NOTHING, text: term.text, cjk: term.match, meaning: 1 });
    }
  }
  const tokens = Array.from(
    text.toWellFormed().matchAll(TOKEN),
    ([token]) => token.replace(/[.:\-/\\#$@_~]+$/u, ""),
  );
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if (terms(token, 1)[0]?.isWord === false) continue;
    const name = nameOf(token);
    if (name !== null) {
      put(name);
      continue;
    }
    const word = wordOf(token);
    const pair = `${word} ${wordOf(tokens[at + 1] ?? "")}`;
    const like = synonymsOf(pair);
    if (like.length > 0) {
      at++;
      put(concept(pair, like, 1));
    } else put(concept(word, synonymsOf(word), meaning(word)));
  }
  return chosen([...found.values()]);
}

const NOTHING: Omit<Concept, "text"> = {
  exact: "",
  like: "",
  cjk: "",
  meaning: 0,
  isName: false,
};

function concept(
  text: string,
  like: readonly string[],
  meaning: number,
): Concept | null {
  if (meaning === 0 || text.length > MAX_WORD || text.trim() === "") {
    return null;
  }
  return {
    ...NOTHING,
    text,
    exact: quoted(text),
    like: like.slice(0, MAX_LIKE).map(quoted).join(" OR "),
    meaning,
  };
}

/** A path, a file, or a composed name as one thing, that is found however it is written. */
function nameOf(token: string): Concept | null {
  const isPath = /[/\\]/.test(token);
  const last = token.split(/[/\\]/).findLast((it) => it !== "") ?? "";
  const stem = /^(.{2,})\.[A-Za-z][A-Za-z0-9]{0,4}$/.exec(last)?.[1];
  const name = stem ?? last;
  const parts = partsOf(name).map((it) => it.toLowerCase());
  if (parts.length === 0 || name.length > MAX_WORD) return null;
  const whole = name.toLowerCase();
  // `sign-in` and `e-mail` are words; `retry_delay` and `job-17` are names.
  const isComposed = parts.length > 1 &&
    (/[_.]|\p{N}/u.test(name) || /\p{Ll}\p{Lu}/u.test(name) ||
      parts.length > 2);
  if (!isPath && stem === undefined && !isComposed) {
    if (parts.length === 1 || /['’]/.test(name)) return null;
    const phrase = parts.join(" ");
    return concept(phrase, synonymsOf(phrase), 1);
  }
  const asked = [...new Set([parts.join(" "), whole])].map(quoted)
    .filter((it) => it !== '""').join(" OR ");
  const single = parts.length === 1 && !isPath && stem === undefined;
  return {
    ...NOTHING,
    text: whole,
    exact: asked,
    like: "",
    meaning: single ? meaning(whole) : 1,
    isName: !single,
  };
}

function wordOf(token: string): string {
  return token.toLowerCase().replace(/['’](?:s|t|re|ve|ll|d|m)?$/u, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim();
}

/** As the index's own words: all that is neither letter nor digit only parts them. */
function quoted(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim()}"`;
}

/** Names first, then what can say most, long words before short ones: a long prompt has more than can be looked for. */
function chosen(all: readonly Concept[]): Concept[] {
  if (all.length <= MAX_CONCEPTS) return [...all];
  const worth = ({ meaning, isName, text }: Concept): number =>
    (isName ? 100 : 0) + meaning * 20 + Math.min(text.length, 12);
  return [...all].sort((a, b) => worth(b) - worth(a)).slice(0, MAX_CONCEPTS);
}
