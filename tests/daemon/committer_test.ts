import { assert, assertEquals, assertRejects } from "@std/assert";
import { Changes } from "../../lib/daemon/changes.ts";
import { Committer } from "../../lib/daemon/committer.ts";
import { SpooledRows } from "../../lib/daemon/spooled_rows.ts";
import { parseRow } from "../../lib/daemon/parse_row.ts";
import type { Row } from "../../lib/store/row.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import type { Store } from "../../lib/store/open_store.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { tempDir } from "../_support/temp.ts";
import { keep, toolRow, waiting } from "./_daemon.ts";

/** A store in memory that fails as it is told. */
class FakeStore implements Store {
  readonly rows: Row[] = [];
  batches: number[] = [];
  fails: (rows: readonly Row[]) => Error | null = () => null;
  opened = 0;

  append(rows: readonly Row[]): { stored: number; duplicates: number } {
    const error = this.fails(rows);
    if (error !== null) throw error;
    this.batches.push(rows.length);
    const known = new Set(this.rows.map(({ id }) => id));
    const fresh = rows.filter(({ id }) => !known.has(id));
    this.rows.push(...fresh);
    return { stored: fresh.length, duplicates: rows.length - fresh.length };
  }

  prune(): number {
    return 0;
  }

  readonly openings = 1;

  change<T>(): T {
    throw new TypeError("Cannot change a store of rows alone");
  }

  read<T>(): T {
    throw new TypeError("Cannot read a store of rows alone");
  }

  scrub(): null {
    return null;
  }

  close(): void {}

  [Symbol.dispose](): void {}
}

function committerFor(
  folder: string,
  completeTurn: () => number = () => Infinity,
): { store: FakeStore; committer: Committer; lines: string[] } {
  const store = new FakeStore();
  const log = recordedLog();
  const now = (): Date => new Date();
  const committer = new Committer({
    spool: new SpooledRows(folder, now),
    openStore: () => {
      store.opened++;
      return store;
    },
    completeTurn,
    changes: new Changes(log),
    redacting: () => Promise.resolve({}),
    log,
    now,
  });
  return { store, committer, lines: log.lines };
}

const always = (): boolean => true;

function received(number: number): ReturnType<typeof parseRow> {
  return parseRow({ ...toolRow(number), spooled: null });
}

function numbers(store: FakeStore): unknown[] {
  return store.rows.map(({ payload }) => payload["duration_ms"]);
}

Deno.test("rows are stored in batches of 256 at most", async () => {
  await using tmp = await tempDir();
  const { store, committer } = committerFor(tmp.path);
  for (let number = 0; number < 600; number++) keep(tmp.path, toolRow(number));
  assertEquals(await committer.commit(always), 600);
  assertEquals(store.batches, [256, 256, 88]);
  assertEquals(numbers(store), Array.from({ length: 600 }, (_, it) => it));
  assertEquals(committer.hasMore(), false);
});

Deno.test("commit() stops between batches where it may not go on", async () => {
  await using tmp = await tempDir();
  const { committer } = committerFor(tmp.path);
  for (let number = 0; number < 300; number++) keep(tmp.path, toolRow(number));
  assertEquals(await committer.commit(() => false), 256);
  assertEquals(waiting(tmp.path).length, 44);
});

Deno.test("a row goes on waiting when the store fails, in the spool and in memory", async () => {
  await using tmp = await tempDir();
  const { store, committer } = committerFor(tmp.path);
  keep(tmp.path, toolRow(1), 1);
  committer.take(received(2), 0);
  store.fails = () => new StoreBusy("it is");
  await assertRejects(() => committer.commit(always), StoreBusy);
  assertEquals(store.opened, 1);
  store.fails = () => new Error("database or disk is full");
  await assertRejects(() => committer.commit(always), Error);
  assertEquals([waiting(tmp.path).length, committer.hasMore()], [1, true]);
  store.fails = () => null;
  assertEquals(await committer.commit(always), 2);
  // Whatever a store that failed needs is done by opening it.
  assertEquals(store.opened, 2);
  assertEquals(new Set(numbers(store)), new Set([1, 2]));
  assertEquals([waiting(tmp.path).length, committer.hasMore()], [0, false]);
});

Deno.test("a row that cannot be stored keeps no other out", async () => {
  await using tmp = await tempDir();
  const { store, committer, lines } = committerFor(tmp.path);
  for (let number = 0; number < 20; number++) keep(tmp.path, toolRow(number));
  store.fails = (rows) =>
    rows.some(({ payload }) => payload["duration_ms"] === 7)
      ? new TypeError("Cannot store a row: secret")
      : null;
  await committer.commit(always);
  assertEquals(numbers(store).length, 19);
  assertEquals(lines, ["WARN Cannot store a row: TypeError"]);
  const left = Array.from(Deno.readDirSync(tmp.path), ({ name }) => name);
  assertEquals(left.length, 1);
  assert(left[0]?.endsWith(".row.bad"), left[0]);
});

Deno.test("rows of a connection wait for those of an earlier one that is not at its end", async () => {
  await using tmp = await tempDir();
  let complete = 0;
  const { store, committer } = committerFor(tmp.path, () => complete);
  committer.take(received(2), 1);
  assertEquals(await committer.commit(always), 0);
  committer.take(received(1), 0);
  complete = 1;
  assertEquals(await committer.commit(always), 2);
  assertEquals(numbers(store), [1, 2]);
});

Deno.test("the frame of a row that was stored from the spool is not taken again", async () => {
  await using tmp = await tempDir();
  const { store, committer } = committerFor(tmp.path);
  keep(tmp.path, toolRow(1));
  const [spooled = ""] = waiting(tmp.path);
  await committer.commit(always);
  committer.take(parseRow({ ...toolRow(1), spooled }), 0);
  assertEquals(committer.hasMore(), false);
  // One whose file somebody has removed is taken from the frame.
  const gone = "1700000000000000-1-a.row";
  committer.take(parseRow({ ...toolRow(2), spooled: gone }), 0);
  await committer.commit(always);
  assertEquals(numbers(store), [1, 2]);
});

Deno.test("room() keeps connections waiting while 64 MiB are in memory", async () => {
  await using tmp = await tempDir();
  const { store, committer } = committerFor(tmp.path);
  store.fails = () => new StoreBusy("it is");
  const big = received(1);
  const payload = { ...big.payload, error_redacted: "x".repeat(1024 * 1024) };
  for (let number = 0; number < 64; number++) {
    await committer.room();
    committer.take({ ...big, id: `a${number}`, payload }, 0);
  }
  let hasRoom = false;
  void committer.room().then(() => hasRoom = true);
  await assertRejects(() => committer.commit(always), StoreBusy);
  assertEquals(hasRoom, false);
  store.fails = () => null;
  await committer.commit(always);
  assertEquals(hasRoom, true);
  assertEquals(store.rows.length, 64);
});

Deno.test("saveHeld() puts rows that only memory has into the spool", async () => {
  await using tmp = await tempDir();
  const { committer } = committerFor(tmp.path);
  committer.take(received(1), 0);
  committer.take(received(2), 0);
  assertEquals(committer.saveHeld(), 0);
  const next = committerFor(tmp.path);
  await next.committer.commit(always);
  assertEquals(numbers(next.store), [1, 2]);
});
