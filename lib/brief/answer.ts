/**
 * The answer of SessionStart in both shapes: Claude Code reads only the nested one, and only with the event's own name; other
 * hosts, and the seed, read the top-level one (Claude Code 2.1.332, measured: with both present the text arrives once).
 *
 * @param text The brief.
 * @param message What the person is told and the model is not. Where there is neither, the answer is no bytes at all.
 */
export function answer(text: string, message = ""): string {
  if (text + message === "") return "";
  return JSON.stringify({
    ...text === "" ? {} : {
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: text,
      },
      additionalContext: text,
    },
    ...message === "" ? {} : { systemMessage: message },
  }) + "\n";
}
