import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { until } from "../_support/until.ts";
import { LONG_MS } from "../daemon/_daemon.ts";
import { askDaemon } from "../../lib/daemon/ask_daemon.ts";
import { follow } from "./_stream.ts";
import { tell } from "./_tell.ts";
import { type WorkerBox, workerBox } from "./_worker_box.ts";

interface Found {
  readonly address: string;
  readonly kind: string;
  readonly title: string;
}

async function search(
  box: WorkerBox,
  query: string,
  more = "",
): Promise<Found[]> {
  const { items } = await box.json(
    `/api/search?query=${encodeURIComponent(query)}${more}`,
  );
  return items as Found[];
}

const SHOP = {
  session: "s-shop",
  cwd: "/p/shop",
  prompts: [
    "Fix stdin hang on empty input",
    "请修复购物车的总价计算错误",
  ],
  files: ["/p/shop/lib/stdin_reader.ts", "/p/shop/cart.ts"],
  commands: { "deno test stdin": "12 passed" },
  answer: "Decided to read stdin until JSON is whole. Adopted WAL for queues.",
};

const BANK = {
  session: "s-bank",
  cwd: "/p/bank",
  prompts: ["Round the interest to cents"],
  files: ["/p/bank/cart.ts"],
};

Deno.test("words are found in any order, with gaps, by their beginnings, in Chinese; nothing in a query is syntax", async () => {
  await using box = await workerBox();
  await box.serving();
  await tell(box, SHOP);
  await tell(box, BANK);
  for (
    const query of [
      "stdin empty",
      "empty stdin",
      "hang input",
      "stdi",
      "购物车",
      "总价计算",
    ]
  ) {
    const found = await search(box, query, "&kind=prompt");
    assertEquals(found.length, 1, query);
    assertEquals(found[0]?.kind, "prompt");
  }
  for (
    const query of [
      '"',
      "*",
      "OR",
      'a" OR "b',
      "NEAR(",
      "stdin AND",
      "col:x",
      "'; --",
      "^",
      "(",
      "😀",
      "%",
      "\0",
    ]
  ) assert(Array.isArray(await search(box, query)), query);
  assertEquals(await search(box, ""), []);
  assertEquals(await search(box, "stdin", "&project=bank"), []);
  assertEquals(
    (await search(box, "interest", "&project=bank")).length > 0,
    true,
  );
  assertEquals(
    (await search(box, "interest", "&project=/p/bank")).length > 0,
    true,
  );
  const first = await search(box, "stdin", "&limit=1");
  const second = await search(box, "stdin", "&limit=1&offset=1");
  assert(first[0]?.address !== second[0]?.address);
  for (const more of ["&limit=0", "&limit=x", "&kind=book", "&offset=-1"]) {
    const response = await box.ask(`/api/search?query=x${more}`);
    assertEquals(response.status, 400, more);
    await response.body?.cancel();
  }
});

Deno.test("observations are found by the file that they are of, and the timeline around an item", async () => {
  await using box = await workerBox();
  await box.serving();
  await tell(box, SHOP);
  await tell(box, BANK);
  const byFile = async (query: string): Promise<string[]> => {
    const { observations } = await box.json(
      `/api/observations/by-file?${query}`,
    ) as { observations: { files: string[] }[] };
    return observations.flatMap(({ files }) => files).sort();
  };
  assertEquals(await byFile("path=/p/shop/cart.ts"), ["/p/shop/cart.ts"]);
  assertEquals(
    await byFile("path=/p/shop/cart.ts&path=/p/bank/cart.ts&path=/none"),
    ["/p/bank/cart.ts", "/p/shop/cart.ts"],
  );
  assertEquals(
    await byFile("path=/p/shop/cart.ts&path=/p/bank/cart.ts&project=bank"),
    ["/p/bank/cart.ts"],
  );
  const { items } = await box.json("/api/timeline?project=shop&limit=100") as {
    items: { address: string; at: number }[];
  };
  assertEquals(items.map(({ at }) => at), items.map(({ at }) => at).sort());
  const middle = items[2];
  const around = await box.json(
    `/api/timeline?project=shop&anchor=${middle?.address}&before=1&after=2`,
  ) as { items: { address: string }[] };
  assertEquals(
    around.items.map(({ address }) => address),
    items.slice(1, 4).map(({ address }) => address),
  );
  const statistics = await box.json("/api/statistics");
  assertEquals(
    [statistics["sessions"], statistics["prompts"], statistics["projects"]],
    [2, 3, 2],
  );
  const { sessions } = await box.json("/api/sessions?limit=1") as {
    sessions: { session: string; lastAt: number }[];
  };
  assertEquals(sessions.map(({ session }) => session), ["s-bank"]);
  const next = await box.json(
    `/api/sessions?limit=1&before=${sessions[0]?.lastAt}`,
  ) as { sessions: { session: string }[] };
  assertEquals(next.sessions.map(({ session }) => session), ["s-shop"]);
});

