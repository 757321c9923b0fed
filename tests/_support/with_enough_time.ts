/**
 * Gives a program more and more time until it comes as far as it must before its time is over: a slow machine may have it killed
 * before it has begun. At an ordinary pace the first time is enough.
 *
 * @param firstMs The first time, in milliseconds; the next is four times as long, and so on.
 * @param attempt Runs the program with so many milliseconds, from a clean start, and says whether it came so far.
 * @throws {Error} when it never does.
 */
export async function withEnoughTime(
  firstMs: number,
  attempt: (timeMs: number) => Promise<boolean>,
): Promise<void> {
  for (let timeMs = firstMs; timeMs <= firstMs * 256; timeMs *= 4) {
    if (await attempt(timeMs)) return;
  }
  throw new Error(
    "Cannot see what happens when the time is over: the program never began",
  );
}
