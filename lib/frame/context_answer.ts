import type { EventName } from "../event.ts";

/**
 * What tells the model something, in both shapes: Claude Code reads only the nested one, and only with the event's own name; other hosts,
 * and the seed, read the top-level one (Claude Code 2.1.332, measured: with both present the text arrives once).
 *
 * @param event The event that is answered.
 * @param text What the model is told; `""` is answered by no bytes at all.
 */
export function contextAnswer(event: EventName, text: string): string {
  if (text === "") return "";
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: text },
    additionalContext: text,
  }) + "\n";
}
