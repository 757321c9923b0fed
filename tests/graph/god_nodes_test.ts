import { assertEquals } from "@std/assert";
import { readGodNodes } from "../../lib/graph/god_nodes.ts";
import { runProgram } from "../_support/program.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const REPORT = `# Graph Report - v  (2026-01-01)

## Community Hubs (Navigation)
- \`Not\` - 99 edges

## God Nodes (most connected - your core abstractions)
1. \`Client\` - 26 edges
2. \`a \`quoted\` - 7 edges\` - 25 edges
3. \`日本 - メモ 😀\` - 3 edges
something else
4. \`One\` - 1 edges

### still inside
10. \`Timeout\` - 1 edges

## Surprising Connections (you probably didn't know these)
5. \`No\` - 9 edges

## God Nodes (most connected - your core abstractions)
1. \`Twice\` - 9 edges
`;

const GODS = [
  { label: "Client", degree: 26 },
  { label: "a `quoted` - 7 edges", degree: 25 },
  { label: "日本 - メモ 😀", degree: 3 },
  { label: "One", degree: 1 },
  { label: "Timeout", degree: 1 },
];

const ANALYSIS = JSON.stringify({
  communities: {},
  gods: [
    { id: "a", label: "Alpha", degree: 9 },
    { id: "b", edges: 4 },
    { label: 5 },
    null,
  ],
});

const GRAPH = {
  nodes: [
    { id: "a", label: "Alpha" },
    { id: "b", label: "Beta" },
    { id: "c", label: "Gamma" },
    { id: "h", label: "Heading" },
    { id: "alone", label: "Alone" },
    { id: 7 },
    null,
  ],
  links: [
    { source: "a", target: "b", relation: "references" },
    { source: "b", target: "a", relation: "cites" },
    { source: "c", target: "a" },
    { source: "a", target: "a" },
    { source: "a", target: "h", relation: "contains" },
    { source: "a" },
    "x",
  ],
};

const COUNTED = [
  { label: "Alpha", degree: 2 },
  { label: "Beta", degree: 1 },
  { label: "Gamma", degree: 1 },
];

Deno.test("readGodNodes() reads the report's section", async () => {
  await using tmp = await tempDir();
  for (
    const text of [REPORT, REPORT.replaceAll("\n", "\r\n"), `\uFEFF${REPORT}`]
  ) {
    await writeFiles(tmp.path, { "GRAPH_REPORT.md": text });
    assertEquals(readGodNodes(tmp.path, 10), GODS);
    assertEquals(readGodNodes(tmp.path, 2), GODS.slice(0, 2));
  }
});

Deno.test("readGodNodes() leaves the days of the journal out, and others move up", async () => {
  await using tmp = await tempDir();
  const labels = [
    "2026-11-30",
    "2026-11-30.md",
    "Sessions of 2026-11-29",
    "2026-11-30 plan",
    "Alpha",
    "Beta",
  ];
  const lines = labels.map((label, n) => `${n + 1}. \`${label}\` - 5 edges`);
  await writeFiles(tmp.path, {
    "GRAPH_REPORT.md": `## God Nodes\n${lines.join("\n")}\n`,
  });
  assertEquals(
    readGodNodes(tmp.path, 2).map(({ label }) => label),
    ["2026-11-30 plan", "Alpha"],
  );
});

Deno.test("readGodNodes() goes on to the next source where one is missing, empty or broken", async () => {
  const alpha = [{ label: "Alpha", degree: 9 }, { label: "b", degree: 4 }];
  const cases: [Record<string, string>, unknown][] = [
    [{}, []],
    [{ "GRAPH_REPORT.md": "" }, []],
    [{ "GRAPH_REPORT.md": "## God Nodes\n\n## Next\n" }, []],
    [{ ".graphify_analysis.json": ANALYSIS }, alpha],
    [{
      "GRAPH_REPORT.md": "# Graph Report\n",
      ".graphify_analysis.json": ANALYSIS,
    }, alpha],
    [{
      ".graphify_analysis.json": "{ not JSON",
      "graph.json": JSON.stringify(GRAPH),
    }, COUNTED],
    [{
      ".graphify_analysis.json": '{"gods":[]}',
      "graph.json": JSON.stringify({ nodes: GRAPH.nodes, edges: GRAPH.links }),
    }, COUNTED],
    [{ "graph.json": '{"nodes":[{"id":"a"}],"links":' }, []],
    [{ "graph.json": "[]" }, []],
    [{ "graph.json": "null" }, []],
    [{ "graph.json": '{"nodes":{},"links":7}' }, []],
    [{ "graph.json": "" }, []],
  ];
  for (const [files, gods] of cases) {
    await using tmp = await tempDir();
    await writeFiles(tmp.path, files);
    assertEquals(
      readGodNodes(tmp.path, 10),
      gods as never,
      JSON.stringify(files),
    );
  }
});

Deno.test("readGodNodes() reads regular files of a sane size only", async () => {
  await using tmp = await tempDir();
  await runProgram({
    command: "/usr/bin/mkfifo",
    args: [`${tmp.path}/GRAPH_REPORT.md`],
  });
  await Deno.mkdir(`${tmp.path}/.graphify_analysis.json`);
  const large = { ...GRAPH, padding: "x".repeat(17 * 1024 * 1024) };
  await writeFiles(tmp.path, { "graph.json": JSON.stringify(large) });
  assertEquals(readGodNodes(tmp.path, 10), []);
  await writeFiles(tmp.path, { "graph.json": JSON.stringify(GRAPH) });
  assertEquals(readGodNodes(tmp.path, 10), COUNTED);
  assertEquals(readGodNodes(`${tmp.path}/none`, 10), []);
});

Deno.test("readGodNodes() takes a report of one endless line", async () => {
  await using tmp = await tempDir();
  const text = "## God Nodes\n1. `" + "` - 1 edges`".repeat(500_000);
  await writeFiles(tmp.path, { "GRAPH_REPORT.md": text });
  assertEquals(readGodNodes(tmp.path, 10), []);
});
