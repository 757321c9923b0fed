import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { readRows } from "../../lib/store/read_rows.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import {
  assertTold,
  headOf,
  type Lab,
  lab,
  nine,
  rowsOf,
  toolUse,
  toolUses,
} from "./_store.ts";

Deno.test("openStore() on an end that was cut off leaves a row that says so for good", async () => {
  await using it = await nine();
  const { hash } = headOf(it);
  it.sql("DELETE FROM rows WHERE seq > 6");
  {
    using store = it.open();
    const row = rowsOf(it).at(-1);
    assertEquals([row?.seq, row?.kind], [7, "memory.store_truncated"]);
    assertEquals(row?.payload, {
      missing_from: 7,
      missing_upto: 9,
      head_hash: hash,
    });
    store.append([toolUse("later")]);
    assertTold(it, 7);
    assertStringIncludes(
      it.verify().findings[0]?.why ?? "",
      "rows 7 to 9 were cut off",
    );
  }
  it.open().close();
  it.open().close();
  assertEquals(rowsOf(it).length, 8);
  assertTold(it, 7);
});

Deno.test("openStore() on a table that was emptied leaves a row that says so", async () => {
  await using it = await nine();
  it.sql("DELETE FROM rows");
  it.open().close();
  assertEquals(rowsOf(it).map(({ kind }) => kind), ["memory.store_truncated"]);
  assertTold(it, 1);
});

Deno.test("openStore() catches up a head that a killed process left behind", async () => {
  await using it = await nine();
  const last = headOf(it);
  const hash = String(
    it.get("SELECT hash FROM rows WHERE seq = 4")[0]?.["hash"],
  );
  Deno.writeTextFileSync(it.headFile, JSON.stringify({ seq: 4, hash }));
  it.open().close();
  assertEquals(headOf(it), last);
  assertTold(it);
  Deno.writeTextFileSync(
    it.headFile,
    JSON.stringify({ seq: 0, hash: "0".repeat(64) }),
  );
  it.open().close();
  assertEquals(headOf(it), last);
  assertTold(it);
});

Deno.test("openStore() without the head of a store with rows leaves a row that says so", async () => {
  const losses: Readonly<Record<string, (it: Lab) => void>> = {
    "the head was missing": (it) => Deno.removeSync(it.headFile),
    "the head was unreadable": (it) => Deno.writeTextFileSync(it.headFile, ""),
    "the head was of another chain": (it) =>
      Deno.writeTextFileSync(
        it.headFile,
        JSON.stringify({ seq: 4, hash: "a".repeat(64) }),
      ),
  };
  for (const [reason, lose] of Object.entries(losses)) {
    await using it = await nine();
    lose(it);
    it.open().close();
    it.open().close();
    const row = rowsOf(it).at(-1);
    assertEquals([row?.seq, row?.kind], [10, "memory.store_head_lost"]);
    assertEquals(row?.payload["reason"], reason);
    assertTold(it, 10);
    assertStringIncludes(it.verify().findings[0]?.why ?? "", reason);
  }
});

Deno.test("openStore() where the store is gone begins one that names the old head", async () => {
  await using it = await nine();
  const { seq, hash } = headOf(it);
  Deno.removeSync(it.folder, { recursive: true });
  {
    using store = it.open();
    store.append([toolUse("r1")]);
  }
  const rows = rowsOf(it);
  assertEquals(rows.map(({ kind }) => kind), [
    "memory.store_replaced",
    "memory.claude_tool_use",
  ]);
  assertEquals(rows[0]?.payload, {
    moved_to: null,
    reason: "the store was missing",
    previous_seq: seq,
    previous_hash: hash,
  });
  assertTold(it, 1);
});

Deno.test("openStore() takes an empty file for a store that is gone", async () => {
  await using it = await nine();
  Deno.truncateSync(it.file);
  it.open().close();
  assertEquals(it.names(), ["store.sqlite"]);
  assertEquals(rowsOf(it).map(({ kind }) => kind), ["memory.store_replaced"]);
});

Deno.test("openStore() refuses the store of a later version and leaves it as it is", async () => {
  await using it = await nine();
  it.sql("PRAGMA user_version = 99");
  const before = Deno.readFileSync(it.file);
  const error = assertThrows(() => it.open(), RangeError);
  assertStringIncludes(error.message, "its schema is 99, from a later version");
  assertThrows(() => it.verify(), RangeError);
  assertThrows(() => readRows(it.folder), RangeError);
  assertEquals(Deno.readFileSync(it.file), before);
  assertEquals(it.names().filter((name) => name.includes("corrupt")), []);
});

