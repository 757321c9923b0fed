/**
 * What a terminal takes for a command (C0, DEL, C1), what turns the direction of a line around, and line ends of other alphabets; a
 * lone half of a surrogate pair is no character at all.
 */
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Makes a text that can be shown on a terminal: whatever is not to be seen in it is shown as the code that it has, `\x1b` or `\u202e`.
 *
 * @param text Any text, be it from somebody who wishes ill.
 */
export function plainText(text: string): string {
  return text.replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0);
    return code < 256
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/**
 * JSON in one line that can be shown on a terminal. It reads back as the same value.
 *
 * @param value What JSON can hold.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
