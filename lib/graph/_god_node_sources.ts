/** A best linked node, as graphify's files name it. */
export interface GodNode {
  label: string;
  degree: number;
}

const LINE = /^\d+\. `(.+)` - (\d+) edges?\s*$/;

/**
 * Reads the god nodes of a GRAPH_REPORT.md: the section `## God Nodes…` up to the next of its level.
 *
 * @param text The report; lines that are not of the section's form are passed over.
 */
export function godNodesOfReport(text: string): GodNode[] {
  const found: GodNode[] = [];
  let inside = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith("## ")) {
      if (inside) break;
      inside = /^## God Nodes\b/.test(line);
    } else if (inside && line.length <= MAX_LINE) {
      const match = LINE.exec(line);
      if (match) {
        found.push({ label: match[1] ?? "", degree: Number(match[2]) });
      }
    }
  }
  return found;
}

const MAX_LINE = 20_000;

/**
 * Reads the god nodes of a `.graphify_analysis.json`: its `gods`.
 *
 * @param value The parsed file.
 */
export function godNodesOfAnalysis(value: unknown): GodNode[] {
  return items(field(value, "gods")).flatMap((god) => {
    const label = text(field(god, "label")) || text(field(god, "id"));
    const degree = Number(field(god, "degree") ?? field(god, "edges"));
    return label !== "" && Number.isFinite(degree) ? [{ label, degree }] : [];
  });
}

/**
 * Counts the best linked nodes of a graph.json (`links`, or `edges` as `extract --no-cluster` writes). What only says that a heading
 * stands in a note (`contains`) does not make either of them matter.
 *
 * @param value The parsed file.
 */
export function godNodesOfGraph(value: unknown): GodNode[] {
  const neighbours = new Map<unknown, Set<unknown>>();
  const join = (a: unknown, b: unknown): void => {
    const known = neighbours.get(a);
    if (known === undefined) neighbours.set(a, new Set([b]));
    else known.add(b);
  };
  for (const link of items(field(value, "links") ?? field(value, "edges"))) {
    const source = field(link, "source");
    const target = field(link, "target");
    if (source === undefined || target === undefined || source === target) {
      continue;
    }
    if (field(link, "relation") === "contains") continue;
    join(source, target);
    join(target, source);
  }
  return items(field(value, "nodes")).flatMap((node) => {
    const id = field(node, "id");
    const label = text(field(node, "label")) || text(id);
    const degree = neighbours.get(id)?.size ?? 0;
    return label !== "" && degree > 0 ? [{ label, degree }] : [];
  }).sort((a, b) => b.degree - a.degree || (a.label < b.label ? -1 : 1));
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}
