import type { DatabaseSync } from "node:sqlite";
import { EVERYTHING } from "./domain.ts";
import type { Similar } from "./memory.ts";
import { oneLine } from "./one_line.ts";
import { closest } from "./_rank.ts";
import { storedById } from "./_stored.ts";
import { terms } from "../store/words.ts";
import type { Draft } from "./_write.ts";

/** The share of words that two texts must have in common. */
const ENOUGH = 0.6;

const COMPARED_WORDS = 200;
const MAX_SIMILAR = 3;

/** Memories of the same type that say much the same as one that is to be written. */
export function similarTo(db: DatabaseSync, draft: Draft): Similar[] {
  const text = `${draft.title} ${draft.content}`;
  const words = wordsOf(text);
  if (words.size < 3) return [];
  const filter = { scope: EVERYTHING, type: draft.type };
  const found: Similar[] = [];
  for (const id of closest(db, text, filter, 5)) {
    const it = storedById(db, id, 4000);
    if (it === null) continue;
    if (share(words, wordsOf(`${it.title} ${it.content}`)) < ENOUGH) continue;
    found.push({
      uid: it.uid,
      type: it.type,
      domain: it.domain,
      title: it.title,
      snippet: oneLine(it.content, 160),
    });
  }
  return found.slice(0, MAX_SIMILAR);
}

function wordsOf(text: string): Set<string> {
  return new Set(terms(text, COMPARED_WORDS).map((term) => term.text));
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}
