/** Something that is run again and again. */
export interface Contender {
  readonly name: string;
  /** Runs it once. Returns milliseconds. */
  run(): Promise<number>;
}

/**
 * Runs contenders in turn, A B C A B C …, so that a machine that gets slower meanwhile slows all of them.
 *
 * @param contenders What is run.
 * @param rounds How often each is run; two more rounds before do not count.
 * @returns The median of each in milliseconds, by name.
 */
export async function medians(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Map<string, number>> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -2; round < rounds; round++) {
    for (const { name, run } of contenders) {
      const time = await run();
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  return new Map(
    [...times].map(([name, all]) => [
      name,
      all.sort((a, b) => a - b)[all.length >> 1] ?? NaN,
    ]),
  );
}

/** One line of the result. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The ratio or figure that the bound is about. */
  readonly value: number;
  readonly bound: number;
}

/**
 * Prints rows as a table.
 *
 * @returns Whether every row is within its bound.
 */
export function printTable(title: string, rows: readonly Row[]): boolean {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const lines = rows.map(({ what, figure, value, bound }) => {
    const verdict = value <= bound ? "ok" : "OVER";
    return `  ${what.padEnd(width)}  ${figure.padStart(24)}  ${
      value.toFixed(2).padStart(7)
    }  ≤ ${bound.toFixed(2).padEnd(7)} ${verdict}`;
  });
  write(`${title}\n${lines.join("\n")}\n\n`);
  return rows.every(({ value, bound }) => value <= bound);
}

/** Writes to stdout. */
export function write(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
