import type { DatabaseSync } from "node:sqlite";
import type { Scope } from "./domain.ts";
import { onIndex } from "../store/on_index.ts";
import { CONTRADICTED, typeToken } from "./_indexed.ts";
import type { MemoryType } from "./memory.ts";
import { prepared } from "../store/prepared.ts";
import { type Term, terms } from "../store/words.ts";

/** Among which memories is looked. */
export interface Filter {
  readonly scope: Scope;
  readonly type?: MemoryType | null;
  /** Leaves out contradicted ones. */
  readonly isSound?: boolean;
}

/** How much a word weighs in title, tags, text, text without spaces, and scope. */
const WEIGHTS = "6.0, 4.0, 1.0, 1.0, 0.0";

const MAX_TERMS = 12;

/** Memories that are ranked for one query: each costs a microsecond. Words that are in more are too common to tell one from another. */
const MAX_RANKED = 3000;
const MAX_RANKED_TERMS = 6;

/** Words of a long text, those of them that are looked at, and memories that are ranked by them. */
const CLOSEST_OF = 40;
const CLOSEST_TERMS = 8;
const CLOSEST_RANKED = 500;

/** The rarest words, all of which a memory has to have to count as one that has all. */
const MAX_ALL = 4;

/** The best of each list that go into the final order. */
const DEPTH = 60;

/** The latest memories with a part of a word, among which those of a scope are looked for. */
const MAX_PARTS = 500;

/** Letters of such a part that are looked for. */
const PART_LENGTH = 24;

/** Memories that are looked at to know how common a word is. */
const SAMPLE = 50;

/** The constant of reciprocal rank fusion (source: Cormack, Clarke and Büttcher, 2009). */
const FUSION = 60;

/**
 * Finds memories by words: the best first. Three lists make one by reciprocal rank fusion: by BM25, where title and tags weigh more; those
 * that have all the words; and those in which the words are parts of words. The latest goes first where two are as good.
 *
 * The work is bounded however common the words are: of those that nearly every memory has, only the latest memories are looked at.
 *
 * @param limit How many at most.
 * @returns Their numbers.
 */
export function rank(
  db: DatabaseSync,
  query: string,
  filter: Filter,
  limit: number,
): number[] {
  return onIndex(() => fused(db, query, filter, limit));
}

function fused(
  db: DatabaseSync,
  query: string,
  filter: Filter,
  limit: number,
): number[] {
  const asked = terms(query, MAX_TERMS);
  if (asked.length === 0) return [];
  const condition = conditionOf(filter);
  const newest = newestId(db);
  const known: { term: Term; memories: number }[] = [];
  const unknown: Term[] = [];
  for (const term of asked) {
    const memories = estimate(db, term, newest);
    if (memories > 0) known.push({ term, memories });
    else unknown.push(term);
  }
  known.sort((a, b) => a.memories - b.memories);
  const scores = new Map<number, number>();
  const fuse = (ids: readonly number[], weight: number): void => {
    ids.forEach((id, at) =>
      scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION + at))
    );
  };
  if (known.length > 0) {
    const ranked = byWords(db, known, condition);
    fuse(ranked, 1);
    if (known.length > 1) {
      const all = known.slice(0, MAX_ALL).map(({ term }) => `(${term.match})`)
        .join(" AND ");
      const place = new Map(ranked.map((id, at) => [id, at]));
      const best = (id: number): number => place.get(id) ?? DEPTH;
      fuse(
        latest(db, all + condition.words, DEPTH)
          .sort((a, b) => best(a) - best(b) || b - a),
        unknown.length === 0 ? 1 : 0.5,
      );
    }
  }
  // Parts of several words that are all words, too, would be asked for in vain, and at some cost.
  const parts = unknown.length > 0
    ? unknown
    : known.length === 1 && scores.size < limit
    ? asked
    : [];
  fuse(byParts(db, parts, filter), 0.5);
  return [...scores].sort(([a, first], [b, second]) => second - first || b - a)
    .slice(0, limit).map(([id]) => id);
}

/**
 * Finds memories by the words that tell them from others: a quick look, and no order by how good they are but BM25's.
 *
 * @param limit How many at most.
 */
export function closest(
  db: DatabaseSync,
  text: string,
  filter: Filter,
  limit: number,
): number[] {
  return onIndex(() => {
    const newest = newestId(db);
    // Long words are rare ones.
    const known = terms(text, CLOSEST_OF)
      .sort((a, b) => b.text.length - a.text.length).slice(0, CLOSEST_TERMS)
      .map((term) => ({ term, memories: estimate(db, term, newest) }))
      .filter(({ memories }) => memories > 0 && memories <= CLOSEST_RANKED)
      .sort((a, b) => a.memories - b.memories).slice(0, 3);
    return known.length === 0
      ? []
      : byWords(db, known, conditionOf(filter)).slice(0, limit);
  });
}

