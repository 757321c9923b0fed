import type { Value } from "./_value.ts";

/** What follows the schemes that have parameters: `Digest username="…", response="…"` (RFC 7616), and the signature of AWS. */
const PARAMETERS = (): RegExp =>
  /(?:[\w-]{1,30}=(?:\\{0,3}"[^"\n\\]{0,1024}\\{0,3}"|[^\s"',\\]{1,1024})(?:, {0,3}| )?){1,20}/y;

/** The parameters of an Authorization header from an index on, if there are any. */
export function parametersAt(text: string, from: number): Value | undefined {
  const parameters = PARAMETERS();
  parameters.lastIndex = from;
  return parameters.test(text)
    ? { start: from, end: parameters.lastIndex, quote: "" }
    : undefined;
}

/**
 * A header of cookies, to the end of its line.
 *
 * @param end Behind the header's name.
 */
export function cookiesAt(text: string, end: number): Value | undefined {
  const found =
    /(:[ \t]{0,4})[\w.-]{1,64}=[^\s;"']{6,4096}(?:; ?[^\s;"'=]{1,64}(?:=[^\s;"']{0,4096})?){0,40}/y;
  found.lastIndex = end;
  const match = found.exec(text);
  if (match === null) return undefined;
  return {
    start: end + (match[1] ?? "").length,
    end: found.lastIndex,
    quote: "",
  };
}
