import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import type { Concept } from "./_concepts.ts";
import { matcherOf } from "./_matcher.ts";

/** A full-text index in which is looked. */
export interface Pool {
  readonly db: DatabaseSync;
  readonly table: "lifecycle_fts" | "memories_fts" | "notes_fts";
  /** The columns of texts. */
  readonly columns: string;
  /** About how many items there are. */
  readonly size: number;
  /** Which of some items may be told of; in the same order. */
  inScope(items: readonly number[]): number[];
  /** All that the index has of an item. */
  text(item: number): string;
}

/** How well an item meets what was asked. */
export interface Match {
  readonly id: number;
  /** From 0 to 1: the share of what was asked, by weight, that the item has. */
  readonly coverage: number;
  /** Concepts that say something and that it has. */
  readonly concepts: number;
  /** Whether a name, of a file or a function, is among them. */
  readonly hasName: boolean;
}

/**
 * Items of one concept that are looked at, the latest ones. What is in more is common: it finds items only together with another one, or
 * as a name.
 */
const MAX_ITEMS = 300;

/** Common concepts, two of which an item may have, and items that have. */
const MAX_PAIRED = 4;
const MAX_PAIRS = 400;

/** The best items by what is rare, of which is asked whether they may be told of; and those of which is read what they say. */
const MAX_ASKED = 400;
const MAX_READ = 100;

/** The share of what was asked, by weight, that an item has to have. */
export const LEAST_COVERAGE = 0.55;

/** A small pool cannot tell what is rare. */
const LEAST_SIZE = 300;

/** The weight of what no item has, in terms of its share of the items: a name that is not known, and a word of the person's own. */
const FOREIGN_SHARE = 1 / 100;
const UNKNOWN_SHARE = 1 / 15;

/** What means much the same counts less than the word itself. */
const LIKE = 0.75;

/** Of a long prompt so many concepts, the weightiest, have to be met, not all. */
const ENOUGH_CONCEPTS = 7;

/**
 * Finds the items that have more than half of what was asked, by rarity: what few items have counts most.
 *
 * The index is asked once for each concept, without anything that bounds it to a project: it would go through all items of that each time.
 *
 * @param pool Where is looked.
 * @param concepts What was asked.
 * @param limit How many items at most, the best.
 */
export function cover(
  pool: Pool,
  concepts: readonly Concept[],
  limit: number,
): Match[] {
  if (pool.size === 0) return [];
  const looked = concepts.map((concept) => look(pool, concept));
  const newest = Math.max(
    ...looked.flatMap(({ exact, like }) => [exact[0] ?? 0, like[0] ?? 0]),
  );
  const size = Math.max(pool.size, LEAST_SIZE);
  const weighed = looked.map((it) => ({
    ...it,
    weight: weightOf(it, newest, size),
  }));
  const tallies = new Map<number, Tally>();
  const tallyOf = (id: number): Tally => {
    let tally = tallies.get(id);
    if (tally === undefined) {
      tally = { score: 0, concepts: 0, hasName: false };
      tallies.set(id, tally);
    }
    return tally;
  };
  for (const { concept, exact, like, isCommon, weight } of weighed) {
    if (isCommon) {
      // Whether an item has it is found out when its text is read.
      if (concept.isName) exact.forEach(tallyOf);
      continue;
    }
    for (const id of exact) give(tallyOf(id), concept, weight);
    if (like.length === 0) continue;
    const known = new Set(exact);
    for (const id of like) {
      if (!known.has(id)) give(tallyOf(id), concept, weight * LIKE);
    }
  }
  // Of what all items have, too, it is counted whether an item has it, though it weighs nothing.
  const common = weighed.filter(({ isCommon }) => isCommon);
  const enough = weighed.map(({ weight }) => weight).sort((a, b) => b - a)
    .slice(0, ENOUGH_CONCEPTS).reduce((sum, weight) => sum + weight, 0);
  // What an item's text may add to what is known of it.
  const more = common.reduce((sum, { weight }) => sum + weight, 0);
  const isHopeless = (score: number): boolean =>
    score + more < enough * LEAST_COVERAGE;
  if (!isHopeless(0)) { for (const id of pairs(pool, common)) tallyOf(id); }
  const best = [...tallies].filter(([, { score }]) => !isHopeless(score))
    .sort(([a, first], [b, second]) => second.score - first.score || b - a)
    .slice(0, MAX_ASKED).map(([id]) => id);
  if (best.length === 0 || enough === 0) return [];
  const matchers = common.map((it) => ({
    ...it,
    isIn: matcherOf(it.concept),
  }));
  return pool.inScope(best).slice(0, MAX_READ).map((id) => {
    const tally = tallyOf(id);
    if (matchers.length > 0) {
      const text = pool.text(id);
      const read = { text, lower: text.toLowerCase() };
      for (const { concept, weight, isIn } of matchers) {
        if (isIn(read)) give(tally, concept, weight);
      }
    }
    return {
      id,
      coverage: Math.min(1, tally.score / enough),
      concepts: tally.concepts,
      hasName: tally.hasName,
    };
  }).filter(({ coverage }) => coverage >= LEAST_COVERAGE)
    .sort((a, b) => b.coverage - a.coverage || b.id - a.id).slice(0, limit);
}

