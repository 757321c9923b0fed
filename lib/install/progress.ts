/** Tells the user what takes long. */
export interface Progress {
  /** Runs a step; it is named when it has taken over a second. */
  step<T>(label: string, task: () => Promise<T>): Promise<T>;
  /** Says how far a step is, at most once a second. */
  count(label: string, done: number, total: number | null): void;
  /** Says something at once. */
  say(message: string): void;
}

/**
 * Opens the progress of one run.
 *
 * @param write Gets whole lines, for stderr.
 * @param delayMs Milliseconds after which a step is named, and between two counts.
 */
export function openProgress(
  write: (text: string) => void,
  delayMs = 1000,
): Progress {
  let counted = { label: "", at: 0 };
  return {
    async step(label, task) {
      const timer = setTimeout(() => write(`${label} …\n`), delayMs);
      try {
        return await task();
      } finally {
        clearTimeout(timer);
      }
    },
    count(label, done, total) {
      const at = performance.now();
      // The first count of a step only starts the clock.
      const isDue = counted.label === label && at - counted.at >= delayMs;
      if (isDue || counted.label !== label) counted = { label, at };
      if (!isDue) return;
      write(`${label}: ${done}${total === null ? "" : ` of ${total}`}\n`);
    },
    say: (message) => write(`${message}\n`),
  };
}
