import type { CallToolResult } from "@modelcontextprotocol/sdk/types";

/** What went wrong with a call, in words for the model: what it may do about it. Nothing else of an error leaves the server. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
}

/**
 * The result of a call that worked.
 *
 * @param value What JSON can hold; a text is given as it is.
 */
export function answerOf(value: unknown): CallToolResult {
  if (typeof value === "string") return textOf(value);
  const result = textOf(JSON.stringify(value));
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...result, structuredContent: value as Record<string, unknown> }
    : result;
}

/**
 * The result of a call that did not work.
 *
 * @param message Why, in words for the model.
 */
export function failureOf(message: string): CallToolResult {
  return { ...textOf(message), isError: true };
}

function textOf(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
