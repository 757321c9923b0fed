import { assert, assertEquals } from "@std/assert";
import {
  searchLifecycle,
  type SearchOptions,
} from "../../lib/recall/search_lifecycle.ts";
import { openHistory } from "./_open.ts";

const SESSIONS = [
  {
    prompts: ["Please mend the queue of the upload worker."],
    observations: [
      {
        title: "Fix stdin hang on empty input",
        detail: "readStdin waits for an end that never comes",
        files: ["/home/u/shop/src/read_stdin.ts"],
      },
      {
        title: "Adopt WAL for the store",
        detail: "PRAGMA journal_mode; retryDelay is 50 ms",
      },
    ],
    summary: { request: "mend the queue", decided: "确认消息之后再删除" },
  },
  {
    project: "/elsewhere",
    observations: [{ title: "Fix stdin of another project" }],
  },
];

async function found(
  query: string,
  options?: SearchOptions,
): Promise<string[]> {
  await using history = await openHistory(SESSIONS);
  const { items, total } = searchLifecycle(history.db, query, options);
  assert(total >= items.length);
  return items.map(({ address }) => address);
}

Deno.test("words are found in any order, with anything between them, and by their beginnings", async () => {
  assertEquals(await found("stdin empty"), ["observation:1"]);
  assertEquals(await found("empty hang stdin"), ["observation:1"]);
  assertEquals(await found("WAL Adopt"), ["observation:2"]);
  assertEquals((await found("queu")).sort(), ["prompt:1", "summary:1"]);
  assertEquals(await found("stdin emp"), ["observation:1"]);
  assertEquals(await found("hanging inputs"), ["observation:1"]);
});

Deno.test("a composed name is found whole, by its parts and by its file", async () => {
  assertEquals(await found("retryDelay"), ["observation:2"]);
  assertEquals(await found("retry delay"), ["observation:2"]);
  assertEquals(await found("read_stdin.ts"), ["observation:1"]);
});

Deno.test("scripts without spaces are found by any part", async () => {
  for (const query of ["确认", "消息", "之后再删", "删除 确认"]) {
    assertEquals(await found(query), ["summary:1"], query);
  }
});

Deno.test("nothing in a query is syntax", async () => {
  const queries = [
    '"',
    '""',
    "*",
    "OR",
    "AND",
    "NOT",
    "NEAR(a b)",
    "title:",
    "-",
    "^",
    "(",
    "{title}",
    "a:b",
    "\0",
    "'; --",
    "cjk : x",
    "stdin OR",
    'stdin "empty',
    "stdin*",
    "(stdin AND empty)",
  ];
  await using history = await openHistory(SESSIONS);
  for (const query of queries) searchLifecycle(history.db, query);
  const hits = searchLifecycle(history.db, 'stdin "empty*');
  assertEquals(hits.items.map(({ address }) => address), ["observation:1"]);
});

Deno.test("where nothing has all the words, what has most of them is found", async () => {
  assertEquals(await found("stdin empty zebra"), ["observation:1"]);
  assertEquals(await found("zebra giraffe stdin"), []);
});

Deno.test("a search keeps to a project, to kinds, and to a part of the list", async () => {
  assertEquals((await found("stdin")).sort(), [
    "observation:1",
    "observation:3",
  ]);
  assertEquals(await found("stdin", { project: "/elsewhere" }), [
    "observation:3",
  ]);
  assertEquals(await found("stdin", { project: "/nowhere" }), []);
  assertEquals(await found("queue", { kinds: ["prompt"] }), ["prompt:1"]);
  assertEquals(await found("queue", { kinds: [] }), []);
  const all = await found("stdin");
  assertEquals(await found("stdin", { limit: 1 }), all.slice(0, 1));
  assertEquals(await found("stdin", { limit: 1, offset: 1 }), all.slice(1));
  assertEquals(await found("stdin", { offset: 9 }), []);
  assertEquals(await found(""), []);
});

Deno.test("the title counts more than what is below it, then the latest is first", async () => {
  await using history = await openHistory([
    { observations: [{ title: "a", detail: "the press jams" }] },
    { observations: [{ title: "the press jams", detail: "b" }] },
    { observations: [{ title: "the press jams", detail: "c" }] },
    { observations: [{ title: "d", detail: "something else" }] },
  ]);
  assertEquals(
    searchLifecycle(history.db, "press jams").items.map(({ id }) => id),
    [3, 2, 1],
  );
});

Deno.test("what is common is found by when it was, and counted", async () => {
  const observations = Array.from({ length: 600 }, (_, n) => ({
    title: `Edited press ${n}`,
    detail: "jam",
  }));
  await using history = await openHistory([{ observations }]);
  const { items, total } = searchLifecycle(history.db, "press jam", {
    limit: 3,
    offset: 1,
  });
  assertEquals(total, 600);
  assertEquals(items.map(({ id }) => id), [599, 598, 597]);
  assertEquals(searchLifecycle(history.db, "press 17").items[0]?.id, 18);
});
