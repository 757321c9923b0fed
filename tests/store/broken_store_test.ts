import { assertEquals, assertMatch } from "@std/assert";
import { makeFifo } from "../_support/make_fifo.ts";
import {
  assertTold,
  headOf,
  type Lab,
  nine,
  rowsOf,
  toolUse,
} from "./_store.ts";

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
    reason: /^it is cut short$/,
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
