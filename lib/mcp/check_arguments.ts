import { MAX_CONTENT_BYTES } from "../memory/memory.ts";
import type { Parameter, Tool } from "./tool.ts";

/** Arguments by the names of their parameters: texts, whole numbers, truth values, lists of texts. What was not given is absent. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments as they are used, or what is wrong with them, in words for whoever called. */
export type CheckedArguments =
  | { readonly values: Arguments }
  | { readonly problem: string };

/**
 * Checks the arguments of a call against the tool's schema. Absent, `null` and blank are the same, since a host may send any of the
 * three for a parameter that was left out. A number, truth value or list that comes as a text, as some hosts send it, is taken for what
 * it says.
 *
 * @param tool The tool.
 * @param given What the caller sent; any JSON value.
 * @returns All that is wrong at once, each with the parameter's name.
 */
export function checkArguments(tool: Tool, given: unknown): CheckedArguments {
  const { name, inputSchema: { properties } } = tool;
  if (given !== undefined && given !== null && !isObject(given)) {
    return {
      problem: `Cannot call ${name}: the arguments have to be an object`,
    };
  }
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(given ?? {})) {
    const parameter = Object.hasOwn(properties, key)
      ? properties[key]
      : undefined;
    if (parameter === undefined) {
      unknown.push(shown(key));
    } else if (!isAbsent(value)) {
      const taken = take(parameter, value);
      if ("problem" in taken) problems.push(`${key} ${taken.problem}`);
      else if (taken.value !== undefined) values[key] = taken.value;
    }
  }
  if (unknown.length > 0) {
    problems.push(
      `unknown parameter(s): ${unknown.join(", ")}; ${name} takes ${
        Object.keys(properties).join(", ") || "none"
      }`,
    );
  }
  const wrong = new Set(problems.map((text) => text.split(" ", 1)[0]));
  const missing = missingParameters(tool, values)
    .filter((key) => !wrong.has(key));
  if (missing.length > 0) {
    problems.unshift(`required parameter(s) missing: ${missing.join(", ")}`);
  }
  return problems.length === 0
    ? { values }
    : { problem: `Cannot call ${name}: ${problems.join("; ")}` };
}

/**
 * The required parameters that a call lacks.
 *
 * @param tool The tool.
 * @param given The arguments as they came; what is absent, `null` or blank is missing.
 */
export function missingParameters(
  { inputSchema: { required } }: Tool,
  given: Arguments,
): string[] {
  return required.filter((key) => isAbsent(given[key]));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null ||
    typeof value === "string" && value.trim() === "";
}

type Taken = { readonly value: unknown } | { readonly problem: string };

function take(parameter: Parameter, value: unknown): Taken {
  switch (parameter.type) {
    case "string":
      return takeText(parameter, value);
    case "integer":
      return takeInteger(parameter, value);
    case "boolean":
      return takeBoolean(value);
    case "array":
      return takeList(value);
  }
}

function takeText({ enum: choices }: Parameter, value: unknown): Taken {
  if (typeof value !== "string") return { problem: "has to be a text" };
  if (choices !== undefined) {
    const choice = value.trim();
    return choices.includes(choice) ? { value: choice } : {
      problem: `has to be one of ${choices.join(", ")}, not ${shown(choice)}`,
    };
  }
  // A UTF-16 unit is one byte of UTF-8 at least, and three at most.
  if (value.length * 3 > MAX_CONTENT_BYTES) {
    const bytes = new TextEncoder().encode(value).length;
    if (bytes > MAX_CONTENT_BYTES) {
      return {
        problem:
          `is too long: ${bytes} bytes, and ${MAX_CONTENT_BYTES} are the most`,
      };
    }
  }
  return { value: value.toWellFormed() };
}

function takeInteger(
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Parameter,
  value: unknown,
): Taken {
  const number = typeof value === "string" && /^\s*-?\d{1,15}\s*$/.test(value)
    ? Number(value)
    : value;
  return typeof number === "number" && Number.isInteger(number) &&
      number >= minimum && number <= maximum
    ? { value: number }
    : {
      problem: `has to be a whole number from ${minimum} to ${maximum}, not ${
        shown(value)
      }`,
    };
}

function takeBoolean(value: unknown): Taken {
  if (typeof value === "boolean") return { value };
  return value === "true" || value === "false"
    ? { value: value === "true" }
    : { problem: `has to be true or false, not ${shown(value)}` };
}

/** A list of words may come as one text: as JSON, or with commas. */
function takeList(value: unknown): Taken {
  const list = typeof value === "string" ? listIn(value) : value;
  if (
    !Array.isArray(list) || !list.every((item) => typeof item === "string")
  ) return { problem: "has to be a list of texts" };
  const items = list.map((item) => item.trim().toWellFormed())
    .filter((item) => item !== "");
  return { value: items.length === 0 ? undefined : [...new Set(items)] };
}

function listIn(text: string): unknown {
  if (!/^\s*\[/.test(text)) return text.split(",");
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A value in an error: whoever called knows it, so that its beginning is enough. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 59).toWellFormed()}…`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
