/**
 * The answer of SessionStart in both shapes: Claude Code reads only the nested one, and only with the event's own name; other
 * hosts, and the seed, read the top-level one (Claude Code 2.1.332, measured: with both present the text arrives once).
 *
 * @param text The brief; `""` is answered by no bytes at all.
 */
export function answer(text: string): string {
  if (text === "") return "";
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: text,
    },
    additionalContext: text,
  }) + "\n";
}
