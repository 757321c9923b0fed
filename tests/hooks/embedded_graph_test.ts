import { assert, assertEquals, assertMatch } from "@std/assert";
import { graphifyProgram, HAS_PYTHON } from "../_support/graphify_program.ts";
import { runProgram } from "../_support/program.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { edited, written } from "./_events.ts";
import { complaints, indexed } from "./_state.ts";

const NOTES = {
  "Index.md": "# Index\n[[Deno]] and [[tools/SQLite|the database]]\n",
  "Deno.md": "# Deno\n## Start-up\nSee ![[SQLite#Speed]] [x](Index.md)\n",
  "tools/SQLite.md": "# SQLite\n\n## Speed\n\n[[nowhere]]\n",
};

interface Graph {
  directed: boolean;
  multigraph: boolean;
  nodes: { id: string; label: string; source_file: string }[];
  links: { source: string; target: string; relation: string }[];
}

async function graphOf(box: Sandbox): Promise<Graph> {
  const path = `${box.vault}/graphify-out/graph.json`;
  return JSON.parse(await Deno.readTextFile(path)) as Graph;
}

function references(graph: Graph): string[] {
  return graph.links.filter(({ relation }) => relation === "references")
    .map(({ source, target }) => [source, target].sort().join(" - ")).sort();
}

Deno.test("The embedded engine writes graph.json and GRAPH_REPORT.md in graphify's formats", async () => {
  await using box = await sandbox({ notes: NOTES });
  await indexed(box);
  const graph = await graphOf(box);
  assertEquals([graph.directed, graph.multigraph], [false, false]);
  assertEquals(graph.nodes.map(({ label }) => label).sort(), [
    "Deno",
    "Index",
    "SQLite",
    "Speed",
    "Start-up",
  ]);
  const ids = new Set(graph.nodes.map(({ id }) => id));
  assert(
    graph.links.every((link) => ids.has(link.source) && ids.has(link.target)),
  );
  assertEquals(references(graph), [
    "Deno.md - Index.md",
    "Deno.md - tools/SQLite.md",
    "Index.md - tools/SQLite.md",
  ]);
  const report = await Deno.readTextFile(
    `${box.vault}/graphify-out/GRAPH_REPORT.md`,
  );
  const [, gods = ""] = report.split(
    "## God Nodes (most connected - your core abstractions)\n",
  );
  assertEquals(gods.split("\n").filter((line) => line !== "").slice(0, 3), [
    "1. `Deno` - 2 edges",
    "2. `Index` - 2 edges",
    "3. `SQLite` - 2 edges",
  ]);
});

Deno.test("The embedded engine's god nodes are those that its report has, whoever reads them", async () => {
  await using box = await sandbox({ notes: NOTES, graphify: true });
  const config = `${box.home}/.config/memory-hooks/config.yaml`;
  await Deno.mkdir(config.slice(0, config.lastIndexOf("/")), {
    recursive: true,
  });
  await Deno.writeTextFile(config, "graph:\n  engine: builtin\n");
  await indexed(box);
  assertEquals(await box.graphify?.calls(), []);
  const gods = async (): Promise<string[] | null> =>
    section(await wholeBrief(box), "Most connected notes");
  assertEquals(await gods(), [
    "Deno: degree 2",
    "Index: degree 2",
    "SQLite (tools/SQLite.md): degree 2",
  ]);
  await Deno.writeTextFile(config, "graph:\n  engine: graphify\n");
  assertEquals(await gods(), [
    "Deno: degree 2",
    "Index: degree 2",
    "SQLite: degree 2",
  ]);
});

Deno.test("A note that Claude wrote, edited or removed is in the graph's files soon after", async () => {
  await using box = await sandbox({ notes: NOTES });
  await indexed(box);
  const path = `${box.vault}/New.md`;
  await Deno.writeTextFile(path, "# New\n[[Deno]]\n");
  await box.run("post-tool-use", written(path));
  await box.settled();
  let graph = await graphOf(box);
  assert(references(graph).includes("Deno.md - New.md"));
  await Deno.writeTextFile(path, "# New\n[[Index]]\n");
  await box.run("post-tool-use", edited(path));
  await box.settled();
  graph = await graphOf(box);
  assert(references(graph).includes("Index.md - New.md"));
  assert(!references(graph).includes("Deno.md - New.md"));
  await Deno.remove(path);
  await box.run("post-tool-use", edited(path));
  await box.settled();
  assertEquals((await graphOf(box)).nodes.length, 5);
  assertEquals(await complaints(box), []);
});

Deno.test({
  name: "The real graphify answers questions from the embedded engine's graph",
  ignore: !HAS_PYTHON,
  fn: async () => {
    await using box = await sandbox({ notes: NOTES });
    await indexed(box);
    const graph = `${box.vault}/graphify-out/graph.json`;
    const query = (question: string) =>
      graphifyProgram().then((command) =>
        runProgram({
          command,
          args: ["query", question, "--graph", graph],
          env: { HOME: box.home, PATH: "/usr/bin:/bin" },
          cwd: box.project,
        })
      );
    const found = await query("SQLite");
    assertEquals(found.code, 0, found.stderr);
    assertMatch(found.stdout, /SQLite/);
    assertMatch(found.stdout, /tools\/SQLite\.md/);
    assertMatch(found.stdout, /references/);
    assertMatch(found.stdout, /Deno/);
    const none = await query("zzzzz");
    assertMatch(none.stdout, /No matching nodes found/);
  },
});
