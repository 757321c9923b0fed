import type { Match } from "./_find.ts";

/**
 * Leaves matches that do not overlap, in the order of the text: of those that did, the longest, then the earlier, then the one whose
 * rule stands first. What only a dropped match covers goes to a neighbour, so that no end of a secret is left over.
 *
 * @param matches What the rules found; it is sorted.
 */
export function keptMatches(matches: Match[]): Match[] {
  matches.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Match[] = [];
  let first = 0;
  while (first < matches.length) {
    let end = (matches[first] as Match).end;
    let last = first + 1;
    for (; last < matches.length; last++) {
      const next = matches[last] as Match;
      if (next.start >= end) break;
      if (next.end > end) end = next.end;
    }
    if (last === first + 1) kept.push(matches[first] as Match);
    else kept.push(...winners(matches.slice(first, last), end));
    first = last;
  }
  return kept;
}

/** The longest ones of matches that overlap without a gap, widened to cover all that they cover. */
function winners(cluster: readonly Match[], end: number): Match[] {
  const start = (cluster[0] as Match).start;
  const longestFirst = [...cluster].sort((a, b) =>
    (b.end - b.start) - (a.end - a.start) || a.start - b.start ||
    a.order - b.order
  );
  const won: Match[] = [];
  for (const match of longestFirst) {
    const place = placeOf(won, match.start);
    const before = won[place - 1];
    const after = won[place];
    if (before !== undefined && before.end > match.start) continue;
    if (after !== undefined && after.start < match.end) continue;
    won.splice(place, 0, match);
  }
  return won.map((match, index) => ({
    ...match,
    start: index === 0 ? start : match.start,
    end: won[index + 1]?.start ?? end,
  }));
}

/** How many of the sorted matches start before an index. */
function placeOf(sorted: readonly Match[], index: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Match).start < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
