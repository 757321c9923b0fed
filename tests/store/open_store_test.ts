import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { readRows } from "../../lib/store/read_rows.ts";
import type { StoredRow } from "../../lib/store/row.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import { makeFifo } from "../_support/make_fifo.ts";
import { type Lab, lab, toolUse, toolUses } from "./_store.ts";

/** A closed store with rows 1 to 9. */
async function nine(): Promise<Lab> {
  const it = await lab();
  using store = it.open();
  store.append(toolUses(1, 9));
  return it;
}

function rowsOf(it: Lab): StoredRow[] {
  using reader = readRows(it.folder);
  return reader?.rowsAfter(0, 1000) ?? [];
}

/** The chain is whole, and says itself what was lost: at which rows. */
function assertTold(it: Lab, ...seqs: number[]): void {
  const { ok, bad, findings } = it.verify();
  assertEquals([ok, bad, findings.map(({ seq }) => seq)], [
    seqs.length === 0,
    null,
    seqs,
  ]);
}

function headOf(it: Lab): { seq: number; hash: string } {
  return JSON.parse(Deno.readTextFileSync(it.headFile));
}

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

/** What may be at the store's place, none of it a store. */
const FOREIGN: Readonly<
  Record<string, { make: (it: Lab) => void | Promise<void>; reason: RegExp }>
> = {
  "text": {
    make: (it) => Deno.writeTextFileSync(it.file, "my notes, ".repeat(1000)),
    reason: /^file is not a database$/,
  },
  "a few bytes": {
    make: (it) => Deno.writeTextFileSync(it.file, "x"),
    reason: /^it is no store of memory-hooks$/,
  },
  "half of a store": {
    make: (it) => Deno.truncateSync(it.file, 4096 * 3),
    reason: /^database disk image is malformed$|^a page is damaged/,
  },
  "a store with a damaged page": {
    make: (it) => {
      using file = Deno.openSync(it.file, { write: true });
      file.seekSync(4096 * 2, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array(4096).fill(0xaa));
    },
    reason: /^database disk image is malformed$|^a page is damaged/,
  },
  "a store without its table": {
    make: (it) => it.sql("DROP TABLE rows"),
    reason: /^its table is missing$/,
  },
  "another program's database": {
    make: (it) => {
      Deno.removeSync(it.file);
      it.sql("CREATE TABLE rows(seq, id)");
    },
    reason: /^it is no store of memory-hooks$/,
  },
  "a folder": {
    make: (it) => {
      Deno.removeSync(it.file);
      Deno.mkdirSync(`${it.file}/sub`, { recursive: true });
    },
    reason: /^it is no regular file$/,
  },
  "a FIFO": {
    make: async (it) => {
      Deno.removeSync(it.file);
      await makeFifo(it.file);
    },
    reason: /^it is no regular file$/,
  },
};

for (const [what, { make, reason }] of Object.entries(FOREIGN)) {
  Deno.test(`openStore() moves ${what} aside and begins a store that says so`, async () => {
    await using it = await nine();
    const { seq, hash } = headOf(it);
    await make(it);
    const before = Deno.lstatSync(it.file);
    {
      using store = it.open();
      assertEquals(store.append([toolUse("r1")]), { stored: 1, duplicates: 0 });
    }
    const rows = rowsOf(it);
    assertEquals(rows.map(({ seq, kind }) => [seq, kind]), [
      [1, "memory.store_replaced"],
      [2, "memory.claude_tool_use"],
    ]);
    const payload = rows[0]?.payload ?? {};
    assertEquals(payload["moved_to"], "store.corrupt-20261130T200000Z.sqlite");
    assertEquals([payload["previous_seq"], payload["previous_hash"]], [
      seq,
      hash,
    ]);
    assertMatch(String(payload["reason"]), reason);
    const moved = Deno.lstatSync(`${it.folder}/${payload["moved_to"]}`);
    assertEquals([moved.ino, moved.size], [before.ino, before.size]);
    assertTold(it, 1);
  });
}

Deno.test("openStore() moves a broken store's log along, and a second one beside the first", async () => {
  await using it = await nine();
  for (const end of ["", "-wal", "-shm"]) {
    Deno.writeTextFileSync(it.file + end, `broken${end}`);
  }
  it.open().close();
  Deno.writeTextFileSync(it.file, "broken again");
  it.open().close();
  // What is short of a page loses its log as soon as SQLite opens it.
  const first = "store.corrupt-20261130T200000Z.sqlite";
  const second = "store.corrupt-20261130T200000Z-2.sqlite";
  assertEquals(
    it.names(),
    [second, first, `${first}-shm`, `${first}-wal`, "store.sqlite"].sort(),
  );
  assertEquals(
    Deno.readTextFileSync(`${it.folder}/${first}-wal`),
    "broken-wal",
  );
  assertEquals(rowsOf(it)[0]?.payload["previous_seq"], 1);
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
