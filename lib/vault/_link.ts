/** How a note names another one. */
export type LinkKind = "wikilink" | "embed" | "markdown";

/** A link out of a note, as written; which note it means is the index's to say. */
export interface NoteLink {
  /** The note's name or path, without heading and alias; percent-decoded in a Markdown link. */
  target: string;
  kind: LinkKind;
  /** What follows `#`: a heading, or `^block`. */
  heading?: string;
  /** The text shown in place of the target. */
  alias?: string;
}

/** Longer targets are no file names: 4,096 bytes is the longest path on Linux. */
const MAX_TARGET = 4096;

/**
 * Reads what stands between `[[` and `]]`.
 *
 * @returns The link, or null when it leads nowhere else: empty, or to a heading of the same note.
 */
export function wikilink(
  inside: string,
  kind: "wikilink" | "embed",
): NoteLink | null {
  if (inside.length > MAX_TARGET) return null;
  const pipe = inside.indexOf("|");
  let path = pipe < 0 ? inside : inside.slice(0, pipe);
  // In a table the pipe is written `\|`.
  if (pipe > 0 && path.endsWith("\\")) path = path.slice(0, -1);
  const link = split(path, kind);
  if (link === null) return null;
  const alias = pipe < 0 ? "" : inside.slice(pipe + 1).trim();
  return alias === "" ? link : { ...link, alias };
}

/** A Markdown link's destination, found in a line. */
export interface Destination {
  /** Null when it leads out of the vault's notes: a URL, or a heading of the same note. */
  link: NoteLink | null;
  /** Index in the line behind the destination. */
  end: number;
}

/**
 * Reads the destination of a Markdown link: `note.md`, `my%20note.md#heading`, `<my note.md>`.
 *
 * @param line The line it stands in.
 * @param start Index behind the opening parenthesis, or behind the colon of a reference definition.
 */
export function destination(
  line: string,
  start: number,
  kind: "markdown" | "embed",
): Destination | null {
  let at = start;
  while (line[at] === " " || line[at] === "\t") at++;
  if (line[at] === "<") {
    const inside = line.slice(at + 1, at + 1 + MAX_TARGET);
    const close = inside.indexOf(">");
    if (close < 0) return null;
    return {
      link: local(inside.slice(0, close), kind),
      end: at + close + 2,
    };
  }
  const end = endOfBareDestination(line, at);
  return end === at ? null : { link: local(line.slice(at, end), kind), end };
}

function endOfBareDestination(line: string, start: number): number {
  let depth = 0;
  const limit = Math.min(line.length, start + MAX_TARGET);
  let at = start;
  for (; at < limit; at++) {
    const char = line[at];
    if (char === " " || char === "\t") break;
    if (char === "\\") at++;
    else if (char === "(") depth++;
    else if (char === ")" && depth-- === 0) break;
  }
  return Math.min(at, line.length);
}

function local(written: string, kind: "markdown" | "embed"): NoteLink | null {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(written) || written.startsWith("//")) {
    return null;
  }
  return split(written, kind, decoded);
}

function split(
  written: string,
  kind: LinkKind,
  read: (text: string) => string = (text) => text,
): NoteLink | null {
  const hash = written.indexOf("#");
  const target = read(hash < 0 ? written : written.slice(0, hash)).trim();
  if (target === "" || target.includes("\0")) return null;
  const heading = hash < 0 ? "" : read(written.slice(hash + 1)).trim();
  return heading === "" ? { target, kind } : { target, kind, heading };
}

function decoded(text: string): string {
  const plain = text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (!plain.includes("%")) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // A percent sign that is only that.
  }
}