Deno.test("an item is read whole, and deleted for good; whoever follows is told", async () => {
  await using box = await workerBox();
  await box.serving();
  await tell(box, SHOP);
  await using following = await follow(box);
  await following.heard("hello");
  const { observations } = await box.json("/api/session/s-shop") as {
    observations: { id: number; address: string; title: string }[];
  };
  const [one] = observations;
  assert(one !== undefined);
  const path = `/api/observation/${one.id}`;
  assertEquals((await box.json(path))["title"], one.title);
  assertEquals((await search(box, "stdin_reader")).length > 0, true);
  assertEquals(await box.json(path, { method: "DELETE" }), {
    success: true,
    address: one.address,
  });
  for (const method of ["GET", "DELETE"]) {
    const response = await box.ask(path, { method });
    assertEquals(response.status, 404);
    await response.body?.cancel();
  }
  const hits = await search(box, "stdin_reader", "&kind=observation");
  assertEquals(hits.filter(({ address }) => address === one.address), []);
  await following.heard("deleted", ({ address }) => address === one.address);

  const { prompts } = await box.json("/api/session/s-shop") as {
    prompts: { id: number }[];
  };
  await box.json(`/api/prompt/${prompts[0]?.id}`, { method: "DELETE" });
  const chain = await box.json("/api/chain");
  assertEquals(chain["ok"], true);
  assertEquals((await search(box, "hang", "&kind=prompt")).length, 0);
});

Deno.test("a memory is found, read and deleted", async () => {
  await using box = await workerBox();
  await box.serving();
  const { places } = box.daemon;
  const written = await askDaemon(
    { socket: places.socket, places, start: () => {} },
    "note",
    { content: "The walrus lives in the harbour", domain: "zoo" },
  ) as { uid: string };
  await until(
    "the memory",
    async () => (await search(box, "walrus")).length === 1,
    LONG_MS,
  );
  assertEquals(
    (await search(box, "walrus"))[0]?.address,
    `memory:${written.uid}`,
  );
  assertEquals(await search(box, "walrus", "&kind=prompt"), []);
  const path = `/api/memory/${written.uid}`;
  assertStringIncludes(
    String((await box.json(path))["content"]),
    "The walrus lives",
  );
  await box.json(path, { method: "DELETE" });
  assertEquals(await search(box, "walrus"), []);
});

Deno.test("a purge takes all of a project, of a session, or from before a time, and only where it is confirmed", async () => {
  await using box = await workerBox();
  await box.serving();
  await tell(box, SHOP);
  await tell(box, BANK);
  for (
    const body of [
      {},
      { confirm: true },
      { project: "shop" },
      { project: "shop", confirm: "yes" },
      { project: "shop", session: "s-bank", confirm: true },
      { before: "yesterday", confirm: true },
      { before: -1, confirm: true },
    ]
  ) {
    const response = await box.ask("/api/purge", { body });
    assertEquals(response.status, 400, JSON.stringify(body));
    await response.body?.cancel();
  }
  const counts = await box.json("/api/purge", {
    body: { project: "shop", confirm: true },
  });
  assertEquals([counts["sessions"], counts["prompts"]], [1, 2]);
  assertEquals(await search(box, "stdin"), []);
  assertEquals((await search(box, "interest")).length > 0, true);
  await box.json("/api/purge", {
    body: { before: Date.now() + 1000, confirm: true },
  });
  assertEquals(await box.json("/api/projects"), { projects: [] });
  assertEquals((await box.json("/api/chain"))["ok"], true);
});

Deno.test("the context of a project is its last summaries, and never longer than a host takes", async () => {
  await using box = await workerBox();
  await box.serving();
  await tell(box, SHOP);
  const inject = async (query: string): Promise<string> => {
    const response = await box.ask(`/api/context/inject?${query}`);
    assertEquals(
      response.headers.get("content-type"),
      "text/plain; charset=utf-8",
    );
    return await response.text();
  };
  const context = await inject("project=shop");
  assertStringIncludes(context, "stdin");
  assertEquals(await inject("projects=shop,none"), context);
  assertEquals(await inject("project=none"), "");
  const missing = await box.ask("/api/context/inject");
  assertEquals(missing.status, 400);
  await missing.body?.cancel();
  const semantic = await box.json("/api/context/semantic", {
    body: { q: "why does stdin hang when the input is empty", limit: 3 },
  });
  assertEquals(Number(semantic["count"]) > 0, true);
  assertStringIncludes(String(semantic["context"]), "stdin");
  for (const body of [{ q: "x", limit: 21 }, { q: "" }, { q: "x", y: 1 }]) {
    const response = await box.ask("/api/context/semantic", { body });
    assertEquals(response.status, 400);
    await response.body?.cancel();
  }
  await tell(box, {
    session: "s-long",
    cwd: "/p/shop",
    prompts: Array.from(
      { length: 20 },
      (_, number) => `${number} ${"long words ".repeat(300)}`,
    ),
    files: Array.from(
      { length: 40 },
      (_, n) => `/p/shop/${"d".repeat(150)}${n}`,
    ),
    answer: "Decided: ".repeat(900),
  });
  assert((await inject("project=shop")).length <= 10_000);
});

Deno.test("what the API was told is what the next session in that project begins with", async () => {
  await using box = await workerBox();
  await box.serving();
  const { box: sandbox } = box.daemon;
  // The daemon knows a repository by what its hooks have told.
  await Deno.mkdir(`${sandbox.project}/.git`);
  await sandbox.run("capture-prompt", { session_id: "one", prompt: "Begin" });
  await until("the hook's session", async () => {
    const { sessions } = await box.json("/api/sessions") as {
      sessions: unknown[];
    };
    return sessions.length === 1;
  });
  await tell(box, { ...SHOP, cwd: sandbox.project });
  const { stdout } = await sandbox.run("session-start", { source: "startup" });
  assertStringIncludes(stdout, "stdin");
});
