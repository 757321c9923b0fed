import { parse } from "@std/yaml";
import type { Config, Problem } from "./types.ts";
import { assembleConfig } from "./assemble_config.ts";
import { checkVariable, isGraphVariable, type Key, KEYS } from "./keys.ts";
import { lineOfKey } from "./line_of_key.ts";
import { nearestSetting } from "./nearest_setting.ts";
import { shown } from "./shown.ts";

/** A config file as it was understood. */
export interface ParsedConfig {
  readonly config: Config;
  readonly problems: readonly Problem[];
  /** Whether the text is no YAML mapping at all, so that nothing in it counts. */
  readonly broken: boolean;
}

/**
 * Reads the text of a config file. A missing key takes its default; an unknown key or a value that does not fit is a problem
 * with its line, and the default is used.
 *
 * @param text The YAML text.
 * @param home What `~` stands for in `vault.path`.
 */
export function parseConfig(text: string, home: string): ParsedConfig {
  const yaml = text.replace(/^\uFEFF/, "");
  const problems: Problem[] = [];
  const tab = lineIndentedByTab(yaml);
  if (tab !== null) {
    return broken(home, {
      line: tab,
      message: "Not YAML: a tab indents this line, where only spaces may",
    });
  }
  let tree: unknown;
  try {
    tree = parse(yaml);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const place = / at line (\d+), column (\d+)/.exec(message);
    const what = message.slice(0, place?.index ?? undefined).split("\n")[0] ??
      "";
    const line = Number(place?.[1] ?? 1);
    const text = yaml.split(/\r\n?|\n/)[line - 1] ?? "";
    const hint = /(?:[:,[]|^\s*-)\s*[@*]/.test(text)
      ? "; a text that begins with @ or * needs quotes"
      : "";
    return broken(home, { line, message: `Not YAML: ${what}${hint}` });
  }
  if (tree === null || tree === undefined) {
    return { config: assembleConfig({}, home), problems, broken: false };
  }
  if (!isMapping(tree)) {
    return broken(home, { line: 1, message: "Not a mapping of settings" });
  }

  const values: Record<string, string | number> = {};
  for (const [path, value] of leaves(tree)) {
    const name = path.join(".");
    const line = (): number => lineOfKey(yaml, path);
    const key: Key | undefined = path.length === 2 && Object.hasOwn(KEYS, name)
      ? KEYS[name as keyof typeof KEYS]
      : undefined;
    const variable = path.length === 3 && name.startsWith("graph.env.")
      ? path[2]
      : undefined;
    if (variable !== undefined && isGraphVariable(variable)) {
      const checked = checkVariable(value);
      if ("value" in checked) values[name] = checked.value;
      else {
        problems.push({
          line: line(),
          message: `${name} is ${shown(value)}: must be ${checked.problem}`,
        });
      }
    } else if (key !== undefined) {
      const checked = key.check(value);
      if ("value" in checked) values[name] = checked.value;
      else if (value !== null) {
        problems.push({
          line: line(),
          message: `${name} is ${shown(value)}: must be ${checked.problem}; ${
            key.default || "none"
          } is used`,
          setting: name,
        });
      }
    } else if (value !== null || !isSection(name)) {
      problems.push({ line: line(), ...unknown(name, value) });
    }
  }
  return { config: assembleConfig(values, home), problems, broken: false };
}

/** The first line on which a tab indents a key. YAML forbids it; the parser takes it for no indentation at all. */
function lineIndentedByTab(yaml: string): number | null {
  let open = 0;
  for (const [index, line] of yaml.split(/\r\n?|\n/).entries()) {
    // Between brackets and braces indentation means nothing, so there a tab may stand.
    if (open <= 0 && /^ *\t\s*[^\s#:][^:]*:(?:\s|$)/.test(line)) {
      return index + 1;
    }
    if (/^\s*#/.test(line)) continue;
    open += line.replace(/[^[{]/g, "").length -
      line.replace(/[^\]}]/g, "").length;
  }
  return null;
}

function broken(home: string, problem: Problem): ParsedConfig {
  return {
    config: assembleConfig({}, home),
    problems: [problem],
    broken: true,
  };
}

const SECTIONS = new Set([
  "graph.env",
  ...Object.keys(KEYS).map((key) => key.slice(0, key.indexOf("."))),
]);

function isSection(name: string): boolean {
  return SECTIONS.has(name);
}

/** Every value that is no section's mapping, with its path. */
function* leaves(
  tree: Record<string, unknown>,
  above: string[] = [],
): Generator<[string[], unknown]> {
  for (const [key, value] of Object.entries(tree)) {
    const path = [...above, key];
    if (isMapping(value) && isSection(path.join("."))) {
      yield* leaves(value, path);
    } else yield [path, value];
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

function unknown(name: string, value: unknown): Omit<Problem, "line"> {
  if (isSection(name)) {
    const message = `${name} is ${shown(value)}: must be a mapping`;
    return { message, setting: name };
  }
  const setting = nearestSetting(name);
  const message = `${name} is not a setting`;
  if (setting === null) return { message };
  if (setting !== name) {
    return { message: `${message}; did you mean ${setting}?`, setting };
  }
  const [section, key] = name.split(".");
  return {
    message: `${message} as one key: put ${key} below ${section}`,
    setting,
  };
}
