import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { exportGraph } from "../../lib/graph/export_graph.ts";
import { readGodNodes } from "../../lib/graph/god_nodes.ts";
import type { NoteIndex } from "../../lib/graph/index/note_index.ts";
import { graphifyProgram, HAS_PYTHON } from "../_support/graphify_program.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir } from "../_support/temp.ts";
import { memoryIndex, put } from "./index/_vault.ts";

const options = { vaultName: "My Vault", now: new Date(2026, 0, 2, 12) };

/** A small vault: a hub, a pair of notes that link to each other, a journal, one note alone. */
async function sample(): Promise<NoteIndex> {
  const index = memoryIndex();
  await put(
    index,
    "Hub.md",
    "# Café Hub\n\n## Rollback\n\n### Steps\n\n# Other\n",
  );
  await put(index, "ops/deploy note.md", "# Deploy\n[[Hub]] [[b]] [[missing]]");
  await put(
    index,
    "b.md",
    '---\ntitle: The `b` "note"\n---\n[[Hub]] [[deploy note]]',
  );
  await put(index, "journal/2026-01-01.md", "[[b]]");
  await put(index, "alone.md", "## Only heading\n");
  return index;
}

interface Graph {
  directed: boolean;
  multigraph: boolean;
  graph: unknown;
  nodes: Record<string, unknown>[];
  links: Record<string, unknown>[];
  hyperedges: unknown[];
}

Deno.test("exportGraph() writes notes and headings in graphify's node-link format", async () => {
  await using tmp = await tempDir();
  using index = await sample();
  const out = `${tmp.path}/graphify-out`;
  await Deno.mkdir(out);
  const written = exportGraph(index, out, options);
  const graph: Graph = JSON.parse(await Deno.readTextFile(`${out}/graph.json`));
  assertEquals(
    [graph.directed, graph.multigraph, graph.graph, graph.hyperedges],
    [false, false, {}, []],
  );
  assertEquals(written, {
    nodes: graph.nodes.length,
    links: graph.links.length,
  });
  const node = (id: string): Record<string, unknown> | undefined =>
    graph.nodes.find((node) => node["id"] === id);
  assertEquals(node("Hub.md"), {
    id: "Hub.md",
    label: "Café Hub",
    file_type: "document",
    source_file: "Hub.md",
    source_location: "L1",
    community: 0,
    norm_label: "cafe hub",
  });
  assertEquals(node("Hub.md#L5"), {
    id: "Hub.md#L5",
    label: "Steps",
    file_type: "document",
    source_file: "Hub.md",
    source_location: "L5",
    community: 0,
    norm_label: "steps",
  });
  assertEquals(node("alone.md")?.["community"], 1);
  const ids = graph.nodes.map((node) => String(node["id"]));
  assertEquals(new Set(ids).size, ids.length);
  assertEquals(
    graph.links.map(({ source, relation, target }) =>
      `${source} ${relation} ${target}`
    ).sort(),
    [
      "Hub.md contains Hub.md#L3",
      "Hub.md contains Hub.md#L7",
      "Hub.md#L3 contains Hub.md#L5",
      "alone.md contains alone.md#L1",
      "b.md references Hub.md",
      "journal/2026-01-01.md references b.md",
      "ops/deploy note.md references Hub.md",
      "ops/deploy note.md references b.md",
    ],
  );
  assertEquals(graph.links[0], {
    source: "ops/deploy note.md",
    target: "Hub.md",
    relation: "references",
    confidence: "EXTRACTED",
    confidence_score: 1,
    weight: 1,
    source_file: "ops/deploy note.md",
    source_location: null,
  });
});

