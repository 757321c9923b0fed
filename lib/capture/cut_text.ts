import { MAX_FRAME_BYTES } from "../daemon/frame.ts";

/** Bytes in JSON that a row's one long text may have: a frame has room for it and all the rest. */
export const LONG_TEXT_BYTES = MAX_FRAME_BYTES - 64 * 1024;

/** Bytes in JSON that a path or a name may have. */
export const SHORT_TEXT_BYTES = 8 * 1024;

/** The most that one UTF-16 unit takes in JSON, as `\u0000`, and the quotes. */
const UNIT_BYTES = 6;
const QUOTES = 2;

/** Room for the mark. */
const MARK_BYTES = 64;

/**
 * Cuts a text that is too long for its place, with a mark that says so. No character is cut in half. The work is native and linear.
 *
 * @param text The text.
 * @param maxBytes How many bytes it may have as JSON, in UTF-8.
 * @param more UTF-16 units that were cut off already.
 */
export function cutText(text: string, maxBytes: number, more = 0): string {
  if (more === 0 && text.length * UNIT_BYTES + QUOTES <= maxBytes) return text;
  const json = JSON.stringify(text);
  const room = new Uint8Array(maxBytes);
  const encoder = new TextEncoder();
  const fits = encoder.encodeInto(json, room).read === json.length;
  if (fits && more === 0) return text;
  const { read } = encoder.encodeInto(json, room.subarray(MARK_BYTES));
  const kept = textOf(json.slice(0, read));
  return `${kept}… [cut: ${text.length - kept.length + more} characters]`;
}

/** The text of JSON that was cut, be it within an escape. */
function textOf(json: string): string {
  for (let end = json.length; end > 0; end--) {
    try {
      return JSON.parse(`${json.slice(0, end)}"`) as string;
    } catch {
      // An escape has six characters at most.
    }
  }
  return "";
}
