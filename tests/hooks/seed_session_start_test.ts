import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { briefOf, section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { graphFiles } from "./_graph.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  stampAged,
  stampTime,
  textOrNothing,
} from "./_state.ts";

// The scenarios of the seed vault-hooks for SessionStart, with graphify on PATH.

const CONVENTION =
  "---\nsummary: Names are nouns\ntags: [convention/naming]\n---\n# Naming\n";

function extractOf(box: Sandbox, model = "qwen25-coder-7b-16k"): string[] {
  const { vault } = box;
  return ["extract", vault, "--backend", "ollama", "--model", model, "--force"];
}

function today(): string {
  const now = new Date();
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${
    pad(now.getDate())
  }`;
}

async function start(box: Sandbox): Promise<string> {
  return briefOf(await box.run("session-start", { source: "startup" }));
}

Deno.test("seed: Stamp is fresh (within threshold)", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
  });
  const stamp = await stampAged(box, 6.9);
  assertEquals(section(await start(box), "Most connected notes"), [
    "Alpha: degree 1",
  ]);
  await box.settled();
  assertEquals(await graphifyCalls(box, "extract"), []);
  assertEquals(await stampTime(box), stamp);
});

for (const age of [null, 7.1]) {
  const name = age === null ? "absent" : "stale";
  Deno.test(`seed: Stamp is stale or absent (${name})`, async () => {
    await using box = await sandbox({
      graphify: true,
      notes: graphFiles("Old"),
    });
    if (age !== null) await stampAged(box, age);
    await box.graphify?.answer("extract", {
      waits: true,
      files: graphFiles("New"),
    });
    const before = Date.now();
    assertEquals(section(await start(box), "Most connected notes"), [
      "Old: degree 1",
    ]);
    // The hook has ended, the rebuild goes on.
    assert(await exists(box.places.rebuildLock));
    await box.graphify?.go();
    await box.settled();
    const calls = await box.graphify?.calls() ?? [];
    assertEquals(calls.map(({ args }) => args), [
      extractOf(box),
      ["cluster-only", box.vault, "--no-label", "--no-viz"],
    ]);
    assert(!await exists(box.places.rebuildLock));
    const stamp = await stampTime(box);
    assert(stamp !== null && stamp.getTime() >= before - 1000);
    assertEquals(section(await start(box), "Most connected notes"), [
      "New: degree 1",
    ]);
    await box.settled();
    assertEquals((await graphifyCalls(box, "extract")).length, 1);
  });
}

Deno.test("seed: Rebuild already in progress (lock file present)", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
  });
  await box.graphify?.answer("extract", { waits: true });
  await start(box);
  await until(
    "the worker's own lock",
    async () =>
      (await textOrNothing(box.places.rebuildLock)).includes("running"),
  );
  assertStringIncludes(await start(box), "Alpha: degree 1");
  const log = await box.log();
  assertStringIncludes(log.at(-1) ?? "", "a rebuild is in progress");
  await box.graphify?.go();
  await box.settled();
  assertEquals(await graphifyCalls(box, "extract"), [extractOf(box)]);
});

for (const age of [null, 30]) {
  const name = age === null ? "no stamp" : "old stamp";
  Deno.test(`seed: Extraction fails during stale rebuild (${name})`, async () => {
    await using box = await sandbox({
      graphify: true,
      notes: graphFiles("Alpha"),
    });
    const stamp = age === null ? null : await stampAged(box, age);
    await box.graphify?.answer("extract", {
      stdout: "scanning\n",
      stderr: "error: no model\n",
      exit: 1,
    });
    assertStringIncludes(await start(box), "Alpha");
    await box.settled();
    const log = await Deno.readTextFile(box.places.rebuildLog);
    assertStringIncludes(log, "stdout| scanning\n");
    assertStringIncludes(log, "stderr| error: no model\n");
    assertStringIncludes(log, "exit 1\n");
    assertStringIncludes((await complaints(box)).join("\n"), "exit 1");
    assert(!await exists(box.places.rebuildLock));
    assertEquals(await stampTime(box), stamp);
    assertStringIncludes(await start(box), "Alpha");
    await box.settled();
    assertEquals((await graphifyCalls(box, "extract")).length, 2);
  });
}

Deno.test("seed: Vault graph and convention notes exist", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: {
      ...graphFiles("Alpha", "Beta", "Gamma"),
      "Naming.md": CONVENTION,
      "Tests.md": "---\nsummary: One fact a test\n---\n#convention/tests\n",
    },
  });
  await stampAged(box, 1);
  const brief = await wholeBrief(box);
  assertEquals(section(brief, "Most connected notes"), [
    "Alpha: degree 3",
    "Beta: degree 2",
    "Gamma: degree 1",
  ]);
  assertEquals(section(brief, "Conventions"), [
    "Naming: Names are nouns",
    "Tests: One fact a test",
  ]);
  assertEquals(section(brief, "Journal"), [
    `Today's note: ${box.vault}/journal/${today()}.md`,
  ]);
});