/** What is known of an item so far. */
interface Tally {
  score: number;
  concepts: number;
  hasName: boolean;
}

function give(tally: Tally, concept: Concept, weight: number): void {
  tally.score += weight;
  if (concept.meaning >= 0.5) tally.concepts++;
  tally.hasName ||= concept.isName;
}

/** What the index gives for a concept. */
interface Looked {
  readonly concept: Concept;
  readonly query: string;
  /** The latest items that have it. */
  readonly exact: readonly number[];
  /** Items with what means much the same; of a common concept, or one that says little, none. */
  readonly like: readonly number[];
  readonly isCommon: boolean;
}

function look(pool: Pool, concept: Concept): Looked {
  const query = queryOf(pool, concept, concept.exact);
  const exact = items(pool, query, MAX_ITEMS);
  const isCommon = exact.length === MAX_ITEMS;
  const like = isCommon || concept.meaning < 0.5 || concept.like === ""
    ? []
    : items(pool, queryOf(pool, concept, concept.like), MAX_ITEMS);
  return { concept, query, exact, like, isCommon };
}

/** Items that have two of the common concepts, the rarest of which are asked for: one of them alone tells nothing. */
function pairs(
  pool: Pool,
  common: readonly (Looked & { readonly weight: number })[],
): number[] {
  const paired = common
    .filter(({ concept, weight }) => concept.meaning >= 0.5 && weight > 0)
    .sort((a, b) => b.weight - a.weight).slice(0, MAX_PAIRED)
    .map(({ query }) => `(${query})`);
  const both = paired.flatMap((first, at) =>
    paired.slice(at + 1).map((second) => `(${first} AND ${second})`)
  );
  return items(pool, both.join(" OR "), MAX_PAIRS);
}

function weightOf(
  { concept, exact, like, isCommon }: Looked,
  newest: number,
  size: number,
): number {
  // Of a common one, by how far back the latest of them go, in numbers: of these there may be more than items.
  const count = isCommon
    ? MAX_ITEMS * newest / (newest - (exact.at(-1) ?? 0) + 1)
    : exact.length > 0
    ? exact.length
    : like.length;
  const share = count > 0
    ? Math.min(1, count / size)
    : concept.isName
    ? FOREIGN_SHARE
    : UNKNOWN_SHARE;
  // What all items have weighs nothing.
  return concept.meaning * (Math.log(1 + 1 / share) - Math.LN2);
}

function queryOf(pool: Pool, concept: Concept, expression: string): string {
  if (concept.cjk !== "") return expression === "" ? concept.cjk : "";
  return expression === "" ? "" : `{${pool.columns}} : (${expression})`;
}

/** The latest items that a query finds. They come as one text: a row for each would take five times as long. */
function items(
  { db, table }: Pool,
  query: string,
  limit: number,
): number[] {
  if (query === "") return [];
  const row = prepared(
    db,
    `SELECT group_concat(rowid) AS ids FROM (
       SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?
     )`,
  ).get(query, limit);
  const ids = row?.["ids"];
  return typeof ids === "string"
    ? ids.split(",").map(Number)
    : typeof ids === "number"
    ? [ids]
    : [];
}
