import {
  type GodNode,
  godNodesOfAnalysis,
  godNodesOfGraph,
  godNodesOfReport,
} from "./_god_node_sources.ts";

export type { GodNode } from "./_god_node_sources.ts";

/** Larger files are passed over: to parse them would take longer than a session's start may. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The journal's notes, by name or by title: graphify takes them for notes like any other, and they link to all that was touched. */
const JOURNAL_DAY = /^(?:Sessions of )?\d{4}-\d{2}-\d{2}(?:\.md)?$/i;

/**
 * The best linked nodes of a graph that graphify made: from GRAPH_REPORT.md, else `.graphify_analysis.json`, else counted in graph.json.
 * A source that is missing, broken or empty hands over to the next; days of the journal are left out. Needs `--allow-read` on the folder.
 *
 * @param folder Absolute path of graphify's output folder.
 * @param limit How many at most.
 * @returns The best linked first; empty when no source has any.
 */
export function readGodNodes(folder: string, limit: number): GodNode[] {
  const sources: [string, (text: string) => GodNode[]][] = [
    ["GRAPH_REPORT.md", godNodesOfReport],
    [
      ".graphify_analysis.json",
      (text) => godNodesOfAnalysis(JSON.parse(text)),
    ],
    ["graph.json", (text) => godNodesOfGraph(JSON.parse(text))],
  ];
  for (const [name, parse] of sources) {
    const found = attempt(`${folder}/${name}`, parse)
      .filter(({ label }) => !JOURNAL_DAY.test(label));
    if (found.length > 0) return found.slice(0, limit);
  }
  return [];
}

function attempt(
  path: string,
  parse: (text: string) => GodNode[],
): GodNode[] {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size > MAX_BYTES) return [];
    const text = Deno.readTextFileSync(path);
    return parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return [];
  }
}
