import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { blake3 } from "../../lib/hash/blake3.ts";
import { canonicalJson } from "../../lib/json/canonical_json.ts";
import { at, type Lab, lab, nine, NOW, toolUse, toolUses } from "./_store.ts";

/** Where the chain is bad, and why. */
function badOf(it: Lab): readonly [number | null | undefined, string] {
  const { ok, bad } = it.verify();
  assertEquals(ok, bad === null);
  return [bad?.seq, bad?.why ?? ""];
}

Deno.test("verifyChain() has nothing to say about a chain that is whole, or not there", async () => {
  await using it = await lab();
  const nothing = {
    ok: true,
    bad: null,
    findings: [],
    rows: 0,
    firstSeq: 0,
    lastSeq: 0,
    afterHead: 0,
  };
  assertEquals(it.verify(), nothing);
  it.open().close();
  assertEquals(it.verify(), nothing);
  using store = it.open();
  store.append(toolUses(1, 9));
  assertEquals(it.verify(), { ...nothing, rows: 9, firstSeq: 1, lastSeq: 9 });
});

const CHANGES: Readonly<Record<string, string>> = {
  id: "id = 'other'",
  "time by a nanosecond": "at = at + 1",
  kind: "kind = 'memory.claude_prompt'",
  session: "session = 's2'",
  "no session": "session = ''",
  payload: `payload = replace(payload, 'Bash', 'Read')`,
  "white space of the payload": `payload = payload || ' '`,
  "order of the payload": `payload = '{"tool_name":"Bash","session_id":"s1"}'`,
  "text behind a NUL in the payload": `payload = payload || char(0) || 'x'`,
  "text behind a NUL in the id": `id = id || char(0) || 'x'`,
  "text behind a NUL in the session": `session = session || char(0)`,
  hash: "hash = replace(hash, substr(hash, 1, 1), 'x')",
  "case of the hash": "hash = upper(hash)",
  prev_hash: "prev_hash = upper(prev_hash)",
};

for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`verifyChain() names the row whose ${what} was changed`, async () => {
    await using it = await nine();
    it.sql(`UPDATE rows SET ${change} WHERE seq = 4`);
    const [seq, why] = badOf(it);
    assertEquals(seq, 4);
    assertStringIncludes(why, "hash");
    assertEquals(it.verify().rows, 3);
  });
}

Deno.test("verifyChain() names a row that was removed, at the start, in the middle and at the end", async () => {
  for (const removed of [1, 5, 9]) {
    await using it = await nine();
    it.sql(`DELETE FROM rows WHERE seq = ${removed}`);
    const [seq, why] = badOf(it);
    assertEquals(seq, removed);
    assertStringIncludes(why, "it is missing");
  }
});

Deno.test("verifyChain() names the first of several rows that were removed", async () => {
  await using it = await nine();
  it.sql("DELETE FROM rows WHERE seq IN (4, 5, 6, 8)");
  assertEquals(badOf(it), [4, "it is missing, with all up to 6"]);
});

Deno.test("verifyChain() names the row about a pruning that was removed or changed, and says that nothing tells of the beginning", async () => {
  for (
    const [change, word] of [
      ["DELETE FROM rows WHERE kind = 'memory.store_pruned'", "missing"],
      [
        "UPDATE rows SET kind = 'memory.other' WHERE kind = 'memory.store_pruned'",
        "hash",
      ],
      ["DELETE FROM rows WHERE seq >= 10", "cut off"],
    ] as const
  ) {
    await using it = await lab();
    {
      using store = it.open();
      store.append([
        ...toolUses(1, 4),
        ...toolUses(5, 9).map((row) => ({ ...row, at: at(3 * 86_400_000) })),
      ]);
      store.prune({
        days: 1,
        maxBytes: 0,
        now: new Date(NOW.getTime() + 3 * 86_400_000),
      });
      store.append(toolUses(11, 12));
    }
    assertEquals([it.verify().ok, it.verify().firstSeq], [true, 5]);
    it.sql(change);
    const { ok, bad, findings, rows } = it.verify();
    assertEquals([ok, bad?.seq, rows], [false, 10, 5], change);
    assertStringIncludes(bad?.why ?? "", word);
    assertEquals(findings, [{
      seq: null,
      why:
        "the store begins with row 5, and no row is left that says what became of those from 1 to 4",
    }]);
  }
});

