import { assertEquals } from "@std/assert";
import { keepPreviousGraph } from "../../lib/graph/previous_graph.ts";
import { makeFifo } from "../_support/make_fifo.ts";
import { type TempDir, tempDir, writeFiles } from "../_support/temp.ts";

const OLD = '{"nodes":[{"id":"old"}],"links":[]}';
const NEW = '{"nodes":[{"id":"new"}],"links":[]}';
const GRAPH = "vault/graphify-out/graph.json";

/** Graphs that are of no use, with what is said of them; `null` is no file. */
const BAD: [string | null, string][] = [
  ["", "it cannot be read"],
  ['{"nodes":[{"id"', "it cannot be read"],
  ["null", "it is no graph"],
  ["[]", "it is no graph"],
  ["7", "it is no graph"],
  ['{"links":[]}', "it is no graph"],
  ['{"nodes":{}}', "it is no graph"],
  ['{"nodes":[],"links":[]}', "it is empty"],
  [null, "there is none"],
];

function keep(tmp: TempDir): ReturnType<typeof keepPreviousGraph> {
  return keepPreviousGraph(
    `${tmp.path}/${GRAPH}`,
    `${tmp.path}/state/memory-hooks/graph-before.json`,
  );
}

async function read(tmp: TempDir, path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(`${tmp.path}/${path}`);
  } catch {
    return null;
  }
}

async function write(tmp: TempDir, graph: string | null): Promise<void> {
  await Deno.remove(`${tmp.path}/${GRAPH}`).catch(() => {});
  if (graph !== null) await writeFiles(tmp.path, { [GRAPH]: graph });
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name);
}

Deno.test("a new graph that is good stays, and no copy is left", async () => {
  for (const before of [OLD, null, "torn"]) {
    await using tmp = await tempDir();
    await write(tmp, before);
    const previous = keep(tmp);
    await write(tmp, NEW);
    assertEquals(previous.settle(), null);
    assertEquals(await read(tmp, GRAPH), NEW);
    assertEquals(await read(tmp, "state/memory-hooks/graph-before.json"), null);
  }
});

for (const [bad, why] of BAD) {
  Deno.test(`a graph from before is put back when the new one is ${bad ?? "missing"}`, async () => {
    await using tmp = await tempDir();
    await write(tmp, OLD);
    const previous = keep(tmp);
    await write(tmp, bad);
    assertEquals(previous.settle(), why);
    assertEquals(await read(tmp, GRAPH), OLD);
    assertEquals(names(`${tmp.path}/vault/graphify-out`), ["graph.json"]);
    assertEquals(names(`${tmp.path}/state/memory-hooks`), []);
  });
}

Deno.test("a graph from before is put back when the rebuild failed, even where the new one can be read", async () => {
  await using tmp = await tempDir();
  await write(tmp, OLD);
  const previous = keep(tmp);
  await write(tmp, NEW);
  assertEquals(previous.settle(true), "the rebuild failed");
  assertEquals(await read(tmp, GRAPH), OLD);
});

Deno.test("without a usable graph before there is nothing to put back", async () => {
  for (const before of ["torn", '{"nodes":[]}', null]) {
    await using tmp = await tempDir();
    await write(tmp, before);
    const previous = keep(tmp);
    await write(tmp, "torn anew");
    assertEquals(previous.settle(), "it cannot be read");
    assertEquals(await read(tmp, GRAPH), "torn anew");
  }
});

Deno.test("a rebuild that was killed and left a torn graph does not cost the one from before", async () => {
  await using tmp = await tempDir();
  await write(tmp, OLD);
  keep(tmp);
  await write(tmp, "torn by a kill");
  const next = keep(tmp);
  await write(tmp, "torn again");
  assertEquals(next.settle(), "it cannot be read");
  assertEquals(await read(tmp, GRAPH), OLD);
});

Deno.test("a graph that the user removed does not come back from a rebuild that was killed", async () => {
  await using tmp = await tempDir();
  await write(tmp, OLD);
  keep(tmp);
  await write(tmp, null);
  assertEquals(keep(tmp).settle(), "there is none");
  assertEquals(await read(tmp, GRAPH), null);
});

Deno.test("the copy is in a private folder", async () => {
  await using tmp = await tempDir();
  await write(tmp, OLD);
  keep(tmp);
  const { mode } = await Deno.stat(`${tmp.path}/state/memory-hooks`);
  assertEquals((mode ?? 0) & 0o777, 0o700);
});

Deno.test("a graph that is no file counts as none", async () => {
  await using tmp = await tempDir();
  await Deno.mkdir(`${tmp.path}/vault/graphify-out`, { recursive: true });
  await makeFifo(`${tmp.path}/${GRAPH}`);
  assertEquals(keep(tmp).settle(), "there is none");
});
