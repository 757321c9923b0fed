// What the product leans on in the real graphify. A newer release that breaks one of these breaks the product.

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { UNKNOWN_OPTION } from "./_support/fake_graphify.ts";
import { graphifyProgram, HAS_PYTHON } from "./_support/graphify_program.ts";
import { type Ollama, ollama } from "./_support/ollama.ts";
import { type ProgramResult, runProgram } from "./_support/program.ts";
import { tempDir, writeFiles } from "./_support/temp.ts";

const NOTES = {
  "Alpha.md": "# Alpha\n\nSee [[Beta]] and [[Gamma]].\n",
  "Beta.md": "---\ntags: [x]\n---\n# Beta\n\nBack to [[Alpha]].\n",
  "sub folder/Gamma.md": "# Gamma\n\nOf [[Alpha]], [[Beta]], [[Delta]].\n",
  "Delta.md": "# Delta\n\n## Part\n\n[Alpha](Alpha.md)\n",
};

interface Graph {
  nodes: { id: string; label: string; source_file: string }[];
  links: { source: string; target: string; relation: string }[];
}

/** Runs the real graphify in a folder, with a private HOME and nothing inherited. */
async function graphify(
  cwd: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<ProgramResult> {
  return await runProgram({
    command: await graphifyProgram(),
    args,
    cwd,
    env: { HOME: `${cwd}/../home`, PATH: "/usr/bin:/bin", ...env },
    timeoutMs: 600_000,
  });
}

function extract(
  vault: string,
  server: Ollama,
  more: string[] = ["--force"],
): Promise<ProgramResult> {
  return graphify(
    vault,
    ["extract", vault, "--backend", "ollama", "--model", "m", ...more],
    {
      OLLAMA_BASE_URL: server.url,
      OLLAMA_API_KEY: "ollama",
      OLLAMA_FLASH_ATTENTION: "1",
      GRAPHIFY_OLLAMA_NUM_CTX: "16384",
      GRAPHIFY_OLLAMA_KEEP_ALIVE: "5m",
    },
  );
}

async function makeVault(root: string): Promise<string> {
  const vault = `${root}/my vault`;
  await writeFiles(vault, NOTES);
  return vault;
}

async function readGraph(vault: string): Promise<Graph> {
  return JSON.parse(
    await Deno.readTextFile(`${vault}/graphify-out/graph.json`),
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const test = (name: string, fn: () => Promise<void>): void =>
  Deno.test({ name: `real graphify: ${name}`, ignore: !HAS_PYTHON, fn });

test("`update --file P` is refused with exit 2 and a known message, and nothing is written", async () => {
  await using tmp = await tempDir();
  const vault = await makeVault(tmp.path);
  const run = await graphify(vault, ["update", "--file", `${vault}/Alpha.md`]);
  assertEquals(run.code, UNKNOWN_OPTION.exit);
  assertStringIncludes(run.stderr, "error: unknown update option: --file");
  assertEquals(await exists(`${vault}/graphify-out/graph.json`), false);
});

test("`extract V --backend ollama --model M --force` writes graph.json and no report", async () => {
  await using tmp = await tempDir();
  await using server = ollama();
  const vault = await makeVault(tmp.path);
  const run = await extract(vault, server);
  assertEquals([run.code, run.stderr], [0, ""]);
  const graph = await readGraph(vault);
  assertEquals(graph.nodes.map((node) => node.label).sort(), [
    "Alpha",
    "Beta",
    "Delta",
    "Gamma",
  ]);
  assert(graph.links.length > 0);
  assertEquals(await exists(`${vault}/graphify-out/GRAPH_REPORT.md`), false);
});

test("`extract` sends num_ctx and keep_alive from the environment to Ollama's own /api/chat", async () => {
  await using tmp = await tempDir();
  await using server = ollama();
  await extract(await makeVault(tmp.path), server);
  const sent = server.requests.flatMap((request) => request.notes).sort();
  assertEquals(sent, Object.keys(NOTES).sort());
  for (const { path, model, numCtx, keepAlive } of server.requests) {
    assertEquals([path, model, numCtx, keepAlive], [
      "/api/chat",
      "m",
      16384,
      "5m",
    ]);
  }
});

test("`extract` falls back to /v1/chat/completions where there is no /api/chat", async () => {
  await using tmp = await tempDir();
  await using server = ollama({ native: false });
  const vault = await makeVault(tmp.path);
  const run = await extract(vault, server);
  assertEquals(run.code, 0);
  assertEquals((await readGraph(vault)).nodes.length, 4);
  const paths = new Set(server.requests.map((request) => request.path));
  assertEquals([...paths], ["/v1/chat/completions"]);
});

test("`extract --force` reads the whole vault again", async () => {
  await using tmp = await tempDir();
  await using server = ollama();
  const vault = await makeVault(tmp.path);
  await extract(vault, server);
  const once = server.requests.flatMap((request) => request.notes).length;
  const run = await extract(vault, server);
  assertEquals(run.code, 0);
  const twice = server.requests.flatMap((request) => request.notes).length;
  assertEquals([once, twice], [4, 8]);
});

test("`extract` without --force sends only what changed since, and drops notes that are gone", async () => {
  await using tmp = await tempDir();
  await using server = ollama();
  const vault = await makeVault(tmp.path);
  await extract(vault, server);
  await Deno.remove(`${vault}/Delta.md`);
  await Deno.writeTextFile(`${vault}/Beta.md`, "# Beta\n\nChanged.\n");
  await Deno.writeTextFile(`${vault}/New.md`, "# New\n");
  const before = server.requests.length;
  const run = await extract(vault, server, []);
  assertEquals(run.code, 0);
  const sent = server.requests.slice(before).flatMap((one) => one.notes);
  assertEquals(sent.sort(), ["Beta.md", "New.md"]);
  assertEquals((await readGraph(vault)).nodes.map((one) => one.label).sort(), [
    "Alpha",
    "Beta",
    "Gamma",
    "New",
  ]);
});

test("`extract` with no model server fails and leaves the graph that was there", async () => {
  await using tmp = await tempDir();
  const vault = await makeVault(tmp.path);
  const server = ollama();
  await extract(vault, server);
  const before = await readGraph(vault);
  await server[Symbol.asyncDispose]();
  const run = await extract(vault, server);
  assertEquals(run.code, 1);
  assertEquals(await readGraph(vault), before);
});

test("`cluster-only V --no-label --no-viz` writes the report, with god nodes in the known form", async () => {
  await using tmp = await tempDir();
  await using server = ollama();
  const vault = await makeVault(tmp.path);
  await extract(vault, server);
  const run = await graphify(vault, [
    "cluster-only",
    vault,
    "--no-label",
    "--no-viz",
  ]);
  assertEquals(run.code, 0);
  const out = `${vault}/graphify-out`;
  const report = await Deno.readTextFile(`${out}/GRAPH_REPORT.md`);
  assertMatch(
    report,
    /^## God Nodes \(most connected - your core abstractions\)\n1\. `.+` - \d+ edges$/m,
  );
  assertEquals(await exists(`${out}/graph.html`), false);
  assertEquals((await readGraph(vault)).nodes.length, 4);
});

test("`update V` builds graph and report from headings and links, without a model", async () => {
  await using tmp = await tempDir();
  const vault = await makeVault(tmp.path);
  const run = await graphify(vault, ["update", vault]);
  assertEquals(run.code, 0);
  const graph = await readGraph(vault);
  const labels = graph.nodes.map((node) => node.label);
  assert(labels.includes("Alpha.md") && labels.includes("Part"));
  assert(graph.links.some((link) => link.relation === "references"));
  assert(await exists(`${vault}/graphify-out/GRAPH_REPORT.md`));
});

test("`query` wants the question first, then --graph, and prints nodes and edges but no note text", async () => {
  await using tmp = await tempDir();
  const vault = await makeVault(tmp.path);
  await graphify(vault, ["update", vault]);
  const graph = `${vault}/graphify-out/graph.json`;
  const query = (...args: string[]) => graphify(tmp.path, ["query", ...args]);
  const good = await query("what links to Alpha", "--graph", graph);
  assertEquals([good.code, good.stderr], [0, ""]);
  assertMatch(good.stdout, /^NODE Alpha /m);
  assertMatch(good.stdout, /^EDGE Delta\.md --references .*--> Alpha\.md /m);
  assertEquals(good.stdout.includes("Back to"), false);
  const seed = await query("--graph", graph);
  assertEquals([seed.code, seed.stdout], [1, ""]);
});

test("`query` exits with 4 where nothing matches, and with 3 where a name is both a note's and its heading's", async () => {
  await using tmp = await tempDir();
  const vault = await makeVault(tmp.path);
  await graphify(vault, ["update", vault]);
  const graph = `${vault}/graphify-out/graph.json`;
  const query = (...args: string[]) => graphify(tmp.path, ["query", ...args]);
  const none = await query("zzzz", "--graph", graph);
  assertEquals([none.code, none.stdout], [4, "No matching nodes found.\n"]);
  const both = await query("Beta", "--graph", graph);
  assertEquals(both.code, 3);
  assertStringIncludes(both.stdout, "Ambiguous: 'Beta' matches 2 nodes");
});
