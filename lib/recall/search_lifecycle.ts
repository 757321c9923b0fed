import type { DatabaseSync } from "node:sqlite";
import { kindToken, projectToken } from "../lifecycle/index_text.ts";
import type { ItemKind } from "../lifecycle/types.ts";
import { onIndex } from "../store/on_index.ts";
import { prepared } from "../store/prepared.ts";
import { type Term, terms } from "../store/words.ts";
import { COLUMNS, type Hit, hitsOf } from "./_hits.ts";

export type { Hit } from "./_hits.ts";

/** Among which items is looked, and how many are given. */
export interface SearchOptions {
  /** The project's identity; all projects by default. */
  readonly project?: string | null;
  /** All kinds by default. */
  readonly kinds?: readonly ItemKind[] | null;
  /** How many items at most; 20 by default. */
  readonly limit?: number;
  /** How many of the best are passed over. */
  readonly offset?: number;
}

/** What a search found. */
export interface Hits {
  readonly items: readonly Hit[];
  /** How many there are in all, up to `MAX_TOTAL`. */
  readonly total: number;
}

/** Items are counted up to here. */
export const MAX_TOTAL = 5000;

/** How much a word weighs in title, body, files, text without spaces, and scope. */
const WEIGHTS = "4.0, 1.0, 2.0, 1.0, 0.0";

const MAX_TERMS = 12;

/** Words that are in so many items tell them from others hardly any more, and ranking by them takes long. */
const COMMON = 400;

/** Letters from which on the beginning of a word is enough. */
const LEAST_PREFIX = 3;

/**
 * Searches what happened in sessions: prompts, observations and summaries that have all the words, in any order and with anything between
 * them; where none has, those that have at least half of them, the rarest first. Words are found by their stems; the last one, and one that
 * is nowhere, by its beginning, too. Nothing in a query is syntax.
 *
 * The best come first by BM25, the latest where two are as good; where all the words are common, those that have one in the title, then
 * the latest. The work is bounded, however common the words are.
 *
 * @param db The store. Its schema must have the tables of the lifecycle.
 * @param query What is looked for.
 * @param options Where, and how much.
 * @throws {IndexBroken} when the full-text index is damaged.
 */
export function searchLifecycle(
  db: DatabaseSync,
  query: string,
  { project = null, kinds = null, limit = 20, offset = 0 }: SearchOptions = {},
): Hits {
  const scope = scopeOf(project, kinds);
  return onIndex(() => {
    const asked = terms(query, MAX_TERMS, COLUMNS);
    if (asked.length === 0 || scope === null) return { items: [], total: 0 };
    const isOpen = /[\p{L}\p{N}]$/u.test(query);
    const words = asked.map((term) =>
      wordOf(db, term, scope, isOpen && term === asked.at(-1))
    ).sort((a, b) => a.items - b.items);
    const all = words.map(({ match }) => `(${match})`).join(" AND ");
    const total = countOf(db, all + scope, MAX_TOTAL);
    if (total > 0) {
      const ids = words.some(({ items }) => items < COMMON)
        ? ranked(db, words, all, scope).slice(offset, offset + limit)
        : latest(db, words, all, scope, limit, offset);
      return { items: hitsOf(db, ids), total };
    }
    const ids = withHalf(db, words, scope);
    return {
      items: hitsOf(db, ids.slice(offset, offset + limit)),
      total: ids.length,
    };
  });
}

/** One thing that is looked for, and in about how many items it is. */
interface Word {
  readonly match: string;
  readonly items: number;
}

function scopeOf(
  project: string | null,
  kinds: readonly ItemKind[] | null,
): string | null {
  if (kinds?.length === 0) return null;
  const groups: string[] = [];
  if (project !== null) groups.push(`"${projectToken(project)}"`);
  if (kinds !== null) {
    groups.push(kinds.map((kind) => `"${kindToken(kind)}"`).join(" OR "));
  }
  return groups.map((group) => ` AND (scope : (${group}))`).join("");
}

/** A word, with all that begins with it where whoever types may not have come to its end. */
function wordOf(
  db: DatabaseSync,
  term: Term,
  scope: string,
  isLast: boolean,
): Word {
  const { match, isWord, text } = term;
  const begins = { match: `${match} *` };
  const mayBegin = isWord && text.length >= LEAST_PREFIX;
  const count = (of: string): number => countOf(db, `(${of})${scope}`, COMMON);
  // What begins with a word's stem has the word itself among it.
  if (mayBegin && isLast) return { ...begins, items: count(begins.match) };
  const items = count(match);
  return mayBegin && items === 0
    ? { ...begins, items: count(begins.match) }
    : { match, items };
}

function countOf(db: DatabaseSync, match: string, most: number): number {
  const row = prepared(
    db,
    "SELECT count(*) AS n FROM (SELECT 1 FROM lifecycle_fts WHERE lifecycle_fts MATCH ? LIMIT ?)",
  ).get(match, most);
  return Number(row?.["n"]);
}

/** By the words that are not common; of the items that have those, the ones that have the others, too. */
function ranked(
  db: DatabaseSync,
  words: readonly Word[],
  all: string,
  scope: string,
): number[] {
  const rare = words.filter(({ items }) => items < COMMON)
    .map(({ match }) => `(${match})`).join(" AND ");
  const order = numbers(
    db,
    `SELECT rowid AS id FROM lifecycle_fts WHERE lifecycle_fts MATCH ?
     ORDER BY bm25(lifecycle_fts, ${WEIGHTS}), rowid DESC LIMIT ? OFFSET ?`,
    `(${rare})${scope}`,
    COMMON,
    0,
  );
  if (words.every(({ items }) => items < COMMON)) return order;
  const have = new Set(numbers(db, LATEST, all + scope, COMMON, 0));
  return order.filter((id) => have.has(id));
}

function latest(
  db: DatabaseSync,
  words: readonly Word[],
  all: string,
  scope: string,
  limit: number,
  offset: number,
): number[] {
  const [rarest] = words;
  const titled = rarest === undefined ? [] : numbers(
    db,
    LATEST,
    `(${
      rarest.match.replaceAll(`{${COLUMNS}}`, "{title}")
    }) AND ${all}${scope}`,
    offset + limit,
    0,
  );
  const others = numbers(db, LATEST, all + scope, offset + limit, 0);
  return [...new Set([...titled, ...others])].slice(offset, offset + limit);
}

const LATEST =
  "SELECT rowid AS id FROM lifecycle_fts WHERE lifecycle_fts MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?";

/** Items that have at least half of the words, those with more of them first, rare words counting more. */
function withHalf(
  db: DatabaseSync,
  words: readonly Word[],
  scope: string,
): number[] {
  const known = words.filter(({ items }) => items > 0);
  const needed = Math.ceil(words.length / 2);
  if (known.length < needed || known.length === 0) return [];
  const found = new Map<number, { words: number; score: number }>();
  for (const { match, items } of known) {
    const ids = numbers(
      db,
      LATEST,
      `(${match})${scope}`,
      COMMON,
      0,
    );
    for (const id of ids) {
      const it = found.get(id) ?? { words: 0, score: 0 };
      it.words++;
      it.score += 1 / Math.log(2 + items);
      found.set(id, it);
    }
  }
  return Array.from(found).filter(([, it]) => it.words >= needed)
    .sort(([a, first], [b, second]) => second.score - first.score || b - a)
    .map(([id]) => id);
}

function numbers(
  db: DatabaseSync,
  sql: string,
  match: string,
  limit: number,
  offset: number,
): number[] {
  return prepared(db, sql).all(match, limit, offset)
    .map((row) => Number(row["id"]));
}
