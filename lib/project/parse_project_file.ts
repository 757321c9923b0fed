import { shown } from "../config/shown.ts";
import type { Problem } from "../config/types.ts";
import { PROJECT_DEFAULTS, type ProjectSettings } from "./default_settings.ts";

/** Names of tools that one file may have. */
const MAX_TOOLS = 1000;

/**
 * Reads the text of a `.memory-hooks.yaml`: a YAML mapping of `enabled`, `capture`, `recall` (true or false) and `skip_tools` (a list, in
 * either form). Every hook reads it anew, so it is read line by line: the YAML parser would cost each of them 8 ms (2.9.6, measured). What
 * needs more than that does not count, and is said.
 *
 * @param text The text.
 */
export function parseProjectFile(
  text: string,
): { readonly settings: ProjectSettings; readonly problems: Problem[] } {
  const settings = { ...PROJECT_DEFAULTS };
  const problems: Problem[] = [];
  for (const { line, key, value } of entries(text, problems)) {
    switch (key) {
      case "enabled":
      case "capture":
      case "recall": {
        const wanted = truth(value);
        if (wanted !== null) settings[key] = wanted;
        else if (value !== null) {
          // Whoever writes it wants less, not more.
          settings[key] = false;
          const message = `${key} is ${
            shown(value)
          }: must be true or false; it counts as false`;
          problems.push({ line, message });
        }
        break;
      }
      case "skip_tools": {
        const names = typeof value === "string" ? value.split(",") : value;
        if (names === null) break;
        settings.skipTools = names.map((name) => name.trim())
          .filter((name) => name !== "").slice(0, MAX_TOOLS);
        break;
      }
      default:
        problems.push({ line, message: `${shown(key)} is not a setting` });
    }
  }
  return { settings, problems };
}

interface Entry {
  readonly line: number;
  readonly key: string;
  /** `null`: nothing. */
  readonly value: string | string[] | null;
}

function* entries(text: string, problems: Problem[]): Generator<Entry> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)
    .map((line) => withoutComment(line).trimEnd());
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "" || /^(?:---|\.\.\.|%.*)$/.test(line)) continue;
    const [, key, inline = ""] = /^["']?([\w-]{1,64})["']?\s*:(?:\s+(.*))?$/
      .exec(line) ?? [];
    const first = at + 1;
    const below: string[] = [];
    while (isBelow(lines[at + 1])) below.push(lines[++at] ?? "");
    if (key === undefined) {
      problems.push({ line: first, message: "Not a setting with its value" });
    } else yield { line: first, key, value: valueOf(inline, below) };
  }
}

/** Whether a line goes on with the key above it. */
function isBelow(line: string | undefined): boolean {
  return line !== undefined && /^(?:\s|-(?:\s|$)|\]|$)/.test(line);
}

function valueOf(
  inline: string,
  below: readonly string[],
): string | string[] | null {
  const more = below.map((line) => line.trim()).filter((line) => line !== "");
  if (inline.startsWith("[")) {
    const items = [inline, ...more].join(" ");
    if (items.endsWith("]")) {
      return items.slice(1, -1).split(",").map((item) => unquoted(item.trim()))
        .filter((item) => item !== "");
    }
    return items;
  }
  if (inline === "" && more.every((line) => /^-(?:\s|$)/.test(line))) {
    return more.length === 0
      ? null
      : more.map((line) => unquoted(line.slice(1).trim()));
  }
  const value = [inline, ...more].join(" ").trim();
  return value === "~" || value === "null" ? null : unquoted(value);
}

/** `true` and `false` in YAML, and what people write for them. */
function truth(value: string | string[] | null): boolean | null {
  if (typeof value !== "string") return null;
  if (/^(?:true|on|yes)$/i.test(value)) return true;
  return /^(?:false|off|no)$/i.test(value) ? false : null;
}

function unquoted(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
}

function withoutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "#" && (at === 0 || /\s/.test(line[at - 1] ?? ""))) {
      return line.slice(0, at);
    }
  }
  return line;
}
