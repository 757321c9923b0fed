/** A piece of a line in Markdown. */
export type Piece =
  | {
    readonly type: "text" | "code" | "strong" | "emphasis";
    readonly text: string;
  }
  | { readonly type: "note"; readonly name: string; readonly text: string };

/** No part of a line is longer than this, so that no text takes long, whatever it begins without an end. */
const INLINE =
  /(?<code>`{1,3})(?<inside>[^`]{1,400})\k<code>|!?\[\[(?<note>[^\]|[\n]{1,200})(?:\|(?<alias>[^\][\n]{0,200}))?\]\]|!?\[(?<label>[^\][\n]{0,200})\]\((?<target>[^)(\s]{1,400})(?:\s"[^"\n]{0,100}")?\)|\*\*(?<strong>[^*\n]{1,400})\*\*|(?<![\w*])[*_](?<emphasis>[^*_\n]{1,400})[*_](?![\w*])/g;

/** Takes a text apart into code, emphasis, links between notes, and what is just text. */
export function inlinePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) {
      pieces.push({ type: "text", text: text.slice(end, match.index) });
    }
    end = match.index + match[0].length;
    pieces.push(pieceOf(match.groups ?? {}));
  }
  if (end < text.length) pieces.push({ type: "text", text: text.slice(end) });
  return pieces;
}

function pieceOf(
  groups: Readonly<Record<string, string | undefined>>,
): Piece {
  const { inside, note, alias, label, target, strong, emphasis } = groups;
  if (inside !== undefined) return { type: "code", text: inside };
  if (note !== undefined) {
    return { type: "note", name: note.trim(), text: alias?.trim() || note };
  }
  if (strong !== undefined) return { type: "strong", text: strong };
  if (emphasis !== undefined) return { type: "emphasis", text: emphasis };
  const address = target ?? "";
  const isNote = /\.md(?:#|$)/.test(address) && !/^\w+:/.test(address);
  return isNote
    ? { type: "note", name: decoded(address), text: label || address }
    : {
      type: "text",
      text: label === undefined || label === "" || label === address
        ? address
        : `${label} (${address})`,
    };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
