import { isHostText } from "../host/is_host_text.ts";
import { isPrivate } from "../redact/is_private.ts";

/** A command of the host's: `/clear`, `/plugin:name words`. A path has a second slash, or a dot. */
const COMMAND = /^\/[A-Za-z][\w:-]*(?:\s|$)/;

/**
 * Whether a prompt is one that a person put to the model, and may be looked at: it says something, is no command of the host's, not
 * the host's own words, and not private as a whole.
 *
 * @param prompt The prompt as the host sent it.
 */
export function isForModel(prompt: string): boolean {
  const text = prompt.trim();
  return text !== "" && !COMMAND.test(text) && !isHostText(text) &&
    !isPrivate(prompt);
}
