import { withoutHostText } from "./without_host_text.ts";

/** UTF-16 units of a notification at most; what is longer was written by somebody. */
const MAX_NOTIFICATION = 256 * 1024;

const OPENING = /^<task-notification(?:\s[^<>]*)?>/;
const CLOSING = "</task-notification>";

/**
 * Whether a prompt is the host's and no person's: exactly one block that tells of a task in the background, or nothing but blocks that
 * {@linkcode withoutHostText} takes out. White space around does not matter.
 *
 * @param prompt The prompt as the host sent it.
 */
export function isHostText(prompt: string): boolean {
  const text = prompt.trim();
  if (!text.startsWith("<")) return false;
  return isNotification(text) || withoutHostText(text).trim() === "";
}

function isNotification(text: string): boolean {
  return text.length <= MAX_NOTIFICATION && OPENING.test(text) &&
    text.endsWith(CLOSING) &&
    text.indexOf(CLOSING) === text.length - CLOSING.length &&
    !text.slice(1).includes("<task-notification");
}
