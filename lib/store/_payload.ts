/**
 * The payload of a stored row. One that somebody has spoiled counts as empty: only `verifyChain()` has something to say about it.
 *
 * @param text JSON.
 */
export function parsePayload(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === "object" && value !== null
      ? value as Record<string, unknown>
      : {};
  } catch {
    return {};
  }
}