Deno.test("verifyChain() names the beginning where nothing else is wrong, and no row tells of it", async () => {
  await using it = await nine();
  it.sql("DELETE FROM rows WHERE seq < 4");
  assertEquals(badOf(it), [
    1,
    "it is missing, with all up to 3, and no row says what became of them",
  ]);
  assertEquals(it.verify().findings, []);
});

Deno.test("verifyChain() names a row far beyond the end, and not those that never were", async () => {
  await using it = await nine();
  it.sql(
    "INSERT INTO rows SELECT 640, 'new', at, kind, session, payload, hash, hash FROM rows WHERE seq = 9",
  );
  assertEquals(badOf(it), [
    640,
    "it does not follow row 9, which the head names as the last: it was put in, or those between were removed",
  ]);
});

Deno.test("verifyChain() names a row that was removed with the numbers after it closed up", async () => {
  await using it = await nine();
  it.sql("DELETE FROM rows WHERE seq = 5; ");
  it.sql("UPDATE rows SET seq = seq - 1 WHERE seq > 5");
  const [seq, why] = badOf(it);
  assertEquals(seq, 5);
  assertStringIncludes(why, "prev_hash");
});

Deno.test("verifyChain() names the first of two rows that changed places", async () => {
  await using it = await nine();
  it.sql("UPDATE rows SET seq = 100 WHERE seq = 3");
  it.sql("UPDATE rows SET seq = 3 WHERE seq = 6");
  it.sql("UPDATE rows SET seq = 6 WHERE seq = 100");
  assertEquals(badOf(it)[0], 3);
});

Deno.test("verifyChain() names a row that was put in", async () => {
  await using it = await nine();
  it.sql("UPDATE rows SET seq = -seq WHERE seq > 5");
  it.sql("UPDATE rows SET seq = 1 - seq WHERE seq < 0");
  it.sql(
    "INSERT INTO rows SELECT 6, 'new', at, kind, session, payload, hash, hash FROM rows WHERE seq = 5",
  );
  const [seq, why] = badOf(it);
  assertEquals([seq, why], [6, "its hash is not that of its columns"]);
});

Deno.test("verifyChain() names a row that was put in before the first", async () => {
  for (const place of [0, -3]) {
    await using it = await nine();
    it.sql(
      `INSERT INTO rows SELECT ${place}, 'new', at, kind, session, payload, prev_hash, hash FROM rows WHERE seq = 1`,
    );
    assertEquals(badOf(it)[0], place);
  }
});

Deno.test("verifyChain() names a forged row at the end that does not fit", async () => {
  await using it = await nine();
  it.sql(
    "INSERT INTO rows SELECT 10, 'new', at, kind, session, payload, prev_hash, hash FROM rows WHERE seq = 9",
  );
  assertEquals(badOf(it)[0], 10);
});

Deno.test("verifyChain() finds a row made anew with its own hash by the row after it", async () => {
  await using it = await nine();
  const [row] = it.get(
    "SELECT seq, id, CAST(at AS TEXT) AS at, kind, session, payload, prev_hash FROM rows WHERE rows.seq = 4",
  );
  const columns = {
    ...row,
    payload: { session_id: "s1", tool_name: "Forged" },
  };
  it.sql(
    "UPDATE rows SET payload = ?, hash = ? WHERE seq = 4",
    canonicalJson(columns.payload),
    blake3(canonicalJson(columns)),
  );
  const [seq, why] = badOf(it);
  assertEquals(seq, 5);
  assertStringIncludes(why, "prev_hash");
});

Deno.test("verifyChain() names the first row of an end that was cut off", async () => {
  for (const kept of [0, 1, 6, 8]) {
    await using it = await nine();
    it.sql(`DELETE FROM rows WHERE seq > ${kept}`);
    const [seq, why] = badOf(it);
    assertEquals(seq, kept + 1);
    assertStringIncludes(why, "the head names row 9");
  }
});

Deno.test("verifyChain() names the store that is gone", async () => {
  await using it = await nine();
  Deno.removeSync(it.folder, { recursive: true });
  assertEquals(badOf(it), [1, "the store is missing; the head names row 9"]);
});

