import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { isAlive } from "../_support/is_alive.ts";
import { until } from "../_support/until.ts";
import { withEnoughTime } from "../_support/with_enough_time.ts";
import { briefOf } from "./_answer.ts";
import { isRunning } from "./_process.ts";
import { edited } from "./_events.ts";
import { graphFiles } from "./_graph.ts";
import {
  complaints,
  exists,
  graphifyCalls,
  indexed,
  stampAged,
  stampTime,
  textOrNothing,
} from "./_state.ts";

const MODEL = "qwen25-coder-7b-16k";

async function start(box: Sandbox): Promise<string> {
  return briefOf(await box.run("session-start", { source: "startup" }));
}

async function dueBox(config?: string): Promise<Sandbox> {
  return await sandbox({
    graphify: true,
    notes: graphFiles("Alpha"),
    ...(config === undefined ? {} : { config }),
  });
}

async function graphText(box: Sandbox): Promise<string> {
  return await Deno.readTextFile(`${box.vault}/graphify-out/graph.json`);
}

async function assertTreeGone(box: Sandbox): Promise<void> {
  for (const pid of await box.graphify?.pids() ?? []) {
    await until(`the end of process ${pid}`, () => !isRunning(pid));
  }
}

/** Waits until a worker owns the lock, and gives its pid. */
async function runningWorker(box: Sandbox): Promise<number> {
  const { rebuildLock } = box.places;
  await until(
    "the worker's lock",
    async () => (await textOrNothing(rebuildLock)).includes("running"),
  );
  return JSON.parse(await Deno.readTextFile(rebuildLock)).pid;
}

Deno.test("The worker logs both streams of graphify, without control characters, each line whole", async () => {
  await using box = await dueBox();
  await box.graphify?.answer("extract", {
    stdout: "first\nsecond \u001b[31mred\u001b[0m\n日本",
    stderr: "warning: é\n",
    files: graphFiles("Beta"),
  });
  await start(box);
  await box.settled();
  const log = await Deno.readTextFile(box.places.rebuildLog);
  const lines = log.split("\n").map((line) => line.replace(/^\S+Z /, ""));
  const command = `graphify extract ${box.vault} --backend ollama --model`;
  assertEquals(lines[0], `${command} ${MODEL} --force`);
  assertEquals(
    new Set(lines.slice(1, 5)),
    new Set([
      "stdout| first",
      "stdout| second  [31mred [0m",
      "stderr| warning: é",
      "stdout| 日本",
    ]),
  );
  assertEquals(lines.slice(5), [
    "exit 0",
    `graphify cluster-only ${box.vault} --no-label --no-viz`,
    "exit 0",
    "",
  ]);
});

Deno.test("The worker kills the whole tree at the timeout, keeps the graph, lets go of the lock and stamps nothing", async () => {
  await withEnoughTime(1200, async (timeMs) => {
    const minutes = timeMs / 60_000;
    await using box = await dueBox(
      `graph:\n  rebuild_timeout_minutes: ${minutes}\n`,
    );
    await box.graphify?.answer("extract", { hang: true });
    const graph = await graphText(box);
    await start(box);
    await box.settled();
    await assertTreeGone(box);
    assert(!await exists(box.places.rebuildLock));
    assertEquals(await stampTime(box), null);
    assertEquals(await graphText(box), graph);
    if ((await box.graphify?.pids() ?? []).length < 2) return false;
    assertStringIncludes(
      await Deno.readTextFile(box.places.rebuildLog),
      "no new graph: ended, it is over the rebuild timeout",
    );
    return true;
  });
});

for (
  const [what, text] of Object.entries({
    "is empty": '{"nodes":[],"links":[]}',
    "has no bytes": "",
    "is torn": '{"nodes":[{"id":"a"},{"i',
    "is no graph": "[]",
  })
) {
  Deno.test(`The worker keeps the previous graph when the new one ${what}`, async () => {
    await using box = await dueBox();
    const graph = await graphText(box);
    await box.graphify?.answer("extract", {
      files: { "graphify-out/graph.json": text },
    });
    await start(box);
    await box.settled();
    assertEquals(await graphText(box), graph);
    assertEquals(await stampTime(box), null);
    assertEquals(await graphifyCalls(box, "cluster-only"), []);
    assertStringIncludes(await start(box), "Alpha");
    await box.settled();
    const left: string[] = [];
    for await (const { name } of Deno.readDir(`${box.vault}/graphify-out`)) {
      left.push(name);
    }
    assertEquals(left.sort(), ["GRAPH_REPORT.md", "graph.json"]);
  });
}