Deno.test("a store that is removed while it is open is made anew: no row goes where nobody finds it", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(toolUses(1, 3));
  Deno.removeSync(it.folder, { recursive: true });
  assertEquals(store.append([toolUse("r4")]), { stored: 1, duplicates: 0 });
  assertEquals(
    rowsOf(it).map(({ id, kind }) => kind === "memory.store_replaced" || id),
    [true, "r4"],
  );
  assertTold(it, 1);
});

Deno.test("a store that breaks while it is open makes room, and the rows at hand go into the next", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(toolUses(1, 300));
  // The log goes into the file, so that what is broken there is read.
  it.sql("PRAGMA wal_checkpoint(TRUNCATE)");
  const { size } = Deno.statSync(it.file);
  {
    using file = Deno.openSync(it.file, { write: true });
    file.seekSync(4096, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(size - 4096).fill(0xaa));
  }
  const added = Array.from(
    { length: 50 },
    (_, index) => toolUse(`new${index}`),
  );
  assertEquals(store.append(added), { stored: 50, duplicates: 0 });
  const rows = rowsOf(it);
  assertEquals([rows.length, rows[0]?.kind], [51, "memory.store_replaced"]);
  assertEquals(rows[0]?.payload["previous_seq"], 300);
  assert(it.names().includes("store.corrupt-20261130T200000Z.sqlite"));
  assertTold(it, 1);
});

Deno.test("a head that cannot be written keeps no row from being stored", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([toolUse("a")]);
  const folder = it.headFile.slice(0, it.headFile.lastIndexOf("/"));
  Deno.removeSync(folder, { recursive: true });
  Deno.writeTextFileSync(folder, "in the way");
  assertEquals(store.append([toolUse("b")]), { stored: 1, duplicates: 0 });
  Deno.removeSync(folder);
  store.append([toolUse("c")]);
  assertEquals(headOf(it).seq, 3);
  assertTold(it);
});

Deno.test("two stores on one file take turns", async () => {
  await using it = await lab();
  using one = it.open();
  using two = it.open();
  for (let round = 0; round < 20; round++) {
    one.append([toolUse(`one${round}`), toolUse(`both${round}`)]);
    assertEquals(
      two.append([toolUse(`two${round}`), toolUse(`both${round}`)]),
      {
        stored: 1,
        duplicates: 1,
      },
    );
  }
  assertEquals(it.verify().rows, 60);
  assertTold(it);
});

Deno.test("append() and openStore() throw StoreBusy while another has the lock, and do afterwards", async () => {
  await using it = await lab();
  using store = it.open();
  const { DatabaseSync } = await import("node:sqlite");
  const other = new DatabaseSync(it.file);
  try {
    other.exec("BEGIN IMMEDIATE");
    const started = performance.now();
    const error = assertThrows(() => store.append([toolUse("a")]), StoreBusy);
    assertEquals(
      error.message,
      "Cannot use the store: another process holds its lock",
    );
    assert(performance.now() - started < 2000);
    assertThrows(() => store.prune({ days: 1, maxBytes: 1 }), StoreBusy);
    assertThrows(() => it.open(), StoreBusy);
    // Reading does not wait.
    assertEquals(it.verify().ok, true);
    assertEquals(rowsOf(it), []);
    other.exec("COMMIT");
  } finally {
    other.close();
  }
  assertEquals(store.append([toolUse("a")]), { stored: 1, duplicates: 0 });
  assertTold(it);
});

Deno.test("a reading that cannot be done costs nobody the store", async () => {
  await using it = await nine();
  using store = it.open();
  assertThrows(
    () => store.read((db) => db.prepare("SELECT absent FROM rows").get()),
    Error,
    "no such column",
  );
  assertEquals(it.names().some((name) => name.includes("corrupt")), false);
  assertEquals(
    store.read((db) =>
      db.prepare("SELECT count(*) AS n FROM rows").get()?.["n"]
    ),
    9,
  );
  store.append(toolUses(10, 12));
  assertEquals(it.verify().ok, true);
});

Deno.test("what is read is of one time, and nothing is written by it", async () => {
  await using it = await nine();
  using store = it.open();
  const seen = store.read((db) => {
    const count = (): unknown =>
      db.prepare("SELECT count(*) AS n FROM rows").get()?.["n"];
    const first = count();
    it.sql("DELETE FROM rows WHERE seq > 5");
    db.prepare("SELECT 1").get();
    return [first, count()];
  });
  assertEquals(seen, [9, 9]);
  assertEquals(rowsOf(it).length, 5);
});
