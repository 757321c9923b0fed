/** How often each rule matched, by its name. */
export type Counts = ReadonlyMap<string, number>;

/**
 * How many matches there are in all.
 *
 * @param counts Matches by rule.
 */
export function matchCount(counts: Counts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/**
 * Adds counts to others.
 *
 * @param to What is added to; it changes.
 * @param counts What is added.
 */
export function addCounts(to: Map<string, number>, counts: Counts): void {
  for (const [name, count] of counts) {
    to.set(name, (to.get(name) ?? 0) + count);
  }
}
