/** What a pattern means on this machine. */
export interface GlobOptions {
  /** What `~` stands for. */
  readonly home: string;
  /** Whether upper and lower case are the same, as on macOS and Windows. */
  readonly foldsCase: boolean;
}

/** Longer is no folder of anybody's. */
const MAX_LENGTH = 4096;

/**
 * Whether one of the patterns is for a folder. A separator may be `/` or `\`.
 *
 * - `*` and `?` stand for what is no separator, `**` between separators for any number of folders, none included.
 * - A path without them is for the folder and all below it; so is one that ends with `/**`.
 * - A name without a separator is for every folder of that name, and all below it.
 * - `~` at the beginning is the home folder. An empty pattern, and one that no folder can have, is for nothing.
 *
 * No regular expression is made of a pattern: the work is at most the product of the lengths.
 *
 * @param folder An absolute path.
 * @param patterns The patterns.
 */
export function excluded(
  folder: string,
  patterns: readonly string[],
  options: GlobOptions,
): boolean {
  if (patterns.length === 0 || folder.length > MAX_LENGTH) return false;
  const path = partsOf(folder, options);
  return patterns.some((pattern) => matches(path, pattern.trim(), options));
}

function matches(
  path: readonly string[],
  pattern: string,
  options: GlobOptions,
): boolean {
  if (pattern === "" || pattern.length > MAX_LENGTH || /\0/.test(pattern)) {
    return false;
  }
  const { home } = options;
  const full = /^~(?=[\\/]|$)/.test(pattern) && home !== ""
    ? home + pattern.slice(1)
    : pattern;
  const parts = partsOf(full, options);
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:(?:[\\/]|$))/.test(full);
  if (parts.length === 0) return isAbsolute;
  // A name, or some names, that may stand anywhere.
  const whole = isAbsolute ? parts : ["**", ...parts];
  const isPlain = !parts.some((part) => /[*?]/.test(part));
  return matchParts(
    path,
    isPlain || parts.length === 1 && !isAbsolute ? [...whole, "**"] : whole,
  );
}

function partsOf(path: string, { foldsCase }: GlobOptions): string[] {
  const text = foldsCase ? path.normalize("NFC").toLowerCase() : path;
  return text.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
}

/** Whether names fit patterns, of which `**` takes any number of names. The last one of them is all that ever has to take more. */
function matchParts(
  names: readonly string[],
  patterns: readonly string[],
): boolean {
  let at = 0;
  let next = 0;
  let retryAt = 0;
  let retryNext = -1;
  while (at < names.length) {
    if (patterns[next] === "**") {
      retryNext = ++next;
      retryAt = at;
    } else if (
      next < patterns.length && matchName(names[at] ?? "", patterns[next] ?? "")
    ) {
      at++;
      next++;
    } else if (retryNext >= 0) {
      next = retryNext;
      at = ++retryAt;
    } else return false;
  }
  return patterns.slice(next).every((part) => part === "**");
}

/** Whether a name fits a pattern, of which `*` takes any number of characters and `?` one. */
function matchName(name: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let retryAt = 0;
  let retryNext = -1;
  while (at < name.length) {
    if (pattern[next] === "*") {
      retryNext = ++next;
      retryAt = at;
    } else if (pattern[next] === "?" || pattern[next] === name[at]) {
      at++;
      next++;
    } else if (retryNext >= 0) {
      next = retryNext;
      at = ++retryAt;
    } else return false;
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}
