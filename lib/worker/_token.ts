import { isMissing, writePrivateFile } from "../private_file.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * The token that whoever asks has to have: that of the file, which is made where there is none, or one that others could have read.
 *
 * @param path The file. Needs read and write permission on its folder.
 * @param known The token so far, which is kept where the file is gone.
 * @returns 64 hex digits.
 */
export function keepToken(path: string, known: string | null): string {
  const there = readToken(path);
  if (there !== null) return there;
  const token = known ?? crypto.getRandomValues(new Uint8Array(32)).toHex();
  writePrivateFile(path, `${token}\n`);
  return token;
}

function readToken(path: string): string | null {
  try {
    const { isFile, mode, size } = Deno.lstatSync(path);
    if (!isFile || size > 128 || ((mode ?? 0) & 0o077) !== 0) return null;
    const text = Deno.readTextFileSync(path).trim();
    return TOKEN.test(text) ? text : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Whether a token is the right one, in a time that does not tell how much of it is.
 *
 * @param given What somebody sent.
 * @param right The token.
 */
export function isToken(given: string, right: string): boolean {
  let difference = given.length ^ right.length;
  for (let at = 0; at < right.length; at++) {
    // NaN, beyond the end of what was given, counts as 0.
    difference |= given.charCodeAt(at) ^ right.charCodeAt(at);
  }
  return difference === 0;
}