/** The latest memories of a scope, or those before or after one. */
export function latestOf(
  db: DatabaseSync,
  filter: Filter,
  limit: number,
  from: { readonly before: number } | { readonly after: number } = {
    before: Number.MAX_SAFE_INTEGER,
  },
): number[] {
  const match = conditionOf(filter).alone;
  if (match === null) return [];
  const [where, order, id] = "after" in from
    ? [">", "ASC", from.after] as const
    : ["<", "DESC", from.before] as const;
  return onIndex(() =>
    prepared(
      db,
      `SELECT rowid AS id FROM memories_fts WHERE memories_fts MATCH ? AND rowid ${where} ? ORDER BY rowid ${order} LIMIT ?`,
    ).all(match, id, limit).map((row) => Number(row["id"]))
  );
}

/** How many memories there are in a scope. */
export function countOf(db: DatabaseSync, filter: Filter): number {
  const match = conditionOf(filter).alone;
  if (match === null) return 0;
  return onIndex(() =>
    Number(
      prepared(
        db,
        "SELECT count(*) AS n FROM memories_fts WHERE memories_fts MATCH ?",
      ).get(match)?.["n"],
    )
  );
}

/** What a filter asks of the indexes. */
interface Condition {
  /** To be put after a query of the words' index. */
  readonly words: string;
  /** A query by itself; `null` where nothing is in the scope. */
  readonly alone: string | null;
}

function conditionOf({ scope, type, isSound }: Filter): Condition {
  const any = ["tn", "tc", "ta", "tr", "th", "td"];
  const groups: string[][] = [];
  // A domain that nobody knows: no memory has its token.
  if (scope.paths !== null) {
    groups.push(
      scope.ids.length === 0 ? ["d0"] : scope.ids.map((id) => `d${id}`),
    );
  }
  if (type) groups.push([typeToken(type)]);
  const words = groups.map((group) => `(scope : (${quoted(group)}))`);
  const alone = words.length === 0 ? `scope : (${quoted(any)})` : words
    .join(" AND ");
  return {
    words: words.map((it) => ` AND ${it}`).join(""),
    alone: scope.paths !== null && scope.ids.length === 0
      ? null
      : isSound
      ? `(${alone}) NOT (scope : "${CONTRADICTED}")`
      : alone,
  };
}

function quoted(tokens: readonly string[]): string {
  return tokens.map((it) => `"${it}"`).join(" OR ");
}

/** About how many memories have a word, by the latest that do. */
function estimate(db: DatabaseSync, term: Term, newest: number): number {
  const ids = latest(db, term.match, SAMPLE);
  if (ids.length < SAMPLE) return ids.length;
  return Math.round(SAMPLE * newest / (newest - (ids.at(-1) ?? 0) + 1));
}

function newestId(db: DatabaseSync): number {
  return Number(
    prepared(db, "SELECT max(id) AS id FROM memories").get()?.["id"] ?? 0,
  );
}

function byWords(
  db: DatabaseSync,
  known: readonly { readonly term: Term; readonly memories: number }[],
  condition: Condition,
): number[] {
  const chosen: string[] = [];
  let sum = 0;
  for (const { term, memories } of known) {
    sum += memories;
    if (sum > MAX_RANKED || chosen.length === MAX_RANKED_TERMS) break;
    chosen.push(`(${term.match})`);
  }
  if (chosen.length > 0) {
    return prepared(
      db,
      `SELECT rowid AS id FROM memories_fts WHERE memories_fts MATCH ?
       ORDER BY bm25(memories_fts, ${WEIGHTS}), rowid DESC LIMIT ${DEPTH}`,
    ).all(`(${chosen.join(" OR ")})${condition.words}`)
      .map((row) => Number(row["id"]));
  }
  const [rarest] = known;
  if (rarest === undefined) return [];
  const { match, isWord, text } = rarest.term;
  // Where it is in the title or a tag, that says more than when.
  const titled = isWord
    ? latest(db, `({title tags} : "${text}")${condition.words}`, DEPTH)
    : [];
  const others = latest(db, `(${match})${condition.words}`, DEPTH);
  return [...new Set([...titled, ...others])].slice(0, DEPTH);
}

/** The latest memories in which a word is a part of a word: the longest one, since each costs ten milliseconds where its letters are common. */
function byParts(
  db: DatabaseSync,
  words: readonly Term[],
  { scope, type }: Filter,
): number[] {
  const [longest] = words.filter(({ isWord }) => isWord)
    .map(({ text }) => Array.from(text))
    .sort((a, b) => b.length - a.length);
  if (longest === undefined || longest.length < 3) return [];
  const tokens = scope.ids.map((id) => `|d${id}|`);
  const kind = type ? `|${typeToken(type)}|` : "";
  const isIn = (its: string): boolean =>
    its.includes(kind) &&
    (scope.paths === null || tokens.some((it) => its.includes(it)));
  return prepared(
    db,
    `SELECT id, scope FROM memories WHERE id IN (
       SELECT rowid FROM memories_trigram WHERE memories_trigram MATCH ? ORDER BY rowid DESC LIMIT ${MAX_PARTS}
     ) ORDER BY id DESC`,
  ).all(`"${longest.slice(0, PART_LENGTH).join("")}"`)
    .filter((row) => isIn(String(row["scope"]))).slice(0, DEPTH)
    .map((row) => Number(row["id"]));
}

function latest(db: DatabaseSync, match: string, limit: number): number[] {
  return prepared(
    db,
    "SELECT rowid AS id FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rowid DESC LIMIT ?",
  ).all(match, limit).map((row) => Number(row["id"]));
}
