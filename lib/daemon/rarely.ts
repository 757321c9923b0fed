/** Milliseconds for which one line in the log is enough. */
const PAUSE_MS = 60_000;

/**
 * Says things of one kind at most once a minute, and how many were not said: what goes wrong with every row must not fill the log.
 *
 * @param say Writes a line.
 * @returns Is told each time.
 */
export function rarely(
  say: (message: string) => void,
): (message: string) => void {
  let last = -Infinity;
  let unsaid = 0;
  return (message) => {
    const now = performance.now();
    if (now - last < PAUSE_MS) {
      unsaid++;
      return;
    }
    say(unsaid === 0 ? message : `${message} (and ${unsaid} more before)`);
    last = now;
    unsaid = 0;
  };
}
