import { withoutPrivate } from "./private_blocks.ts";

/**
 * Whether a prompt holds a private block and nothing else but white space: then its whole turn is private.
 *
 * @param text The prompt as the user gave it.
 */
export function isPrivate(text: string): boolean {
  const { text: rest, blocks } = withoutPrivate(text);
  return blocks > 0 && rest.trim() === "";
}
