import type { HookKind, HookOutcome, Invocation } from "../telemetry.ts";

const KINDS: Readonly<Record<HookKind, true>> = {
  userpromptsubmit: true,
  posttooluse: true,
  posttoolusefailure: true,
  stop: true,
};

const OUTCOMES: Readonly<Record<HookOutcome, true>> = {
  emitted: true,
  redaction_failed: true,
  socket_unavailable: true,
  emit_timeout: true,
  invalid_payload: true,
  spool_full: true,
  private: true,
};

/**
 * Reads the line of one invocation. What becomes a label or an attribute is a known word, a number or a safe id, whoever wrote it.
 *
 * @param line One line of the file.
 * @returns `null` where it is none, such as the end of a file that was cut off.
 */
export function readInvocation(line: string): Invocation | null {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const hookKind = wordOf(KINDS, value["hookKind"]);
  const outcome = wordOf(OUTCOMES, value["outcome"]);
  const startMs = numberOf(value["startMs"]);
  const durationMs = numberOf(value["durationMs"]);
  const redactionMatchCount = numberOf(value["redactionMatchCount"]);
  if (
    hookKind === null || outcome === null || startMs === null ||
    durationMs === null || redactionMatchCount === null
  ) return null;
  return {
    hookKind,
    outcome,
    startMs,
    durationMs,
    redactionMatchCount,
    redactions: redactionsOf(value["redactions"]),
    sessionId: matching(/^[A-Za-z0-9._-]{1,128}$/, value["sessionId"]),
    traceId: matching(/^(?!0+$)[0-9a-f]{32}$/, value["traceId"]),
    parent: matching(/^[0-9a-f-]{55}(?:-.{0,400})?$/, value["parent"]),
  };
}

function wordOf<Word extends string>(
  words: Readonly<Record<Word, true>>,
  value: unknown,
): Word | null {
  return typeof value === "string" && Object.hasOwn(words, value)
    ? value as Word
    : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && Number.isFinite(value)
    ? value
    : null;
}

function matching(shape: RegExp, value: unknown): string | null {
  return typeof value === "string" && shape.test(value) ? value : null;
}

function redactionsOf(value: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  if (typeof value !== "object" || value === null) return counts;
  for (const [pattern, count] of Object.entries(value)) {
    const matches = numberOf(count);
    if (/^[a-z0-9_]{1,40}$/.test(pattern) && matches !== null) {
      counts.set(pattern, matches);
    }
  }
  return counts;
}
