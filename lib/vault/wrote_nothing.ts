/**
 * Whether a tool that writes files has written nothing: the content stayed as it was, or the edit is only staged.
 *
 * @param response The tool's answer, `tool_response` of PostToolUse or `toolUseResult` in a transcript (Claude Code 2.1.332, measured).
 */
export function wroteNothing(response: unknown): boolean {
  if (typeof response !== "object" || response === null) return false;
  const { staged, type, structuredPatch, content, originalFile } =
    response as Record<string, unknown>;
  if (staged === true) return true;
  // A new file has an empty patch as well; only a file that was there before can stay as it was.
  const unchanged = Array.isArray(structuredPatch) &&
    structuredPatch.length === 0;
  return unchanged && type !== "create" &&
    (content === undefined || content === originalFile);
}
