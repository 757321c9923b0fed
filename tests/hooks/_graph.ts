/** What graphify leaves in the vault: a graph and a report with these god nodes, most connected first. */
export function graphFiles(
  ...godNodes: readonly string[]
): Record<string, string> {
  const report = godNodes.map((name, index) =>
    `${index + 1}. \`${name}\` - ${godNodes.length - index} edges`
  );
  const nodes = ["hub", ...godNodes].map((id) => ({ id, label: id }));
  const links = godNodes.map((target) => ({ source: "hub", target }));
  return {
    "graphify-out/graph.json": JSON.stringify({ nodes, links }),
    "graphify-out/GRAPH_REPORT.md":
      `# Graph Report\n\n## God Nodes (most connected - your core abstractions)\n${
        report.join("\n")
      }\n\n## Surprising Connections\n- none\n`,
  };
}
