/**
 * A text as running text: shown as it is, on one line, and nothing in it is taken for a link, a tag, emphasis, a formula or a
 * comment of Obsidian's.
 */
export function asText(text: string): string {
  const line = visible(text).replace(/[\\`*[\]<>#|$~^]/g, "\\$&");
  // Compiling the classes of letters costs a fresh process 0.6 ms (measured), and most names have no underscore.
  const quiet = line.includes("_")
    ? line.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    : line;
  return quiet
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&")
    .replace(/(?<=%)%|(?<==)=/g, "\\$&");
}

/** A text as inline code. The fence is longer than any run of backticks in the text (CommonMark 0.31, code spans). */
export function asCode(text: string): string {
  const line = visible(text);
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) {
    longest = Math.max(longest, run.length);
  }
  const fence = "`".repeat(longest + 1);
  // One space on either side is taken off again when the text is shown.
  const padded = /^[` ]|[` ]$/.test(line) ? ` ${line} ` : line;
  return `${fence}${padded}${fence}`;
}

/**
 * A note as a wikilink, or as a Markdown link where its name has a character that ends or splits a wikilink, or that pairs with
 * its like in the next link (backtick, dollar, `%%`).
 */
export function asLink(note: string): string {
  const name = note.replace(/\.md$/i, "");
  if (/^[\w.,()'+-]+(?:[ /][\w.,()'+-]+)*$/.test(name)) return `[[${name}]]`;
  if (!/[[\]|#^`$<>\\\p{Cc}\u2028\u2029]|%%|^\s|\s$|\s\/|\/\s/u.test(name)) {
    return `[[${name}]]`;
  }
  const target = note.toWellFormed().split("/").map(encodePart).join("/");
  return `[${asText(name)}](${target})`;
}

function encodePart(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Shows what would break a line as the Unicode picture of it. */
function visible(text: string): string {
  // Printable ASCII has none, and compiling the class of control characters costs a fresh process 0.4 ms (2.9.6, measured).
  if (/^[ -~]*$/.test(text)) return text;
  return text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\u2424";
  });
}
