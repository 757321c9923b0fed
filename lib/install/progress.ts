/** Tells the user what takes long. */
export interface Progress {
  /** Runs a step and names it, once the run is one that takes long. */
  step<T>(label: string, task: () => Promise<T>): Promise<T>;
  /** Says how far a step is, at most once a second. */
  count(label: string, done: number, total: number | null): void;
  /** Says something at once. */
  say(message: string): void;
}

/** Milliseconds from which on a run takes long, and between two counts. */
const LONG_MS = 1000;

/**
 * Opens the progress of one run. Each step is named as it begins; what begins within the first second is only named where it
 * goes on for longer.
 *
 * @param write Gets whole lines, for stderr.
 * @param quietMs Milliseconds after which the first step is named: 0 where somebody looks on.
 * @param intervalMs Milliseconds between two counts.
 */
export function openProgress(
  write: (text: string) => void,
  quietMs = LONG_MS,
  intervalMs = LONG_MS,
): Progress {
  const opened = performance.now();
  let counted = { label: "", at: 0 };
  return {
    async step(label, task) {
      const say = (): void => write(`${label} …\n`);
      const quiet = quietMs - (performance.now() - opened);
      if (quiet <= 0) {
        say();
        return await task();
      }
      const timer = setTimeout(say, quiet);
      try {
        return await task();
      } finally {
        clearTimeout(timer);
      }
    },
    count(label, done, total) {
      const at = performance.now();
      // The first count of a step only starts the clock.
      const isDue = counted.label === label && at - counted.at >= intervalMs;
      if (isDue || counted.label !== label) counted = { label, at };
      if (!isDue) return;
      write(`${label}: ${done}${total === null ? "" : ` of ${total}`}\n`);
    },
    say: (message) => write(`${message}\n`),
  };
}