Deno.test("verifyChain() tells of a head that is missing or unreadable", async () => {
  await using it = await nine();
  for (
    const text of [
      "",
      "{",
      "{}",
      "null",
      '{"seq":-1,"hash":"0"}',
      '{"seq":9,"hash":"00"}',
    ]
  ) {
    Deno.writeTextFileSync(it.headFile, text);
    const { ok, bad, findings } = it.verify();
    assertEquals([ok, bad, findings.length], [false, null, 1], text);
    assertStringIncludes(findings[0]?.why ?? "", "the head is unreadable");
  }
  Deno.removeSync(it.headFile);
  const { ok, bad, findings, afterHead } = it.verify();
  assertEquals([ok, bad, findings.length, afterHead], [false, null, 1, 9]);
  assertStringIncludes(findings[0]?.why ?? "", "the head is missing");
});

Deno.test("verifyChain() names the row whose hash the head does not have", async () => {
  await using it = await nine();
  for (const seq of [9, 4]) {
    Deno.writeTextFileSync(
      it.headFile,
      JSON.stringify({ seq, hash: "a".repeat(64) }),
    );
    const [bad, why] = badOf(it);
    assertEquals(bad, seq);
    assertStringIncludes(why, "the head names another hash");
  }
  Deno.writeTextFileSync(
    it.headFile,
    JSON.stringify({ seq: 12, hash: "a".repeat(64) }),
  );
  assertEquals(badOf(it)[0], 10);
});

Deno.test("verifyChain() counts the rows that a killed daemon had not yet named in the head", async () => {
  await using it = await nine();
  const [row] = it.get("SELECT hash FROM rows WHERE seq = 7");
  Deno.writeTextFileSync(
    it.headFile,
    JSON.stringify({ seq: 7, hash: row?.["hash"] }),
  );
  const { ok, afterHead } = it.verify();
  assertEquals([ok, afterHead], [true, 2]);
  it.open().close();
  assertEquals(it.verify().afterHead, 0);
});

Deno.test("verifyChain() reads types that a made-over table lets in", async () => {
  await using it = await nine();
  it.sql(
    `CREATE TABLE made(seq INTEGER PRIMARY KEY, id, at, kind, session, payload, prev_hash, hash);
    INSERT INTO made SELECT * FROM rows; DROP TABLE rows; ALTER TABLE made RENAME TO rows`,
  );
  assertEquals(it.verify().ok, true);
  for (
    const change of [
      "payload = CAST(payload AS BLOB)",
      "id = NULL",
      "session = 5",
      "at = at + 0.0",
      "kind = x'00'",
      "hash = NULL",
      "at = 9223372036854775807",
    ]
  ) {
    await using copy = await lab();
    copy.open().close();
    Deno.copyFileSync(it.file, copy.file);
    Deno.copyFileSync(it.headFile, copy.headFile);
    copy.sql(`UPDATE rows SET ${change} WHERE seq = 3`);
    assertEquals(badOf(copy)[0], 3, change);
  }
});

Deno.test("verifyChain() says that a store cannot be read", async () => {
  await using it = await nine();
  Deno.writeTextFileSync(
    it.file,
    "no database at all, and long enough to be looked at".repeat(100),
  );
  const [seq, why] = badOf(it);
  assertEquals(seq, null);
  assertEquals(why, "the store cannot be read: file is not a database");
});

Deno.test("verifyChain() neither waits for a writer nor sees half of what it writes", async () => {
  await using it = await nine();
  using store = it.open();
  for (let round = 0; round < 50; round++) {
    store.append([toolUse(`x${round}`), toolUse(`y${round}`)]);
    const { ok, rows, afterHead } = it.verify();
    assertEquals([ok, rows, afterHead], [true, 11 + 2 * round, 0]);
  }
});

Deno.test("verifyChain() takes no longer for a row of many than for one of few", async () => {
  await using it = await lab();
  using store = it.open();
  const text = "x".repeat(300);
  const add = (from: number, to: number): void => {
    for (let next = from; next < to; next += 1000) {
      store.append(
        Array.from(
          { length: 1000 },
          (_, index) => toolUse(`${next + index}`, { text }),
        ),
      );
    }
  };
  /** The most rows that it checks in a millisecond. */
  const rate = (): number => {
    let best = 0;
    for (let round = 0; round < 5; round++) {
      const started = performance.now();
      const { ok, rows } = it.verify();
      assert(ok);
      best = Math.max(best, rows / (performance.now() - started));
    }
    return best;
  };
  add(0, 1000);
  const few = rate();
  add(1000, 10_000);
  const many = rate();
  assert(many > few / 3, `few: ${few} rows/ms, many: ${many} rows/ms`);
});
