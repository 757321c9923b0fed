/** A part of a text in Markdown. */
export type Block =
  | { readonly type: "heading"; readonly level: number; readonly text: string }
  | {
    readonly type: "list";
    readonly isNumbered: boolean;
    readonly items: readonly {
      readonly depth: number;
      readonly text: string;
    }[];
  }
  | { readonly type: "rule" }
  | {
    readonly type: "paragraph" | "code" | "quote" | "facts";
    readonly text: string;
  };

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;

/** Takes a text in Markdown apart, as far as it is shown as more than lines. */
export function markdownBlocks(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (wanted: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && wanted(lines[at] ?? "")) at++;
    return lines.slice(start, at);
  };
  if (lines[0] === "---") {
    const end = lines.indexOf("---", 1);
    if (end > 0) {
      blocks.push({ type: "facts", text: lines.slice(1, end).join("\n") });
      at = end + 1;
    }
  }
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, fence] = FENCE.exec(line) ?? [];
    const heading = HEADING.exec(line);
    if (line.trim() === "") at++;
    else if (fence !== undefined) {
      at++;
      const code = takeWhile((it) => !it.trim().startsWith(fence));
      at++;
      blocks.push({ type: "code", text: code.join("\n") });
    } else if (heading !== null) {
      at++;
      const [, marks = "", words = ""] = heading;
      blocks.push({ type: "heading", level: marks.length, text: words });
    } else if (RULE.test(line)) {
      at++;
      blocks.push({ type: "rule" });
    } else if (line.startsWith(">")) {
      const quoted = takeWhile((it) => it.startsWith(">"));
      blocks.push({
        type: "quote",
        text: quoted.map((it) => it.replace(/^>\s?/, "")).join("\n"),
      });
    } else if (ITEM.test(line)) {
      blocks.push(listOf(takeWhile((it) => it.trim() !== "" && !isOther(it))));
    } else {
      // The first line counts in any case, so that it goes on.
      const first = lines[at++] ?? "";
      const more = takeWhile((it) =>
        it.trim() !== "" && !isOther(it) && !ITEM.test(it)
      );
      blocks.push({ type: "paragraph", text: [first, ...more].join("\n") });
    }
  }
  return blocks;
}

function isOther(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || line.startsWith(">");
}

function listOf(lines: readonly string[]): Block {
  const items: { depth: number; text: string }[] = [];
  for (const line of lines) {
    const [, indent = "", , text] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (text !== undefined) {
      const width = indent.replaceAll("\t", "    ").length;
      items.push({ depth: Math.floor(width / 2), text });
    } else if (last !== undefined) last.text += `\n${line.trim()}`;
  }
  return {
    type: "list",
    isNumbered: /^\s*\d/.test(lines[0] ?? ""),
    items,
  };
}
