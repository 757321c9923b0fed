import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { daemonEnded } from "../_support/daemon_ended.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { mcpBox } from "./_box.ts";
import { connect, type Connected } from "./_client.ts";

function storeFile(box: Sandbox): string {
  return `${box.places.store}/store.sqlite`;
}

/** Leaves a store with one memory, and no daemon. */
async function prepared(box: Sandbox): Promise<string> {
  await using server = await connect(box);
  const { uid } = await server.ok("note", {
    content: "The pump needs 24 volts",
    domain: "acme",
  });
  await daemonEnded(box.places);
  return String(uid);
}

/** Calls every reader that needs no uid. */
async function readAll(server: Connected): Promise<string> {
  const answers = [
    await server.ok("pulse"),
    await server.ok("search", { query: "pump" }),
    await server.ok("recall", { query: "pump" }),
    await server.ok("list_domains"),
    await server.ok("list_recent"),
  ];
  return JSON.stringify(answers);
}

Deno.test("without a store there is nothing to read, and nothing is made", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  assertEquals(
    await readAll(server),
    JSON.stringify([
      {
        scope: {
          domain: "",
          paths: null,
          total: 0,
          by_type: {},
          not_shown: {},
          subdomains: [],
        },
        latest_checkpoint: null,
        handoffs: [],
        anti_patterns: [],
        recent_notes: [],
        diagrams: [],
      },
      { results: [] },
      { results: [] },
      { total: 0, domains: [] },
      { memories: [] },
    ]),
  );
  assertStringIncludes(
    await server.failed("get_memory", { uid: "0123456789abcdef" }),
    "0123456789abcdef",
  );
  const { messages } = await server.client.getPrompt({ name: "warm_up" });
  assertStringIncludes(JSON.stringify(messages), "The memory is empty.");
  for (const path of [box.places.store, box.places.socket]) {
    const made = await Deno.stat(path).then(() => true, () => false);
    assert(!made, path);
  }
});

Deno.test("a store that comes later is read", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  await readAll(server);
  const uid = await prepared(box);
  assertStringIncludes(await readAll(server), uid);
});

Deno.test("a store that somebody holds is waited for, and a call is given up in the end", async () => {
  await using box = await mcpBox();
  const uid = await prepared(box);
  await using server = await connect(box);
  const db = new DatabaseSync(storeFile(box), { timeout: 10_000 });
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const tool of ["search", "recall"]) {
      assertStringIncludes(
        await server.failed(tool, { query: "pump" }),
        "another process holds the store",
      );
    }
    assertStringIncludes(
      await server.failed("note", { content: "x" }),
      "Cannot do note",
    );
  } finally {
    db.exec("ROLLBACK");
    db.close();
  }
  assertStringIncludes(await readAll(server), uid);
  await server.ok("note", { content: "x" });
});

Deno.test("a store that is held for a moment only costs a moment", async () => {
  await using box = await mcpBox();
  const uid = await prepared(box);
  await using server = await connect(box);
  const db = new DatabaseSync(storeFile(box), { timeout: 10_000 });
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  db.exec("BEGIN IMMEDIATE");
  const answer = server.ok("search", { query: "pump" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  db.exec("ROLLBACK");
  db.close();
  assertStringIncludes(JSON.stringify(await answer), uid);
});

Deno.test("a corrupt store is told of, and the next write begins a new one", async () => {
  await using box = await mcpBox();
  await prepared(box);
  await using server = await connect(box);
  await readAll(server);
  for (const end of ["", "-wal", "-shm"]) {
    await Deno.remove(storeFile(box) + end).catch(() => {});
  }
  await Deno.writeTextFile(storeFile(box), "this is no database ".repeat(1000));
  for (const tool of ["search", "recall"]) {
    const text = await server.failed(tool, { query: "pump" });
    assertStringIncludes(text, "cannot be read");
    assertStringIncludes(text, "install.ts --check");
  }
  await server.failed("pulse");
  const { uid } = await server.ok("note", { content: "A new beginning" });
  assertStringIncludes(await readAll(server), String(uid));
});

Deno.test("a store of a later version is read, and never written", async () => {
  await using box = await mcpBox();
  const uid = await prepared(box);
  {
    using db = new DatabaseSync(storeFile(box), { timeout: 10_000 });
    db.exec("PRAGMA user_version = 99");
  }
  await using server = await connect(box);
  assertStringIncludes(await readAll(server), uid);
  for (
    const [tool, args] of [
      ["note", { content: "x" }],
      ["forget", { uid, reason: "x" }],
    ] as const
  ) {
    assertStringIncludes(
      await server.failed(tool, args),
      "a later version of memory-hooks made the store",
    );
  }
  using db = new DatabaseSync(storeFile(box), { readOnly: true });
  assertEquals(
    Number(db.prepare("SELECT count(*) AS n FROM memories").get()?.["n"]),
    1,
  );
});

Deno.test("two servers write at once, and each sees what both wrote", async () => {
  await using box = await mcpBox();
  await using one = await connect(box);
  await using other = await connect(box);
  const each = 25;
  const all = await Promise.all(
    [one, other].flatMap((server, index) =>
      Array.from({ length: each }, (_, number) =>
        server.ok("note", {
          content: `Fact ${number} of server ${index}`,
          domain: `server/${index}`,
        }))
    ),
  );
  const uids = new Set(all.map(({ uid }) => String(uid)));
  assertEquals(uids.size, 2 * each);
  for (const server of [one, other]) {
    const { domains } = await server.ok("list_domains");
    assertEquals(
      (domains as { path: string; count: number }[])
        .filter(({ count }) => count > 0)
        .map(({ path, count }) => `${path} ${count}`).sort(),
      [`server/0 ${each}`, `server/1 ${each}`],
    );
    const { memories } = await server.ok("list_recent", { limit: 50 });
    assertEquals(
      new Set((memories as { uid: string }[]).map(({ uid }) => uid)),
      uids,
    );
  }
});
