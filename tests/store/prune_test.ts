import { assert, assertEquals } from "@std/assert";
import type { Store } from "../../lib/store/open_store.ts";
import { type Lab, lab, NOW, rowsOf, toolUse } from "./_store.ts";

const DAY_MS = 86_400_000;

/** Rows whose ids are `d<days>`, each so many days before `NOW`. */
function aged(...days: number[]) {
  return days.map((day) => toolUse(`d${day}`, {}, -day * DAY_MS));
}

/** Ids, and the payload of a row of the store's own. */
function shown(it: Lab): unknown[] {
  return rowsOf(it).map(({ id, kind, payload }) =>
    kind === "memory.store_pruned" ? payload : id
  );
}

/** Stores rows of half a kilobyte each. */
function fill(store: Store, from: number, to: number): void {
  for (let next = from; next < to; next += 500) {
    store.append(
      Array.from(
        { length: Math.min(500, to - next) },
        (_, index) => toolUse(`f${next + index}`, { text: "x".repeat(400) }),
      ),
    );
  }
}

function sizeOf(it: Lab): number {
  return Deno.statSync(it.file).size;
}

Deno.test("prune() removes rows by age, and says where the chain now begins", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 31, 29, 3));
  const upto = rowsOf(it)[1];
  assertEquals(store.prune({ days: 30, maxBytes: 0 }), 2);
  assertEquals(shown(it), ["d29", "d3", {
    upto_seq: 2,
    upto_hash: upto?.hash,
    rows: 2,
    reason: "age",
  }]);
  const { ok, rows, firstSeq, lastSeq, afterHead } = it.verify();
  assertEquals([ok, rows, firstSeq, lastSeq, afterHead], [true, 3, 3, 5, 0]);
});

Deno.test("prune() twice, and rows in between, leaves a chain that verifies", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 31, 29, 3));
  assertEquals(store.prune({ days: 30, maxBytes: 0 }), 2);
  assertEquals(store.prune({ days: 30, maxBytes: 0 }), 0);
  store.append(aged(2, 1));
  assertEquals(store.prune({ days: 10, maxBytes: 0 }), 1);
  assertEquals(it.verify().ok, true);
  assertEquals(store.prune({ days: 1.5, maxBytes: 0 }), 1);
  const { ok, firstSeq, lastSeq } = it.verify();
  assertEquals([ok, firstSeq, lastSeq], [true, 5, 9]);
});

Deno.test("prune() by nothing, or of nothing, removes nothing", async () => {
  await using it = await lab();
  using store = it.open();
  assertEquals(store.prune({ days: 1, maxBytes: 1 }), 0);
  store.append(aged(40, 31));
  assertEquals(store.prune({ days: 0, maxBytes: 0 }), 0);
  assertEquals(store.prune({ days: 41, maxBytes: 1e9 }), 0);
  assertEquals(shown(it), ["d40", "d31"]);
});

Deno.test("prune() never removes the last row", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 39, 38));
  assertEquals(store.prune({ days: 1, maxBytes: 0 }), 2);
  assertEquals(shown(it).length, 2);
  assertEquals(shown(it)[0], "d38");
  assertEquals(it.verify().ok, true);
  const now = new Date(NOW.getTime() + 100 * DAY_MS);
  assertEquals(store.prune({ days: 1, maxBytes: 0, now }), 1);
  assertEquals(rowsOf(it).map(({ kind }) => kind), [
    "memory.store_pruned",
    "memory.store_pruned",
  ]);
  assertEquals(it.verify().ok, true);
});

Deno.test("prune() goes by the order of rows where a clock went wrong", async () => {
  await using it = await lab();
  using store = it.open();
  // The second is from a clock that was ten years ahead, the fifth from one that was behind.
  store.append(aged(40, -3650, 35, 3, 50, 2));
  assertEquals(store.prune({ days: 30, maxBytes: 0 }), 3);
  assertEquals(shown(it).slice(0, 3), ["d3", "d50", "d2"]);
  assertEquals(it.verify().ok, true);
});

