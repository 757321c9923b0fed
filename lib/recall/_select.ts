import type { Found } from "./_found.ts";
import { LEAST_COVERAGE } from "./_pool.ts";
import type { RecallQuery } from "./recall.ts";

/** How much of the best item's score others need. */
const CLOSE_TO_BEST = 0.9;

/**
 * Where more sessions, notes and memories than these are as good as the best one, what they have in common is not what the prompt is about:
 * few of them are told.
 */
const ALIKE = 0.95;
const MAX_ALIKE = 6;
const FEW = 2;

/** Items of one session; notes; memories. */
const MAX_OF_SESSION = 2;
const MAX_NOTES = 2;
const MAX_MEMORIES = 3;

/** The constant of the fusion. */
const FUSION = 60;

/** How far below the nearest item's cosine another one may be. */
const NEAR_BEST = 0.1;

const MOST: Readonly<Record<string, number>> = {
  note: MAX_NOTES,
  memory: MAX_MEMORIES,
};

/** The share of words in common from which on two items say the same. */
const SAME = 0.6;

/** Chooses what is told: what is relevant enough, the best first, each thing once. */
export function select(
  found: readonly Found[],
  { session, told, maxItems }: Pick<
    RecallQuery,
    "session" | "told" | "maxItems"
  >,
): Found[] {
  const others = found.filter((it) =>
    it.session === "" || it.session !== session
  );
  const { order, most } = fused(byWords(others, maxItems), others, maxItems);
  const known = new Set(told);
  const chosen: { it: Found; words: ReadonlySet<string> }[] = [];
  const counts = new Map<string, number>();
  for (const it of order) {
    if (chosen.length === most) break;
    if (known.has(it.address)) continue;
    const group = it.session === "" ? it.kind : `session ${it.session}`;
    const count = counts.get(group) ?? 0;
    if (count >= (MOST[group] ?? MAX_OF_SESSION)) continue;
    const words = wordsOf(it);
    if (chosen.some((other) => share(words, other.words) >= SAME)) continue;
    counts.set(group, count + 1);
    chosen.push({ it, words });
  }
  return chosen.map(({ it }) => it);
}

/** Items in the order in which they may be told, and how many. */
interface Order {
  readonly order: readonly Found[];
  readonly most: number;
}

/** What is relevant by its words. */
function byWords(found: readonly Found[], maxItems: number): Order {
  const scored = found
    .filter(({ match }) =>
      match.coverage >= LEAST_COVERAGE &&
      (match.concepts >= 2 || match.hasName)
    )
    .map((it) => ({ it, score: it.match.coverage * it.worth }))
    .sort((a, b) => b.score - a.score || b.it.at - a.it.at);
  const best = scored[0]?.score ?? 0;
  const alike = new Set(
    scored.filter(({ score }) => score >= best * ALIKE)
      .map(({ it }) => it.session || it.address),
  );
  return {
    order: scored.filter(({ score }) => score >= best * CLOSE_TO_BEST)
      .map(({ it }) => it),
    most: alike.size > MAX_ALIKE ? Math.min(maxItems, FEW) : maxItems,
  };
}

/**
 * Reciprocal rank fusion of what is relevant by its words and what is by its meaning. Without a model the first is given as it is.
 *
 * Source: Cormack, Clarke and Büttcher, 2009.
 */
function fused(
  words: Order,
  found: readonly Found[],
  maxItems: number,
): Order {
  const close = found.filter(({ near }) => near?.isClose);
  if (close.length === 0) return words;
  const best = Math.max(...close.map(({ near }) => near?.cosine ?? 0));
  const scores = new Map<Found, number>();
  words.order.forEach((it, at) => scores.set(it, 1 / (FUSION + at)));
  for (const it of close) {
    if ((it.near?.cosine ?? 0) >= best - NEAR_BEST) {
      scores.set(it, scores.get(it) ?? 0);
    }
  }
  for (const [it, score] of scores) {
    if (it.near !== null) scores.set(it, score + 1 / (FUSION + it.near.rank));
  }
  return {
    order: [...scores].sort(([a, first], [b, second]) =>
      second - first || b.at - a.at
    ).map(([it]) => it),
    most: Math.max(words.most, Math.min(maxItems, close.length)),
  };
}

function wordsOf({ title, text }: Found): ReadonlySet<string> {
  return new Set(
    `${title} ${text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
