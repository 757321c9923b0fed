import { assertEquals, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { deleteItem } from "../../lib/lifecycle/delete_item.ts";
import { readSessions } from "../../lib/lifecycle/read_sessions.ts";
import { IndexBroken, rebuildIndex } from "../../lib/memory/index_broken.ts";
import { MemoryReader } from "../../lib/memory/memory_reader.ts";
import { scopedSnapshot } from "../../lib/memory/scoped_snapshot.ts";
import { NewerSchema } from "../../lib/store/newer_schema.ts";
import { openLifecycle } from "../../lib/store/open_lifecycle.ts";
import { openStore } from "../../lib/store/open_store.ts";
import { readRows } from "../../lib/store/read_rows.ts";
import { CAPTURED } from "../../lib/store/row.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { tempDir } from "../_support/temp.ts";
import { memoryLab, spoil } from "./_memory.ts";

/** Makes a store as it was before there were memories. */
function makeOld(file: string): void {
  using db = new DatabaseSync(file);
  const own = db.prepare(
    `SELECT name, type FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'rows*' AND name NOT GLOB 'sqlite_*'
     AND name NOT GLOB 'memories_fts_*' AND name NOT GLOB 'memories_trigram_*' AND name NOT GLOB 'lifecycle_fts_*'`,
  ).all();
  for (const { name } of own) db.exec(`DROP TABLE "${name}"`);
  db.exec("PRAGMA user_version = 1");
}

Deno.test("a store from before there were memories gets them, and keeps its rows", async () => {
  await using tmp = await tempDir();
  const options = {
    folder: `${tmp.path}/store`,
    headFile: `${tmp.path}/head.json`,
    now: () => new Date(),
  };
  const file = `${options.folder}/store.sqlite`;
  {
    using store = openStore(options);
    store.append(Array.from({ length: 50 }, (_, n) => ({
      id: `r${n}`,
      kind: CAPTURED.toolUse,
      at: n,
      payload: { session_id: "s" },
    })));
  }
  makeOld(file);
  const rows = (): unknown => {
    using reader = readRows(options.folder);
    return reader?.rowsAfter(0, 1000);
  };
  const before = rows();
  assertEquals(verifyChain(options.folder, options.headFile).ok, true);
  assertEquals(scopedSnapshot(options.folder, "", "preserve"), null);
  using reader = new MemoryReader({
    folder: options.folder,
    domainCase: () => "preserve",
    now: options.now,
  });
  assertEquals(reader.read("list_recent", {}).memories, []);
  openStore(options).close();
  assertEquals(rows(), before);
  assertEquals(verifyChain(options.folder, options.headFile), {
    ok: true,
    bad: null,
    findings: [],
    rows: 50,
    firstSeq: 1,
    lastSeq: 50,
    afterHead: 0,
  });
  assertEquals(scopedSnapshot(options.folder, "", "preserve")?.total, 0);
  assertEquals(reader.read("list_recent", {}).memories, []);
});

Deno.test("a store from before sessions were kept gets their tables, and keeps rows and memories", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "the zebrafinch77 sings" });
  lab.store.append([{
    id: "r",
    kind: CAPTURED.toolUse,
    at: 1,
    payload: { session_id: "s" },
  }]);
  lab.store.close();
  {
    using db = new DatabaseSync(lab.file);
    const tables = db.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('lifecycle_fts', 'vectors', 'summaries', 'observation_files',
         'observations', 'prompts', 'sessions', 'redactions')
       ORDER BY name = 'sessions'`,
    ).all();
    assertEquals(tables.length, 8);
    for (const { name } of tables) db.exec(`DROP TABLE ${name}`);
    db.exec(
      `INSERT INTO memories_fts(memories_fts, rank) VALUES ('secure-delete', 0);
       INSERT INTO memories_trigram(memories_trigram, rank) VALUES ('secure-delete', 0);
       PRAGMA user_version = 2`,
    );
  }
  assertEquals(openLifecycle(lab.folder), null);
  const { folder, headFile } = lab;
  using store = openStore({ folder, headFile, now: () => new Date() });
  assertEquals(lab.verify(), true);
  assertEquals(lab.found("zebrafinch77"), [uid]);
  assertEquals(store.read((db) => readSessions(db, { limit: 9 })), []);
  // What is erased from now on leaves no words in the indexes.
  assertEquals(
    store.change((db) => deleteItem(db, `memory:${uid}`, new Date()))?.kind,
    "memory",
  );
  assertEquals(
    store.read((db) =>
      db.prepare(
        "SELECT count(*) AS n FROM memories_fts_data WHERE instr(block, 'zebrafinch77')",
      ).get()?.["n"]
    ),
    0,
  );
});

Deno.test("a migration that another process is in the way of leaves the store as it was", async () => {
  await using tmp = await tempDir();
  const options = {
    folder: `${tmp.path}/store`,
    headFile: `${tmp.path}/head.json`,
    now: () => new Date(),
  };
  openStore(options).close();
  makeOld(`${options.folder}/store.sqlite`);
  {
    using other = new DatabaseSync(`${options.folder}/store.sqlite`);
    other.exec("BEGIN IMMEDIATE");
    assertThrows(() => openStore(options), StoreBusy);
    other.exec("ROLLBACK");
  }
  openStore(options).close();
  assertEquals(scopedSnapshot(options.folder, "", "preserve")?.total, 0);
});

Deno.test("memories of a later version are read, and nothing is written", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "from the future" });
  lab.store.close();
  {
    using db = new DatabaseSync(lab.file);
    db.exec(
      "PRAGMA user_version = 99; ALTER TABLE memories ADD COLUMN more TEXT",
    );
  }
  assertEquals(lab.found("future"), [uid]);
  assertEquals(scopedSnapshot(lab.folder, "", "preserve")?.total, 1);
  const { folder, headFile } = lab;
  assertThrows(
    () => openStore({ folder, headFile, now: () => new Date() }),
    NewerSchema,
  );
});

Deno.test("rows and memories do not touch each other", async () => {
  await using lab = await memoryLab();
  lab.uid("note", { content: "x" });
  lab.store.append([{
    id: "r",
    kind: CAPTURED.toolUse,
    at: 1,
    payload: { session_id: "s" },
  }]);
  assertThrows(
    () =>
      lab.store.change((db) => {
        db.exec("DELETE FROM rows; DELETE FROM memories");
        throw new Error("not so");
      }),
    Error,
    "not so",
  );
  assertEquals(lab.verify(), true);
  assertEquals(lab.snapshot().total, 1);
  assertEquals(lab.store.prune({ days: 0, maxBytes: 1 }), 0);
  assertEquals(lab.found("x").length, 1);
});

Deno.test("a damaged index is told from a damaged store, and can be made anew", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "needle", domain: "a" });
  const gone = lab.uid("note", { content: "needle" });
  lab.write("forget", { uid: gone, reason: "r" });
  lab.store.close();
  spoil(lab.file, "memories_fts_data");
  assertThrows(() => lab.found("needle"), IndexBroken);
  {
    const { folder, headFile } = lab;
    using store = openStore({ folder, headFile, now: () => new Date() });
    store.change(rebuildIndex);
  }
  assertEquals(lab.found("needle"), [uid]);
  assertEquals(lab.found("eedl", { domain: "a" }), [uid]);
});

Deno.test("a store that another process has for itself is busy, one that is broken an error; both are read again later", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "needle" });
  lab.store.close();
  const bytes = Deno.readFileSync(lab.file);
  Deno.writeTextFileSync(lab.file, "no database at all ".repeat(100));
  assertThrows(() => {
    using reader = new MemoryReader({
      folder: lab.folder,
      domainCase: () => "preserve",
      now: () => new Date(),
    });
    reader.read("search", { query: "needle" });
  }, Error);
  assertThrows(() => scopedSnapshot(lab.folder, "", "preserve"), Error);
  Deno.writeFileSync(lab.file, bytes);
  {
    using other = new DatabaseSync(lab.file);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    assertThrows(() => scopedSnapshot(lab.folder, "", "preserve"), StoreBusy);
    other.exec("ROLLBACK");
  }
  assertEquals(lab.found("needle"), [uid]);
});

Deno.test("a reader follows where another store takes the place of the one it reads", async () => {
  await using lab = await memoryLab();
  lab.uid("note", { content: "needle" });
  assertEquals(lab.found("needle").length, 1);
  await Deno.remove(lab.folder, { recursive: true });
  assertEquals(lab.found("needle"), []);
  const uid = lab.uid("note", { content: "needle again" });
  assertEquals(lab.found("needle"), [uid]);
});