Deno.test("exportGraph() writes a report that the god nodes can be read from", async () => {
  await using tmp = await tempDir();
  using index = await sample();
  exportGraph(index, tmp.path, options);
  const report = await Deno.readTextFile(`${tmp.path}/GRAPH_REPORT.md`);
  assertMatch(report, /^# Graph Report - My Vault {2}\(2026-01-02\)\n/);
  assertStringIncludes(
    report,
    "## God Nodes (most connected - your core abstractions)\n" +
      "1. `Café Hub` - 2 edges\n" +
      '2. `The `b` "note"` - 2 edges\n' +
      "3. `Deploy` - 2 edges\n",
  );
  assertStringIncludes(report, "- **1 isolated node(s):** `alone`");
  assertStringIncludes(report, "- **1 link(s)** name no note");
  assertEquals(
    report.split("\n").filter((line) => line.startsWith("## "))
      .map((line) => line.split(" (")[0]),
    [
      "## Corpus Check",
      "## Summary",
      "## Community Hubs",
      "## God Nodes",
      "## Communities",
      "## Knowledge Gaps",
    ],
  );
  assertEquals(
    readGodNodes(tmp.path, 10),
    index.godNodes(10).map(({ title, degree }) => ({ label: title, degree })),
  );
});

Deno.test("exportGraph() writes an empty vault's graph as one that can be read", async () => {
  await using tmp = await tempDir();
  using index = memoryIndex();
  assertEquals(exportGraph(index, tmp.path, options), { nodes: 0, links: 0 });
  const graph = JSON.parse(
    await Deno.readTextFile(`${tmp.path}/graph.json`),
  );
  assertEquals([graph.nodes, graph.links], [[], []]);
  assertEquals(readGodNodes(tmp.path, 10), []);
});

Deno.test("exportGraph() puts whole files in place, and leaves no other behind", async () => {
  await using tmp = await tempDir();
  using index = await sample();
  const out = `${tmp.path}/out`;
  await Deno.mkdir(out);
  exportGraph(index, out, options);
  const first = await Deno.open(`${out}/graph.json`);
  await put(index, "new.md", "[[Hub]]");
  exportGraph(index, out, options);
  // Who had the old file open still has it, whole.
  const old: Graph = JSON.parse(
    await new Response(first.readable).text(),
  );
  assertEquals(old.nodes.length, 9);
  const now: Graph = JSON.parse(await Deno.readTextFile(`${out}/graph.json`));
  assertEquals(now.nodes.length, 10);
  assertEquals([...Deno.readDirSync(out)].map(({ name }) => name).sort(), [
    "GRAPH_REPORT.md",
    "graph.json",
  ]);
});

Deno.test("exportGraph() writes through a link, and keeps it one", async () => {
  await using tmp = await tempDir();
  using index = await sample();
  const out = `${tmp.path}/out`;
  await Deno.mkdir(out);
  await Deno.mkdir(`${tmp.path}/elsewhere`);
  await Deno.writeTextFile(`${tmp.path}/elsewhere/g.json`, "{}");
  await Deno.symlink(`${tmp.path}/elsewhere/g.json`, `${out}/graph.json`);
  exportGraph(index, out, options);
  assert((await Deno.lstat(`${out}/graph.json`)).isSymlink);
  assertStringIncludes(
    await Deno.readTextFile(`${tmp.path}/elsewhere/g.json`),
    "Café Hub",
  );
});

Deno.test("exportGraph() keeps the old graph when it cannot write a new one", async () => {
  await using tmp = await tempDir();
  using index = await sample();
  assertThrows(
    () => exportGraph(index, `${tmp.path}/out`, options),
    Deno.errors.NotFound,
  );
  const out = `${tmp.path}/out`;
  // A folder where the graph should be: the new file cannot take its place.
  await Deno.mkdir(`${out}/graph.json/x`, { recursive: true });
  assertThrows(() => exportGraph(index, out, options), Error);
  assertEquals([...Deno.readDirSync(out)].map(({ name }) => name), [
    "graph.json",
  ]);
});

Deno.test({
  name: "graphify answers questions about the exported graph",
  ignore: !HAS_PYTHON,
  fn: async () => {
    await using tmp = await tempDir();
    using index = await sample();
    const out = `${tmp.path}/graphify-out`;
    await Deno.mkdir(out);
    exportGraph(index, out, options);
    const graphify = async (...args: string[]): Promise<string> => {
      const run = await runProgram({
        command: await graphifyProgram(),
        args,
        cwd: tmp.path,
        env: { HOME: tmp.path, PATH: "/usr/bin:/bin", GRAPHIFY_NO_TIPS: "1" },
        timeoutMs: 600_000,
      });
      assertEquals(run.code, 0, run.stderr);
      return run.stdout;
    };
    const graph = `${out}/graph.json`;
    const answer = await graphify("query", "deploy rollback", "--graph", graph);
    assertMatch(answer, /^NODE Deploy \[src=ops\/deploy note\.md loc=L1 /m);
    assertMatch(answer, /^NODE Rollback \[src=Hub\.md loc=L3 /m);
    assertMatch(answer, /^EDGE Deploy --references \[EXTRACTED\]--> Café Hub/m);
    assertMatch(answer, /^EDGE Café Hub --contains \[EXTRACTED\]--> Rollback/m);
    const gods = await graphify("god-nodes", "--json", "--graph", graph);
    assertEquals(JSON.parse(gods)[0].label, "Café Hub");
  },
});
