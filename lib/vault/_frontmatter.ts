import { blockScalar, list, type Reading, scalar } from "./_yaml_subset.ts";

/** One top-level property of a frontmatter block. */
interface Entry {
  key: string;
  /** What stands behind the colon. */
  inline: string;
  /** The lines below it that belong to it. */
  block: string[];
  /** Line in the file, 1-indexed. */
  line: number;
}

/** The properties that the index keeps. */
export interface Properties {
  title: string;
  summary: string;
  tags: string[];
}

/** Longer frontmatter is read by the line reader alone: YAML's parser is for what a person wrote. */
const MAX_YAML = 64 * 1024;

/** As much of a property's line as is looked at. */
const MAX_INLINE = 32 * 1024;

/**
 * Finds the frontmatter of a note.
 *
 * @param lines The note's lines.
 * @returns How many lines there are between the two `---`, or -1 without frontmatter; and whether it looks begun but never closed.
 */
export function frontmatterLength(
  lines: readonly string[],
): { length: number; unclosed: boolean } {
  if (lines[0]?.trimEnd() !== "---") return { length: -1, unclosed: false };
  for (let index = 1; index < lines.length; index++) {
    if (lines[index]?.trimEnd() === "---") {
      return { length: index - 1, unclosed: false };
    }
  }
  return { length: -1, unclosed: splitKey(lines[1] ?? "") !== null };
}

/**
 * Reads the properties that matter. What people write is read by a small reader of our own, since a YAML parser costs a hook 8 ms
 * (measured); anything beyond it goes through `@std/yaml`; and where that fails, line by line as far as it goes.
 *
 * @param lines The lines between the two `---`.
 * @param problems Gets one line of text when the block is not YAML.
 */
export async function readProperties(
  lines: readonly string[],
  problems: string[],
): Promise<Properties> {
  const { entries, oddLine } = split(lines);
  const found: Properties = { title: "", summary: "", tags: [] };
  let odd = oddLine;
  let invalid = 0;
  for (const entry of entries) {
    const read = readEntry(entry, found);
    if (read === "beyond") odd ||= entry.line;
    if (read === "invalid") invalid ||= entry.line;
  }
  if (odd !== 0) {
    const parsed = await parseYaml(lines);
    if (parsed !== null) return parsed;
    invalid ||= odd;
  }
  if (invalid !== 0) {
    problems.push(`the frontmatter is not YAML at line ${invalid}`);
  }
  return found;
}

function split(
  lines: readonly string[],
): { entries: Entry[]; oddLine: number } {
  const entries: Entry[] = [];
  let oddLine = 0;
  lines.forEach((line, index) => {
    const number = index + 2;
    const blank = line.trim() === "";
    if (line.startsWith("#")) return;
    const last = entries[entries.length - 1];
    if (blank || /^(?: |-(?:\s|$))/.test(line)) {
      if (last) last.block.push(line);
      else if (!blank) oddLine ||= number;
      return;
    }
    const key = splitKey(line);
    if (key !== null) entries.push({ ...key, block: [], line: number });
    else {
      oddLine ||= number;
      // A tab is no indentation in YAML, yet what is meant is plain.
      if (line.startsWith("\t") && last?.inline === "") last.block.push(line);
    }
  });
  return { entries, oddLine };
}

/** Takes `key: value` apart. */
function splitKey(line: string): { key: string; inline: string } | null {
  if (!/^["'\p{L}\p{N}_$]/u.test(line)) return null;
  for (let at = line.indexOf(":"); at > 0; at = line.indexOf(":", at + 1)) {
    const next = line[at + 1];
    if (next !== undefined && next !== " " && next !== "\t") continue;
    const key = line.slice(0, at).trim().replace(/^(["'])(.*)\1$/, "$2");
    return { key, inline: line.slice(at + 1, at + MAX_INLINE).trim() };
  }
  return null;
}

/** Puts what an entry says into `found`. Says "beyond" where it takes a YAML parser, "invalid" where there is no doubt. */
function readEntry(
  entry: Entry,
  found: Properties,
): "read" | "beyond" | "invalid" {
  switch (entry.key.toLowerCase()) {
    case "title":
    case "summary": {
      const key = entry.key.toLowerCase() as "title" | "summary";
      const read = /^[|>]/.test(entry.inline)
        ? blockScalar(entry.inline, entry.block)
        : scalar(entry.inline, entry.block);
      found[key] = read.value;
      return read.state;
    }
    case "tag":
    case "tags": {
      const read = /^[|>]/.test(entry.inline)
        ? oneItem(blockScalar(entry.inline, entry.block))
        : list(entry.inline, entry.block);
      for (const item of read.value) addTags(item, found.tags);
      return read.state;
    }
    default:
      return "read";
  }
}

function oneItem({ value, state }: Reading<string>): Reading<string[]> {
  return { value: [value], state };
}

/** One item may name several tags, split by commas or white space, with or without `#`. */
function addTags(item: string, tags: string[]): void {
  for (const word of item.split(/[\s,]+/)) {
    const tag = word.replace(/^#+/, "");
    if (tag !== "") tags.push(tag);
  }
}

async function parseYaml(lines: readonly string[]): Promise<Properties | null> {
  const text = lines.join("\n");
  if (text.length > MAX_YAML) return null;
  try {
    const { parse } = await import("./yaml.ts");
    // "failsafe" reads every scalar as text: a date stays as written, and a title `1e3` too.
    const root = parse(text, { schema: "failsafe", allowDuplicateKeys: true });
    if (typeof root !== "object" || root === null || Array.isArray(root)) {
      return null;
    }
    const found: Properties = { title: "", summary: "", tags: [] };
    for (const [name, value] of Object.entries(root)) {
      const key = name.toLowerCase();
      if (key === "title" || key === "summary") {
        if (typeof value === "string") found[key] = value;
      } else if (key === "tag" || key === "tags") {
        const items: unknown[] = Array.isArray(value) ? value : [value];
        for (const item of items) {
          if (typeof item === "string") addTags(item, found.tags);
        }
      }
    }
    return found;
  } catch {
    return null;
  }
}
