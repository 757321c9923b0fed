/** Ends a text that was cut. */
const MORE = "…";

/** A line of nothing but such characters may be a piece of a key, and tells nobody anything. */
const RUN = /^[\s+"']*[A-Za-z0-9+/=_\\-]{40,}[\s"',;]*$/;

/**
 * White space and controls, both of which part words. Written out: a class such as `\p{Cc}` takes a fresh process much longer to compile.
 */
// deno-lint-ignore no-control-regex -- they are what it is for
const PARTING = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

// deno-lint-ignore no-control-regex -- as above
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** What says something: a letter or a digit, or whatever is no ASCII and draws no box. */
// deno-lint-ignore no-control-regex -- that is what ASCII begins with
const TELLING = /[A-Za-z0-9]|[^\u0000-\u007f\u2500-\u259f]/;

/**
 * A text in one line.
 *
 * @param text The text.
 * @param most UTF-16 units that it may have.
 */
export function oneLine(text: string, most = 200): string {
  // Much more than has room need not be looked at.
  return cut(
    text.slice(0, 8 * most).replace(PARTING, " ").trim(),
    most,
  );
}

/**
 * Cuts a text that is too long, with a mark. No character is cut in half.
 *
 * @param text The text.
 * @param most UTF-16 units that it may have.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - MORE.length;
  const unit = text.charCodeAt(end - 1);
  const isHalf = unit >= 0xd800 && unit < 0xdc00;
  return text.slice(0, isHalf ? end - 1 : end).trimEnd() + MORE;
}

/**
 * The first and the last lines of a text that say something.
 *
 * @param text The text.
 * @param first How many of its beginning.
 * @param last How many of its end.
 * @param width UTF-16 units of one line.
 */
export function excerpt(
  text: string,
  first: number,
  last: number,
  width = 200,
): string {
  const lines = text.split("\n").map(shownLine)
    .filter((line) => TELLING.test(line) && !RUN.test(line))
    .map((line) => cut(line, width));
  return (lines.length <= first + last ? lines : [
    ...lines.slice(0, first),
    MORE,
    ...lines.slice(lines.length - last),
  ]).join("\n");
}

/** A progress bar writes over its own line: what was there last counts. */
function shownLine(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.slice(trimmed.lastIndexOf("\r") + 1)
    .replace(CONTROLS, " ").trimEnd();
}
