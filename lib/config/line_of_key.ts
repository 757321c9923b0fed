/**
 * The line on which a key stands in a YAML text of nested mappings. The YAML parser tells values, not where they stood, so this
 * follows the indentation; it is only asked when there is a problem to report.
 *
 * @param text The YAML text.
 * @param path The key's path from the top, e.g. `["graph", "model"]`.
 * @returns The line, counted from 1, or 1 where the key is not found (a mapping in flow style, say).
 */
export function lineOfKey(text: string, path: readonly string[]): number {
  const open: { indent: number; key: string }[] = [];
  let best = 1;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const match = /^(\s*)(?:"([^"]*)"|'([^']*)'|([^\s#"'][^:]*?))\s*:(?:\s|$)/
      .exec(line);
    if (match === null) continue;
    const indent = match[1]?.length ?? 0;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    open.push({ indent, key: match[2] ?? match[3] ?? match[4] ?? "" });
    const here = open.map((level) => level.key);
    if (
      here.length <= path.length &&
      here.every((key, depth) => key === path[depth])
    ) {
      best = index + 1;
      if (here.length === path.length) return best;
    }
  }
  return best;
}