Deno.test("The worker keeps the previous graph when graphify fails half-way", async () => {
  await using box = await dueBox();
  const graph = await graphText(box);
  await Deno.writeTextFile(
    box.graphify?.path ?? "",
    '#!/bin/sh\necho \'{"nodes":[1]}\' >"$2/graphify-out/graph.json"\nkill -9 $$\n',
  );
  await start(box);
  await box.settled();
  assertEquals(await graphText(box), graph);
  assertEquals(await stampTime(box), null);
  assertStringIncludes((await complaints(box)).join("\n"), "exit 137");
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`The worker that gets ${signal} ends the tree, lets go of the lock and stamps nothing`, async () => {
    await using box = await dueBox();
    await box.graphify?.answer("extract", { hang: true });
    await start(box);
    await until(
      "graphify",
      async () => (await box.graphify?.pids() ?? []).length === 2,
    );
    const { pid } = JSON.parse(await textOrNothing(box.places.rebuildLock));
    Deno.kill(pid, signal);
    await until(
      "the lock's end",
      async () => !await exists(box.places.rebuildLock),
    );
    await until("the worker's end", () => !isRunning(pid));
    await assertTreeGone(box);
    assertEquals(await stampTime(box), null);
    assertStringIncludes((await complaints(box)).join("\n"), signal);
  });
}

Deno.test("The worker that is told to end while it waits for a pause in the edits ends at once", async () => {
  await using box = await dueBox();
  await stampAged(box, 1);
  await indexed(box);
  await box.graphify?.answer("update --file", {
    stderr: "error: unknown update option: --file\n",
    exit: 2,
  });
  await box.run("post-tool-use", edited(`${box.vault}/a.md`));
  // The pause lasts as long as this test needs it to.
  const later = new Date(Date.now() + 600_000);
  await Deno.utime(`${box.places.state}/graph-dirty`, later, later);
  const pid = await runningWorker(box);
  const before = performance.now();
  Deno.kill(pid, "SIGTERM");
  // One that had not begun to listen yet is ended by the signal itself, and leaves its lock to whoever comes next.
  await until("the worker's end", async () => !await isAlive(pid));
  // Whoever does not hear the signal looks again after 5 s, and is ended after as many.
  const ms = performance.now() - before;
  assert(ms < 4500, `${ms} ms`);
  assertEquals(await graphifyCalls(box, "extract"), []);
});

Deno.test("The worker's log is bounded, whatever graphify prints", async () => {
  await using box = await dueBox();
  await box.graphify?.answer("extract", {
    flood: 100_000_000,
    files: graphFiles("Beta"),
  });
  await start(box);
  await box.settled();
  const { size } = await Deno.stat(box.places.rebuildLog);
  assert(size < 2 * 1024 * 1024, `${size} bytes`);
  assertStringIncludes(await start(box), "Beta");
  assert(await stampTime(box) !== null);
});

Deno.test("`update --file` is asked for once; five quick edits are one merge in the background", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "a.md": "a" },
  });
  await stampAged(box, 1);
  await indexed(box);
  await box.graphify?.answer("update --file", {
    stderr: "error: unknown update option: --file\n",
    exit: 2,
  });
  await box.graphify?.answer("extract", { files: graphFiles("Beta") });
  const edit = async (n: number): Promise<void> => {
    const more = { "tool_use_id": `t${n}` };
    const path = `${box.vault}/a.md`;
    const run = await box.run("post-tool-use", edited(path, more));
    assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  };
  await edit(1);
  const pid = await runningWorker(box);
  // Stopped, it takes no slow edit for a pause.
  Deno.kill(pid, "SIGSTOP");
  try {
    for (let n = 2; n <= 5; n++) await edit(n);
  } finally {
    Deno.kill(pid, "SIGCONT");
  }
  assertEquals(await graphifyCalls(box, "update"), [
    ["update", "--file", `${box.vault}/a.md`],
  ]);
  await box.settled();
  const merge = ["extract", box.vault, "--backend", "ollama", "--model", MODEL];
  assertEquals(await graphifyCalls(box, "extract"), [merge]);
  assertEquals((await graphifyCalls(box, "cluster-only")).length, 1);
  assertStringIncludes(await start(box), "Beta");
  await box.settled();
  assertEquals((await graphifyCalls(box, "extract")).length, 1);
  assertEquals(await complaints(box), []);

  // Another binary is asked anew.
  const program = `${box.env["PATH"]?.split(":")[0]}/graphify`;
  const now = new Date();
  await Deno.utime(program, now, now);
  await box.graphify?.answer("update --file", {});
  await edit(6);
  assertEquals((await graphifyCalls(box, "update")).length, 2);
});

Deno.test("A merge that failed is tried again by the next session", async () => {
  await using box = await sandbox({
    graphify: true,
    notes: { ...graphFiles("Alpha"), "a.md": "a" },
  });
  await stampAged(box, 1);
  await indexed(box);
  await Deno.mkdir(box.places.state, { recursive: true });
  await Deno.writeTextFile(`${box.places.state}/graph-dirty`, "now\n");
  const past = new Date(Date.now() - 60_000);
  await Deno.utime(`${box.places.state}/graph-dirty`, past, past);
  await box.graphify?.answer("extract", { exit: 1 });
  await start(box);
  await box.settled();
  await box.graphify?.answer("extract", { files: graphFiles("Beta") });
  await start(box);
  await box.settled();
  assertEquals((await graphifyCalls(box, "extract")).length, 2);
  await start(box);
  await box.settled();
  assertEquals((await graphifyCalls(box, "extract")).length, 2);
});
