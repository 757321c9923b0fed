/** A place in a text, as editors show it. */
export interface Position {
  /** 1-based; `\n`, `\r\n` and a lone `\r` each end a line. */
  line: number;
  /** 1-based, in UTF-16 code units; a byte order mark is not counted. */
  column: number;
}

/** Finds line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = text.startsWith("\uFEFF") ? 1 : 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    line++;
    lineStart = match.index + match[0].length;
  }
  return { line, column: offset - lineStart + 1 };
}
