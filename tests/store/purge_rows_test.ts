import { assert, assertEquals } from "@std/assert";
import { purgeRows } from "../../lib/store/purge_rows.ts";
import { type Lab, nine, NOW, prompt, rowsOf, toolUses } from "./_store.ts";

function purge(it: Lab, ...seqs: number[]): number {
  using store = it.open();
  const done = store.change((db) => purgeRows(db, seqs, NOW));
  store.append(toolUses(100, 100));
  return done;
}

Deno.test("rows that are purged say nothing any more, and the chain goes on over them", async () => {
  await using it = await nine();
  assertEquals(purge(it, 5, 3, 4, 9, 5, 77), 4);
  const rows = rowsOf(it);
  assertEquals(
    rows.filter(({ payload }) => payload["purged"] === true)
      .map(({ seq }) => seq),
    [3, 4, 5, 9],
  );
  const { checks, ...said } = rows[9]?.payload ?? {};
  assertEquals([rows[9]?.kind, said, String(checks).length], [
    "memory.rows_purged",
    { seqs: "3-5,9", rows: 4 },
    64,
  ]);
  const verdict = it.verify();
  assertEquals([verdict.ok, verdict.bad, verdict.rows, verdict.purged], [
    true,
    null,
    11,
    4,
  ]);
});

Deno.test("rows are purged once; a second time there is nothing to say", async () => {
  await using it = await nine();
  assertEquals(purge(it, 2), 1);
  assertEquals(purge(it, 2), 0);
  assertEquals(purge(it, 1, 2, 3), 2);
  assertEquals(purge(it), 0);
  assertEquals(it.verify().purged, 3);
  assertEquals(
    rowsOf(it).filter(({ kind }) => kind === "memory.rows_purged").length,
    2,
  );
});

Deno.test("verifyChain() names the row that was emptied and that no row names", async () => {
  await using it = await nine();
  purge(it, 3);
  it.sql(`UPDATE rows SET payload = '{"purged":true}' WHERE seq = 6`);
  assertEquals(it.verify().bad, {
    seq: 6,
    why: "it was emptied, and no row says so",
  });
});

Deno.test("verifyChain() names a purged row that was changed into anything else", async () => {
  await using it = await nine();
  purge(it, 3);
  it.sql(`UPDATE rows SET payload = '{"purged": true}' WHERE seq = 3`);
  assertEquals(it.verify().bad?.seq, 3);
  it.sql(`UPDATE rows SET payload = '{"session_id":"s1"}' WHERE seq = 3`);
  assertEquals(it.verify().bad?.seq, 3);
});

for (
  const [what, change] of [
    ["id", "id = 'forged'"],
    ["time", "at = at + 1"],
    ["kind", "kind = 'memory.claude_prompt'"],
    ["session", "session = 's2'"],
    ["hash", `hash = '${"ab".repeat(32)}'`],
    ["prev_hash", `prev_hash = '${"ab".repeat(32)}'`],
    ["text behind a NUL", "session = session || char(0) || 'x'"],
  ]
) {
  Deno.test(`verifyChain() names the purged row whose ${what} was changed`, async () => {
    await using it = await nine();
    purge(it, 3, 4);
    it.sql(`UPDATE rows SET ${change} WHERE seq = 4`);
    assertEquals(it.verify().bad?.seq, 4);
  });
}

Deno.test("verifyChain() names the first of two purged rows whose link was made anew", async () => {
  await using it = await nine();
  purge(it, 3, 4);
  it.sql(`UPDATE rows SET hash = '${"ab".repeat(32)}' WHERE seq = 3`);
  it.sql(`UPDATE rows SET prev_hash = '${"ab".repeat(32)}' WHERE seq = 4`);
  assertEquals(it.verify().bad, {
    seq: 3,
    why: "it was changed after it was emptied",
  });
});

Deno.test("verifyChain() does not believe a changed row about a purge, nor one about what comes after it", async () => {
  await using it = await nine();
  purge(it, 3);
  it.sql(
    `UPDATE rows SET payload = replace(payload, '"3"', '"6"') WHERE kind = 'memory.rows_purged'`,
  );
  assertEquals(it.verify().bad?.seq, 3);
  await using other = await nine();
  {
    using store = other.open();
    store.change((db) => purgeRows(db, [3], NOW));
    store.append(toolUses(50, 52));
  }
  // A row of another name that says the same is no row of the store's.
  other.sql(`UPDATE rows SET payload = '{"purged":true}' WHERE seq = 12`);
  assertEquals(other.verify().bad?.seq, 12);
});

Deno.test("no hook can send a row that says so", async () => {
  await using it = await nine();
  using store = it.open();
  const row = {
    ...prompt("x"),
    kind: "memory.rows_purged",
    payload: { seqs: "1-9", rows: 9 },
  };
  let refused = "";
  try {
    store.append([row]);
  } catch (error) {
    refused = (error as Error).name;
  }
  assertEquals(refused, "TypeError");
});

Deno.test("purged rows are pruned like others, and what names them after them", async () => {
  await using it = await nine();
  purge(it, 1, 2, 3);
  {
    using store = it.open();
    store.change((db) =>
      db.exec("UPDATE rows SET at = at - 864000000000000 WHERE FALSE")
    );
    store.append(toolUses(200, 220));
    assert(store.prune({ days: 0, maxBytes: 1 }) > 0);
  }
  const verdict = it.verify();
  assertEquals([verdict.ok, verdict.purged], [true, undefined]);
});
