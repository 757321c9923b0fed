import type { Log } from "../../lib/log.ts";

/** A log in memory: one line a message, as `WARN message`. */
export interface RecordedLog extends Log {
  readonly lines: string[];
}

/** Makes a log that keeps its lines for the test to look at. */
export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  return {
    lines,
    info: (message) => void lines.push(`INFO ${message}`),
    warn: (message) => void lines.push(`WARN ${message}`),
    error: (message, cause) =>
      void lines.push(
        `ERROR ${message}${cause === undefined ? "" : `: ${cause}`}`,
      ),
  };
}
