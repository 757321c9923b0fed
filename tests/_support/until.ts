/**
 * Waits for a condition, asking every 5 ms.
 *
 * @param what The condition in words, for the error.
 * @param holds Asks.
 * @param withinMs How long to wait at most, in milliseconds. It is there to end a hang only: no machine is too slow for a test.
 * @throws {Deno.errors.TimedOut} when it does not come true in time.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!await holds()) {
    if (performance.now() > end) {
      throw new Deno.errors.TimedOut(
        `Cannot wait longer for ${what}: ${withinMs} ms are over`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
