/**
 * The part of YAML that people write as a note's properties: plain and quoted scalars, block scalars, lists in both forms. Each reader
 * gives the best value it can, and says whether it is sure.
 */
export interface Reading<T> {
  value: T;
  /** "beyond": only a YAML parser can tell. "invalid": this is not YAML; the value is what it seems to mean. */
  state: "read" | "beyond" | "invalid";
}

/**
 * Reads a plain or quoted scalar.
 *
 * @param inline What stands behind the colon.
 * @param block The indented lines below, which go on with it.
 */
export function scalar(
  inline: string,
  block: readonly string[] = [],
): Reading<string> {
  const more = block.map((line) => line.trim());
  while (more.at(-1) === "") more.pop();
  const first = inline[0];
  if (first === '"' || first === "'") {
    if (more.length > 0) {
      return { value: unquote([inline, ...more].join(" ")), state: "beyond" };
    }
    return quoted(inline, first);
  }
  if (first !== undefined && "[{&*!%@`".includes(first)) {
    return { value: inline, state: "beyond" };
  }
  const value = withoutComment(inline);
  if (more.length > 0) {
    if (value === "" || more.some((line) => line === "" || /^-\s/.test(line))) {
      return { value: [value, ...more].join(" ").trim(), state: "beyond" };
    }
    const whole = [value, ...more].join(" ");
    return { value: whole, state: more.some(isMapping) ? "beyond" : "read" };
  }
  return isNull(value)
    ? { value: "", state: "read" }
    : { value, state: isMapping(value) ? "invalid" : "read" };
}

/** Reads a literal (`|`) or folded (`>`) scalar. */
export function blockScalar(
  inline: string,
  block: readonly string[],
): Reading<string> {
  const header = withoutComment(inline);
  const folded = header.startsWith(">");
  const indents = block.filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents.slice(0, 1));
  const lines = block.map((line) =>
    line.trim() === "" ? "" : line.slice(indent)
  );
  while (lines.at(-1) === "") lines.pop();
  const value = folded
    ? lines.join("\n").replace(
      /([^\n])\n(?=[^\n\s])/g,
      "$1 ",
    )
    : lines.join("\n");
  const sure = /^[|>][+-]?$/.test(header) &&
    indents.every((width) => width >= indent && width > 0);
  return { value, state: sure ? "read" : "beyond" };
}

/** Reads a list in block form (`- a`), in flow form (`[a, b]`), or one scalar as a list of one. */
export function list(
  inline: string,
  block: readonly string[],
): Reading<string[]> {
  const below = block.filter((line) => line.trim() !== "");
  if (inline.startsWith("[")) {
    return flowList([inline, ...below.map((line) => line.trim())].join(" "));
  }
  // YAML takes `tags: #a` for a comment, and who wrote it meant a tag.
  const value = /^#[^\s#]/.test(inline) ? inline : withoutComment(inline);
  if (value === "" && below.length > 0) return blockList(below);
  const one = value === inline && inline.startsWith("#")
    ? { value: inline, state: "read" as const }
    : scalar(inline, below);
  return { value: one.value === "" ? [] : [one.value], state: one.state };
}

function blockList(lines: readonly string[]): Reading<string[]> {
  const value: string[] = [];
  let state: Reading<string[]>["state"] = "read";
  const indent = indentOf(lines[0] ?? "");
  for (const line of lines) {
    const text = line.trim();
    if (text.startsWith("#")) continue;
    if (!/^-(?:\s|$)/.test(text)) {
      state = "beyond";
      continue;
    }
    if (indentOf(line) !== indent) state = "beyond";
    const item = text.slice(1).trim();
    const read = /^#[^\s#]/.test(item)
      ? { value: item, state: "read" as const }
      : scalar(item);
    // In a list `a: b` is a mapping, which is YAML but no tag.
    if (read.state !== "read") state = "beyond";
    if (read.value !== "") value.push(read.value);
  }
  return { value, state };
}

function flowList(text: string): Reading<string[]> {
  const value: string[] = [];
  let item = "";
  let quote = "";
  for (let at = 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      item += char;
      if (char === "\\" && quote === '"') item += text[++at] ?? "";
      else if (char === quote) quote = "";
    } else if ((char === '"' || char === "'") && item.trim() === "") {
      quote = char;
      item += char;
    } else if (char === "," || char === "]") {
      const trimmed = item.trim();
      const read = /^#[^\s#]/.test(trimmed) ? trimmed : unquote(trimmed);
      if (read !== "" && !isNull(trimmed)) value.push(read);
      item = "";
      if (char === "]") {
        const rest = withoutComment(text.slice(at + 1).trim());
        return { value, state: rest === "" ? "read" : "beyond" };
      }
    } else if (char === "[" || char === "{") {
      return { value: loose(text), state: "beyond" };
    } else item += char;
  }
  return { value: loose(text), state: "beyond" };
}

/** What a list that is no YAML seems to name. */
function loose(text: string): string[] {
  return text.split(/[,[\]{}\s]+/).map(unquote).filter((item) => item !== "");
}

function quoted(text: string, quote: '"' | "'"): Reading<string> {
  const pattern = quote === '"'
    ? /^"((?:[^"\\]|\\.)*)"(?:\s+#.*)?$/
    : /^'((?:[^']|'')*)'(?:\s+#.*)?$/;
  const inside = pattern.exec(text)?.[1];
  if (inside === undefined) return { value: unquote(text), state: "beyond" };
  if (quote === "'") {
    return { value: inside.replaceAll("''", "'"), state: "read" };
  }
  return unescaped(inside);
}

function unescaped(inside: string): Reading<string> {
  if (!inside.includes("\\")) return { value: inside, state: "read" };
  const known: Record<string, string> = {
    n: "\n",
    t: "\t",
    '"': '"',
    "\\": "\\",
    "/": "/",
  };
  let sure = true;
  const value = inside.replace(/\\(.)/g, (whole, char: string) => {
    const meant = known[char];
    if (meant === undefined) sure = false;
    return meant ?? whole;
  });
  return { value, state: sure ? "read" : "beyond" };
}

function unquote(text: string): string {
  return text.replace(/^["']|["']$/g, "");
}

function withoutComment(text: string): string {
  if (text.startsWith("#")) return "";
  const comment = / #|\t#/.exec(text);
  return (comment === null ? text : text.slice(0, comment.index)).trim();
}

function isMapping(text: string): boolean {
  return text.includes(": ") || text.endsWith(":");
}

function isNull(text: string): boolean {
  return text === "~" || /^(?:null|Null|NULL)$/.test(text);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
