import { withoutPrivate } from "../redact/private_blocks.ts";
import { redactText } from "../redact/redact_text.ts";
import type { RedactOptions } from "../redact/rule.ts";

/** UTF-16 units of a prompt's beginning and of its end that are asked with. */
const PART = 4000;

/** UTF-16 units around a cut in which half a secret could stand that no rule knows. */
const MARGIN = 4096;

/**
 * A prompt as it may leave this process: without private blocks and secrets. Of a long one only its beginning and its end are given.
 *
 * @param prompt The prompt as the host sent it.
 * @param options What may stay.
 */
export function redactedPrompt(prompt: string, options: RedactOptions): string {
  const longest = 2 * (PART + MARGIN);
  if (prompt.length <= longest) return redactText(prompt, options).text.trim();
  // Whole, so that a block is known to be private wherever it ends.
  const { text } = withoutPrivate(prompt);
  if (text.length <= longest) return redactText(text, options).text.trim();
  const begin = redactText(text.slice(0, PART + MARGIN), options).text;
  const end = redactText(text.slice(-PART - MARGIN), options).text;
  const parts = [begin.slice(0, PART), end.slice(-PART)];
  return parts.join("\n").toWellFormed().trim();
}
