const windows = Deno.build.os === "windows";

/**
 * A path as it is compared: without `.`, `..`, doubled separators and one at its end, with `~` put in, on Windows with slashes.
 *
 * @param path Any path.
 * @param home What `~` stands for, "" where it is not known.
 * @returns `null` where the path starts at no root, or can be none.
 */
export function plainPath(path: string, home = ""): string | null {
  if (path.includes("\0")) return null;
  let text = windows ? path.replaceAll("\\", "/") : path;
  if (home !== "" && (text === "~" || text.startsWith("~/"))) {
    text = home + text.slice(1);
  }
  // Nearly always there is nothing to do.
  if (/^\/(?:[^/.][^/]*\/)*[^/.][^/]*$/.test(text)) return text;
  const root = /^(?:\/\/(?=[^/])|\/|[A-Za-z]:(?=\/|$))/.exec(text)?.[0];
  if (root === undefined) return null;
  const parts: string[] = [];
  for (const part of text.slice(root.length).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const start = root.endsWith(":") ? `${root}/` : windows ? root : "/";
  return start + parts.join("/");
}
