import { assert } from "@std/assert";

/** How much longer four times the work may take: linear work takes four times as long, quadratic work sixteen times. */
const MOST = 9;

/** Rounds that are measured at most. */
const ROUNDS = 12;

/**
 * Asserts that some work takes time in proportion to its size, however slow the machine is: four times the work is compared with the
 * work itself. Of several rounds the least times count, since other programs only ever make a time longer.
 *
 * @param size The smaller size.
 * @param prepare Makes the work of a size; what it returns is measured.
 */
export async function assertLinear(
  size: number,
  prepare: (size: number) => () => unknown,
): Promise<void> {
  let [small, large] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, await timeOf(prepare(size)));
    large = Math.min(large, await timeOf(prepare(4 * size)));
    // The first round runs code that is not compiled yet.
    if (round > 0 && large < MOST * small) return;
  }
  assert(false, `${size}: ${small} ms, ${4 * size}: ${large} ms`);
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