Deno.test("prune() by size makes the file as small as that, and the rest verifies", async () => {
  await using it = await lab();
  using store = it.open();
  it.sql("PRAGMA wal_checkpoint(TRUNCATE)");
  const empty = sizeOf(it);
  fill(store, 0, 4000);
  it.sql("PRAGMA wal_checkpoint(TRUNCATE)");
  assert(sizeOf(it) > 2e6, `it is ${sizeOf(it)} bytes`);
  const removed = store.prune({ days: 0, maxBytes: 1e6 });
  assert(sizeOf(it) <= 1e6 + empty, `it is ${sizeOf(it)} bytes`);
  assert(sizeOf(it) >= 0.7e6, `it is ${sizeOf(it)} bytes`);
  const rows = rowsOf(it);
  assertEquals(rows.length, 4000 - removed + 1);
  const { upto_seq, rows: count, reason } = rows.at(-1)?.payload ?? {};
  assertEquals([upto_seq, count, reason], [removed, removed, "size"]);
  const { ok, firstSeq } = it.verify();
  assertEquals([ok, firstSeq], [true, removed + 1]);
  assertEquals(store.prune({ days: 0, maxBytes: 1e6 }), 0);
  fill(store, 4000, 8000);
  assert(store.prune({ days: 0, maxBytes: 1e6 }) > 0);
  assertEquals(it.verify().ok, true);
});

Deno.test("prune() by a size that nothing fits in ends with the last row", async () => {
  await using it = await lab();
  using store = it.open();
  fill(store, 0, 10);
  assertEquals(store.prune({ days: 0, maxBytes: 1 }), 9);
  assertEquals(shown(it).length, 2);
  assertEquals(store.prune({ days: 0, maxBytes: 1 }), 0);
  assertEquals(it.verify().ok, true);
});

Deno.test("prune() by age and by size leaves a row for each", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 39));
  fill(store, 0, 4000);
  const removed = store.prune({ days: 30, maxBytes: 1e6 });
  const own = rowsOf(it).filter(({ kind }) => kind === "memory.store_pruned");
  assertEquals(own.map(({ payload }) => payload["reason"]), ["age", "size"]);
  assertEquals(own.map(({ payload }) => Number(payload["rows"])), [
    2,
    removed - 2,
  ]);
  assertEquals(it.verify().ok, true);
});

Deno.test("prune() overwrites what it removes", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([
    toolUse("old", { text: "no longer wanted" }, -40 * DAY_MS),
    ...aged(1),
  ]);
  store.prune({ days: 30, maxBytes: 0 });
  const bytes = it.names().map((name) =>
    new TextDecoder("latin1").decode(Deno.readFileSync(`${it.folder}/${name}`))
  );
  assert(bytes.join().includes("d1"));
  assert(!bytes.join().includes("no longer wanted"));
});

Deno.test("verifyChain() names a beginning that was cut off without a word, or by more than the word says", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 31, 29, 3, 2));
  store.prune({ days: 30, maxBytes: 0 });
  it.sql("DELETE FROM rows WHERE seq = 3");
  const { bad } = it.verify();
  assertEquals(bad, {
    seq: 3,
    why: "it is missing, and no row says what became of it",
  });
});

Deno.test("verifyChain() names a pruned row that is back, and a word that was changed", async () => {
  await using it = await lab();
  using store = it.open();
  store.append(aged(40, 31, 29));
  it.sql("CREATE TABLE kept AS SELECT * FROM rows WHERE seq = 2");
  store.prune({ days: 30, maxBytes: 0 });
  it.sql("INSERT INTO rows SELECT * FROM kept");
  const { bad } = it.verify();
  assertEquals(bad, { seq: 2, why: "it was put in before the first row" });
  it.sql("DELETE FROM rows WHERE seq = 2");
  assertEquals(it.verify().ok, true);
  it.sql(
    "UPDATE rows SET payload = replace(payload, '\"upto_seq\":2', '\"upto_seq\":1') WHERE seq = 4",
  );
  assertEquals(it.verify().bad?.seq, 4);
  it.sql("UPDATE rows SET payload = 'no JSON' WHERE seq = 4");
  assertEquals(it.verify().bad?.seq, 4);
  it.open().close();
  assertEquals(it.verify().bad?.seq, 4);
});

Deno.test("a head that was left at a pruned row is caught up", async () => {
  await using it = await lab();
  {
    using store = it.open();
    store.append(aged(40, 39, 38, 1));
    const { hash } = rowsOf(it)[0] ?? {};
    store.prune({ days: 30, maxBytes: 0 });
    Deno.writeTextFileSync(it.headFile, JSON.stringify({ seq: 1, hash }));
  }
  assertEquals(it.verify().ok, true);
  it.open().close();
  const { ok, lastSeq, findings } = it.verify();
  assertEquals([ok, lastSeq, findings], [true, 5, []]);
});
