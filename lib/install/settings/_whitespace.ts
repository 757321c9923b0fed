/** Whether the text has a line break. JSON strings have none, so it always is layout. */
export function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}

/** The white space just before an offset. */
export function whitespaceBefore(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && " \t\n\r".includes(text.charAt(start - 1))) start--;
  return text.slice(start, offset);
}

/** The indentation of the line that an offset stands on. */
export function lineIndent(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !"\n\r\uFEFF".includes(text.charAt(start - 1))) start--;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** What follows the last line break of a piece of white space. */
export function afterLineBreak(whitespace: string): string {
  return /[^\n\r]*$/.exec(whitespace)?.[0] ?? "";
}
