const DAY_MS = 86_400_000;

/**
 * The last days up to today, also those that have nothing.
 *
 * @param days The days that have something.
 * @param now The time, in ms since the epoch.
 * @param count How many days.
 * @param nothing Makes what stands for a day without anything.
 * @returns Latest last.
 */
export function everyDay<T extends { readonly day: string }>(
  days: readonly T[],
  now: number,
  count: number,
  nothing: (day: string) => T,
): T[] {
  const known = new Map(days.map((it) => [it.day, it]));
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(now - (count - 1 - at) * DAY_MS).toISOString()
      .slice(0, 10);
    return known.get(day) ?? nothing(day);
  });
}
