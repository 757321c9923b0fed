import { communities } from "./index/communities.ts";
import { replaceFile, type Write } from "./_replace_file.ts";
import type { GraphNote, NoteIndex } from "./index/note_index.ts";
import { type Community, graphReport } from "./report.ts";

/** What an export needs besides the index. */
export interface ExportOptions {
  /** Name of the vault, for the report's title. */
  vaultName: string;
  now: Date;
}

const GOD_NODES = 10;
const COMMUNITIES = 30;
const NAMES = 8;

/** The notes and links of one state of the index, and how they group. */
interface Graph {
  notes: GraphNote[];
  /** Index in `notes`, by id. */
  places: Map<number, number>;
  /** Pairs of indices in `notes`. */
  edges: [number, number][];
  /** By index in `notes`. */
  community: Int32Array;
}

/**
 * Writes `graph.json` and `GRAPH_REPORT.md` in graphify's formats (0.9.96, measured: `graphify query` reads the graph): a node for each
 * note and heading, `references` for links, `contains` from a note down to its headings. Each file is put in place at once. Needs
 * `--allow-read` and `--allow-write` on the folder.
 *
 * @param index An index that a scan has completed.
 * @param folder Absolute path of the output folder.
 * @returns How much is in graph.json.
 * @throws {Deno.errors.NotFound} when the folder is not there.
 */
export function exportGraph(
  index: NoteIndex,
  folder: string,
  options: ExportOptions,
): { nodes: number; links: number } {
  return index.snapshot(() => {
    const graph = readGraph(index);
    let written = { nodes: 0, links: 0 };
    replaceFile(`${folder}/graph.json`, (write) => {
      written = writeGraph(write, graph, index);
    });
    const report = graphReport({
      ...options,
      ...written,
      ...communityFacts(graph),
      notes: graph.notes.length,
      headings: index.counts().headings,
      unresolved: index.counts().unresolved,
      godNodes: index.godNodes(GOD_NODES),
    });
    replaceFile(`${folder}/GRAPH_REPORT.md`, (write) => write(report));
    return written;
  });
}

function readGraph(index: NoteIndex): Graph {
  const notes = [...index.eachNote()];
  const places = new Map(notes.map(({ id }, place) => [id, place]));
  const edges: [number, number][] = [];
  for (const [from, to] of index.eachEdge()) {
    const a = places.get(from);
    const b = places.get(to);
    if (a !== undefined && b !== undefined) edges.push([a, b]);
  }
  const community = communities(notes.length, edges);
  return { notes, places, edges, community };
}

function writeGraph(
  write: Write,
  graph: Graph,
  index: NoteIndex,
): { nodes: number; links: number } {
  const { notes, places, edges, community } = graph;
  write('{"directed":false,"multigraph":false,"graph":{},\n"nodes":[');
  const nodes = lines(write);
  notes.forEach((note, place) => {
    nodes.add(node(note.path, note.title, note.path, 1, community[place]));
  });
  eachHeading(index, graph, (heading) => {
    const { note, place } = heading;
    nodes.add(
      node(heading.id, heading.text, note.path, heading.line, community[place]),
    );
  });
  write('],\n"links":[');
  const links = lines(write);
  for (const [from, to] of edges) {
    const source = notes[from]?.path ?? "";
    links.add(link("references", source, notes[to]?.path ?? "", source));
  }
  eachHeading(index, graph, ({ parent, id, note, line }) => {
    links.add(link("contains", parent, id, note.path, line));
  });
  write('],\n"hyperedges":[]}\n');
  return { nodes: nodes.count(), links: links.count() };

  function eachHeading(
    index: NoteIndex,
    graph: Graph,
    visit: (heading: PlacedHeading) => void,
  ): void {
    for (const heading of placedHeadings(index, graph.notes, places)) {
      visit(heading);
    }
  }
}

interface PlacedHeading {
  id: string;
  /** Id of the node that contains it: a heading of a higher level, or the note. */
  parent: string;
  text: string;
  line: number;
  note: GraphNote;
  /** The note's index in the graph. */
  place: number;
}

/** Headings with what contains them. One that only repeats the note's title is the note. */
function* placedHeadings(
  index: NoteIndex,
  notes: readonly GraphNote[],
  places: ReadonlyMap<number, number>,
): Iterable<PlacedHeading> {
  let open: { level: number; id: string }[] = [];
  let current = -1;
  for (const { note: noteId, line, level, text } of index.eachHeading()) {
    const place = places.get(noteId) ?? -1;
    const note = notes[place];
    if (note === undefined) continue;
    if (place !== current) open = [];
    current = place;
    if (level === 1 && text === note.title) {
      open = [];
      continue;
    }
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const id = `${note.path}#L${line}`;
    const parent = open.at(-1)?.id ?? note.path;
    open.push({ level, id });
    yield { id, parent, text, line, note, place };
  }
}

function node(
  id: string,
  label: string,
  file: string,
  line: number,
  community: number | undefined,
): unknown {
  return {
    id,
    label,
    file_type: "document",
    source_file: file,
    source_location: `L${line}`,
    community: community ?? null,
    norm_label: label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),
  };
}

function link(
  relation: "references" | "contains",
  source: string,
  target: string,
  file: string,
  line?: number,
): unknown {
  return {
    source,
    target,
    relation,
    confidence: "EXTRACTED",
    confidence_score: 1,
    weight: 1,
    source_file: file,
    source_location: line === undefined ? null : `L${line}`,
  };
}

/** Writes the items of a JSON array, one a line. */
function lines(
  write: Write,
): { add: (item: unknown) => void; count: () => number } {
  let count = 0;
  return {
    add(item: unknown): void {
      write(`${count++ === 0 ? "" : ","}\n${JSON.stringify(item)}`);
    },
    count: (): number => count,
  };
}

function communityFacts(graph: Graph): {
  communities: Community[];
  communityCount: number;
  isolated: string[];
  isolatedCount: number;
} {
  const members = new Map<number, GraphNote[]>();
  graph.notes.forEach((note, place) => {
    const id = graph.community[place] ?? 0;
    const others = members.get(id);
    if (others === undefined) members.set(id, [note]);
    else others.push(note);
  });
  const linked = new Set(graph.edges.flat());
  const isolated = graph.notes.filter((_, place) => !linked.has(place));
  return {
    communities: [...members].filter(([, notes]) => notes.length > 1)
      .sort(([a], [b]) => a - b).slice(0, COMMUNITIES)
      .map(([id, notes]) => ({
        id,
        size: notes.length,
        titles: notes.sort((a, b) => b.degree - a.degree).slice(0, NAMES)
          .map(({ title }) => title),
      })),
    communityCount: members.size,
    isolated: isolated.slice(0, NAMES).map(({ title }) => title),
    isolatedCount: isolated.length,
  };
}
