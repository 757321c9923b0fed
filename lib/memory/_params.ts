import { MAX_CONTENT_BYTES } from "./memory.ts";
import { invalid } from "./refused.ts";

/** What a request brings: nothing in it is trusted. */
export type Params = Readonly<Record<string, unknown>>;

const ENCODER = new TextEncoder();

/** Units of anything that is no text of a memory: a title, a tag, a reference, a reason. */
const MAX_SHORT = 2000;

const MAX_LIST = 64;

/**
 * A text that has to be there. Blank counts as missing: the host sends an empty text where a parameter was lost.
 *
 * @throws {Refused} when it is missing, blank, or no text.
 */
export function requiredText(params: Params, name: string): string {
  const text = optionalText(params, name);
  if (text === null) throw invalid(`${name} is missing`);
  return text;
}

/** A text, or `null` where it is missing or blank. */
export function optionalText(params: Params, name: string): string | null {
  const value = params[name] ?? null;
  if (value === null) return null;
  if (typeof value !== "string") throw invalid(`${name} is no text`);
  const text = clean(value);
  return text.trim() === "" ? null : text;
}

/** A text of one line and no great length, or `null`. */
export function shortText(params: Params, name: string): string | null {
  const text = optionalText(params, name)?.trim().replaceAll(/\s+/g, " ");
  if (text === undefined) return null;
  if (text.length > MAX_SHORT) {
    throw invalid(
      `${name} has ${text.length} characters; ${MAX_SHORT} are the most`,
    );
  }
  return text;
}

/** A list of texts, or a text with commas between; blank ones and repetitions are dropped. */
export function textList(params: Params, name: string): string[] {
  const value = params[name] ?? [];
  const given = typeof value === "string" ? value.split(",") : value;
  if (
    !Array.isArray(given) ||
    !given.every((it): it is string => typeof it === "string")
  ) throw invalid(`${name} is no list of texts`);
  const list = [...new Set(given.map((it) => clean(it).trim()))]
    .filter((it) => it !== "");
  if (list.length > MAX_LIST || list.some((it) => it.length > MAX_SHORT)) {
    throw invalid(
      `${name} is too long: ${MAX_LIST} of ${MAX_SHORT} characters are the most`,
    );
  }
  return list;
}

/** One of some values. */
export function oneOf<T extends string>(
  params: Params,
  name: string,
  values: readonly T[],
  usual?: T,
): T {
  const value = optionalText(params, name)?.trim() ?? usual;
  const found = values.find((it) => it === value);
  if (found === undefined) {
    throw invalid(
      `${name} is ${value === undefined ? "missing" : "unknown"}; use one of ${
        values.join(", ")
      }`,
    );
  }
  return found;
}

/** A day or time to come back to; as it was given. */
export function dateText(params: Params, name: string): string | null {
  const text = shortText(params, name);
  if (
    text !== null &&
    !(/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)))
  ) throw invalid(`${name} is no date such as 2027-01-31`);
  return text;
}

/**
 * How many are wanted.
 *
 * @param usual Where it is missing.
 * @param most More are never given.
 */
export function count(
  params: Params,
  name: string,
  usual: number,
  most: number,
): number {
  const value = params[name] ?? usual;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    throw invalid(`${name} is no number`);
  }
  return Math.min(Math.max(Math.trunc(number), 0), most);
}

/** Makes sure that a memory is not too large. */
export function assertContent(text: string): void {
  const bytes = text.length * 3 <= MAX_CONTENT_BYTES
    ? 0
    : ENCODER.encode(text).length;
  if (bytes > MAX_CONTENT_BYTES) {
    throw invalid(
      `the text has ${bytes} bytes; ${MAX_CONTENT_BYTES} are the most: split it, or keep a file and note its path`,
    );
  }
}

/** What SQLite gives back as it got it. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
