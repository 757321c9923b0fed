import { assert, assertEquals, assertMatch } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import type { Job } from "../../lib/frame/run_worker.ts";
import { rebuildWithGraphify } from "../../lib/rebuild/rebuild_with_graphify.ts";
import { type FakeGraphify, fakeGraphify } from "../_support/fake_graphify.ts";
import { isAlive } from "../_support/is_alive.ts";
import { placesIn } from "../_support/places_in.ts";
import { type RecordedLog, recordedLog } from "../_support/recorded_log.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { until } from "../_support/until.ts";
import { withEnoughTime } from "../_support/with_enough_time.ts";

const OLD = '{"nodes":[{"id":"old"}],"links":[]}';
const NEW = '{"nodes":[{"id":"new"}],"links":[]}';

interface Lab extends AsyncDisposable {
  readonly vault: string;
  readonly graphify: FakeGraphify;
  readonly log: RecordedLog;
  readonly ending: AbortController;
  rebuild(whole?: boolean): Promise<boolean>;
  graph(): Promise<string | null>;
  /** The rebuild's own log, without the times. */
  output(): Promise<string>;
}

async function lab(
  settings: Record<string, string | number> = {},
): Promise<Lab> {
  const tmp = await tempDir(" a b");
  const vault = `${tmp.path}/My Vault`;
  await Deno.mkdir(vault);
  const graphify = await fakeGraphify(`${tmp.path}/tool`);
  const log = recordedLog();
  const ending = new AbortController();
  const env: Record<string, string> = {
    HOME: tmp.path,
    PATH: `${graphify.dir}:/usr/bin:/bin`,
  };
  const job: Job = {
    places: placesIn(tmp.path),
    config: assembleConfig({ "vault.path": vault, ...settings }, tmp.path),
    log,
    env: (name) => env[name],
    now: () => new Date("2026-06-05T12:00:00Z"),
    whole: true,
    signal: ending.signal,
  };
  return {
    vault,
    graphify,
    log,
    ending,
    rebuild: (whole = true) => rebuildWithGraphify(job, whole),
    graph: () =>
      Deno.readTextFile(`${vault}/graphify-out/graph.json`).catch(() => null),
    output: async () =>
      (await Deno.readTextFile(job.places.rebuildLog))
        .replaceAll("2026-06-05T12:00:00.000Z ", ""),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

Deno.test("a rebuild runs the seed's command line, then has the report written", async () => {
  await using it = await lab({ "graph.model": "llama3" });
  await it.graphify.answer("extract", {
    stdout: "reading\n",
    stderr: "a warning\n",
    files: { "graphify-out/graph.json": NEW },
  });
  await it.graphify.answer("cluster-only", { stdout: "report\n" });
  assertEquals(await it.rebuild(), true);
  const calls = await it.graphify.calls();
  assertEquals(calls.map(({ args }) => args), [
    [
      "extract",
      it.vault,
      "--backend",
      "ollama",
      "--model",
      "llama3",
      "--force",
    ],
    ["cluster-only", it.vault, "--no-label", "--no-viz"],
  ]);
  for (const { cwd, env } of calls) {
    assertEquals(cwd, it.vault);
    assertEquals(env.OLLAMA_API_KEY, "ollama");
    assertEquals(env.OLLAMA_FLASH_ATTENTION, "1");
    assertEquals(env.GRAPHIFY_OLLAMA_NUM_CTX, "16384");
    assertEquals(env.GRAPHIFY_OLLAMA_KEEP_ALIVE, "30m");
  }
  assertEquals([await it.graph(), it.log.lines], [NEW, []]);
  const output = await it.output();
  assertEquals(
    output.split("\n").filter((line) => line.includes("|")).sort(),
    ["stderr| a warning", "stdout| reading", "stdout| report"],
  );
  assertEquals(output.split("\n").filter((line) => !line.includes("|")), [
    `graphify extract ${it.vault} --backend ollama --model llama3 --force`,
    "exit 0",
    `graphify cluster-only ${it.vault} --no-label --no-viz`,
    "exit 0",
    "",
  ]);
});

Deno.test("a merge of what changed leaves --force away", async () => {
  await using it = await lab();
  await it.graphify.answer("extract", {
    files: { "graphify-out/graph.json": NEW },
  });
  assertEquals(await it.rebuild(false), true);
  assertEquals((await it.graphify.calls())[0]?.args, [
    "extract",
    it.vault,
    "--backend",
    "ollama",
    "--model",
    "qwen25-coder-7b-16k",
  ]);
});

Deno.test("a report that fails half way leaves the new graph as it was extracted", async () => {
  await using it = await lab();
  await it.graphify.answer("extract", {
    files: { "graphify-out/graph.json": NEW },
  });
  await it.graphify.answer("cluster-only", {
    files: { "graphify-out/graph.json": NEW.slice(0, 10) },
    exit: 137,
  });
  assertEquals(await it.rebuild(), true);
  assertEquals(await it.graph(), NEW);
});

Deno.test("the graph is looked for where the settings say", async () => {
  await using it = await lab({ "graph.output_dir": ".graph" });
  await it.graphify.answer("extract", { files: { ".graph/graph.json": NEW } });
  assertEquals(await it.rebuild(), true);
  assertEquals((await it.graphify.calls())[0]?.env.GRAPHIFY_OUT, ".graph");
});

for (
  const [what, answer, why] of [
    [
      "is empty",
      { files: { "graphify-out/graph.json": '{"nodes":[]}' } },
      "it is empty",
    ],
    [
      "cannot be read",
      { files: { "graphify-out/graph.json": '{"nod' } },
      "it cannot be read",
    ],
    ["comes with a failure", {
      exit: 3,
      stderr: "boom\n",
      files: { "graphify-out/graph.json": NEW },
    }, "exit 3"],
  ] as const
) {
  Deno.test(`the previous graph is kept when the new one ${what}`, async () => {
    await using it = await lab();
    await writeFiles(it.vault, { "graphify-out/graph.json": OLD });
    await it.graphify.answer("extract", answer);
    assertEquals(await it.rebuild(), false);
    assertEquals(await it.graph(), OLD);
    assertEquals((await it.graphify.calls()).length, 1);
    assertEquals(it.log.lines, [
      `ERROR Cannot rebuild the graph with graphify: ${why}`,
    ]);
    assertMatch(await it.output(), new RegExp(`no new graph: ${why}\n$`));
  });
}

Deno.test("a rebuild that makes no graph at all is a failure", async () => {
  await using it = await lab();
  assertEquals(await it.rebuild(), false);
  assertEquals(it.log.lines, [
    "ERROR Cannot rebuild the graph with graphify: there is none",
  ]);
});

Deno.test("a report that cannot be written is no failure", async () => {
  await using it = await lab();
  await it.graphify.answer("extract", {
    files: { "graphify-out/graph.json": NEW },
  });
  await it.graphify.answer("cluster-only", { exit: 1, stderr: "no report\n" });
  assertEquals(await it.rebuild(), true);
  assertEquals(it.log.lines, [
    "WARN graphify wrote no report; god nodes come from the graph itself",
  ]);
  assertMatch(await it.output(), /stderr\| no report\nexit 1\n$/);
});

Deno.test("a rebuild without graphify is a failure, and keeps the previous graph", async () => {
  await using it = await lab();
  await writeFiles(it.vault, { "graphify-out/graph.json": OLD });
  await Deno.remove(it.graphify.path);
  assertEquals(await it.rebuild(), false);
  assertEquals(await it.graph(), OLD);
  assertEquals(it.log.lines.length, 2);
  assertMatch(it.log.lines[0] ?? "", /^ERROR Cannot run graphify: NotFound/);
  assertEquals(
    it.log.lines[1],
    "ERROR Cannot rebuild the graph with graphify: it could not be run",
  );
});

Deno.test("a rebuild over its time is killed with all that it started, and keeps the previous graph", async () => {
  await withEnoughTime(600, async (timeMs) => {
    await using it = await lab({
      "graph.rebuild_timeout_minutes": timeMs / 60_000,
    });
    await writeFiles(it.vault, { "graphify-out/graph.json": OLD });
    await it.graphify.answer("extract", { hang: true, stdout: "begun\n" });
    assertEquals(await it.rebuild(), false);
    assertEquals(await it.graph(), OLD);
    assertEquals(it.log.lines, [
      "ERROR Cannot rebuild the graph with graphify: exit 124",
    ]);
    const pids = await it.graphify.pids();
    await until(
      "the tree's end",
      async () => !(await Promise.all(pids.map(isAlive))).includes(true),
    );
    if (pids.length < 2) return false;
    assertMatch(
      await it.output(),
      /stdout\| begun\nkilled: over the timeout\nno new graph: exit 124\n$/,
    );
    return true;
  });
});

Deno.test("a rebuild that is told to end does so, and keeps the previous graph", async () => {
  await using it = await lab();
  await writeFiles(it.vault, { "graphify-out/graph.json": OLD });
  await it.graphify.answer("extract", { hang: true });
  const rebuilding = it.rebuild();
  await until("graphify", async () => (await it.graphify.pids()).length === 2);
  it.ending.abort("SIGTERM");
  assertEquals(await rebuilding, false);
  assertEquals(await it.graph(), OLD);
  assertEquals((await it.graphify.calls()).length, 1);
  assertEquals(it.log.lines, [
    "ERROR Cannot rebuild the graph with graphify: ended, SIGTERM",
  ]);
});

Deno.test("what graphify prints is bounded in the log", async () => {
  await using it = await lab();
  await it.graphify.answer("extract", {
    flood: 20_000_000,
    files: { "graphify-out/graph.json": NEW },
  });
  assertEquals(await it.rebuild(), true);
  const { length } = await it.output();
  assert(length > 500_000 && length < 600_000, `${length}`);
});