Deno.test("seed: No convention notes exist yet", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "Alpha.md": "no convention" },
  });
  await stampAged(box, 1);
  const brief = await start(box);
  assertEquals(section(brief, "Conventions"), null);
  assertEquals(section(brief, "Most connected notes"), ["Alpha: degree 1"]);
  assertStringIncludes(brief, `${box.vault}/journal/${today()}.md`);
  await box.settled();
  assertEquals(await complaints(box), []);
});

Deno.test("seed: Project graph exists for the current project", async () => {
  await using box = await sandbox({ graphify: true });
  await stampAged(box, 1);
  assertEquals(section(await start(box), "Graph of this project"), null);
  const graph = `${box.project}/graphify-out/graph.json`;
  await Deno.mkdir(`${box.project}/graphify-out`);
  await Deno.writeTextFile(graph, "{}");
  assertEquals(section(await start(box), "Graph of this project"), [
    `${graph}; query it with: graphify query "<question>" --graph '${graph}'`,
  ]);
});

Deno.test("seed: Default config is used", async () => {
  for (const config of ["", "vault:\n  path:\ngraph:\n"]) {
    await using box = await sandbox({
      graphify: true,
      notes: graphFiles("Alpha"),
      config,
    });
    assertEquals(box.vault, `${box.home}/Documents/SecondBrain`);
    await stampAged(box, 6.9);
    await start(box);
    await box.settled();
    assertEquals(await graphifyCalls(box, "extract"), []);
    await stampAged(box, 7.1);
    await start(box);
    await box.settled();
    const calls = await box.graphify?.calls() ?? [];
    assertEquals(calls[0]?.args, extractOf(box));
    assertEquals(calls[0]?.env, {
      HOME: box.home,
      PATH: box.env["PATH"] ?? "",
      GRAPHIFY_OLLAMA_KEEP_ALIVE: "30m",
      GRAPHIFY_OLLAMA_NUM_CTX: "16384",
      OLLAMA_API_KEY: "ollama",
      OLLAMA_FLASH_ATTENTION: "1",
      PYTHONUTF8: "1",
    });
    assertEquals(await complaints(box), []);
  }
});

Deno.test("seed: User overrides vault path, and the other settings", async () => {
  const vault = "Notes & more/my vault";
  await using box = await sandbox({
    graphify: true,
    vault,
    notes: {
      "out/GRAPH_REPORT.md":
        graphFiles("Alpha", "Beta")["graphify-out/GRAPH_REPORT.md"] ?? "",
      "rules/One.md": "---\nsummary: Be brief\n---\n",
    },
    config: `vault:
  path: "~/${vault}"
graph:
  engine: graphify
  output_dir: out
  model: other-model
  num_ctx: 4096
  rebuild_stale_days: 2
  env:
    OLLAMA_FLASH_ATTENTION: ""
    GRAPHIFY_OLLAMA_KEEP_ALIVE: 5m
brief:
  god_nodes: 1
  conventions: rules
journal:
  dir: log/days
  day: utc
`,
  });
  await stampAged(box, 2.1);
  await box.graphify?.answer("extract", {
    files: {
      "out/graph.json": graphFiles("N")["graphify-out/graph.json"] ?? "",
    },
  });
  const day = new Date().toISOString().slice(0, 10);
  const brief = await wholeBrief(box);
  assertEquals(section(brief, "Most connected notes"), ["Alpha: degree 2"]);
  assertEquals(section(brief, "Conventions"), [
    "One (rules/One.md): Be brief",
  ]);
  assertEquals(section(brief, "Journal"), [
    `Today's note: ${box.vault}/log/days/${day}.md`,
  ]);
  await box.settled();
  const calls = await box.graphify?.calls() ?? [];
  assertEquals(calls.map(({ args }) => args), [
    extractOf(box, "other-model"),
    ["cluster-only", box.vault, "--no-label", "--no-viz"],
  ]);
  const env = calls[0]?.env ?? {};
  assertEquals(
    [
      env["OLLAMA_FLASH_ATTENTION"],
      env["GRAPHIFY_OLLAMA_NUM_CTX"],
      env["GRAPHIFY_OLLAMA_KEEP_ALIVE"],
      env["GRAPHIFY_OUT"],
    ],
    [undefined, "4096", "5m", "out"],
  );
  await Deno.writeTextFile(`${box.vault}/new.md`, "[[One]]");
  await box.run("post-tool-use", {
    "tool_name": "Write",
    "tool_input": { "file_path": `${box.vault}/new.md` },
    "tool_use_id": "t",
  });
  assertEquals(await graphifyCalls(box, "update"), [
    ["update", "--file", `${box.vault}/new.md`],
  ]);
  await box.run("session-end", { reason: "other" });
  assertStringIncludes(
    await Deno.readTextFile(`${box.vault}/log/days/${day}.md`),
    "- notes: [[new]]\n",
  );
  assert(!await exists(`${box.home}/Documents`));
});
