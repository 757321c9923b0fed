import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertThrows,
} from "@std/assert";
import { blake3 } from "../../lib/hash/blake3.ts";
import { canonicalJson } from "../../lib/json/canonical_json.ts";
import { readRows } from "../../lib/store/read_rows.ts";
import type { Row } from "../../lib/store/row.ts";
import {
  at,
  completed,
  type Lab,
  lab,
  prompt,
  toolUse,
  toolUses,
} from "./_store.ts";

/** The payload of the last row. */
function lastPayload(it: Lab): Readonly<Record<string, unknown>> {
  using reader = readRows(it.folder);
  return reader?.lastRows(1)[0]?.payload ?? {};
}

Deno.test("append() chains each row to the one before, with every column under its hash", async () => {
  await using it = await lab();
  using store = it.open();
  assertEquals(store.append(toolUses(1, 2)), { stored: 2, duplicates: 0 });
  assertEquals(store.append([toolUse("r3", { z: [1, { b: 1, a: "ü" }] })]), {
    stored: 1,
    duplicates: 0,
  });
  const rows = it.get(
    "SELECT seq, id, CAST(at AS TEXT) AS at, kind, session, payload, prev_hash, hash FROM rows ORDER BY rows.seq",
  );
  assertEquals(rows.map(({ seq, id }) => [seq, id]), [[1, "r1"], [2, "r2"], [
    3,
    "r3",
  ]]);
  let previous = "0".repeat(64);
  for (const { hash, payload, ...columns } of rows) {
    assertEquals(columns["prev_hash"], previous);
    const value = JSON.parse(String(payload));
    assertEquals(payload, canonicalJson(value));
    // The rule as it is documented, without the store's own code.
    assertEquals(hash, blake3(canonicalJson({ ...columns, payload: value })));
    previous = String(hash);
  }
  assertEquals(JSON.parse(Deno.readTextFileSync(it.headFile)), {
    seq: 3,
    hash: previous,
  });
  assertEquals(it.verify().ok, true);
});

Deno.test("append() stores a row once, however often it comes", async () => {
  await using it = await lab();
  using store = it.open();
  const twice = [toolUse("a"), toolUse("b"), toolUse("a")];
  assertEquals(store.append(twice), { stored: 2, duplicates: 1 });
  assertEquals(store.append(twice), { stored: 0, duplicates: 3 });
  assertEquals(store.append([toolUse("c"), toolUse("b")]), {
    stored: 1,
    duplicates: 1,
  });
  assertEquals(store.append([]), { stored: 0, duplicates: 0 });
  assertEquals(it.verify().rows, 3);
});

Deno.test("append() gives a time back as it was given, though it is larger than a number counts exactly", async () => {
  await using it = await lab();
  const times = [
    0,
    -1,
    1796068800000000000,
    1796068800123456789,
    Number.MAX_SAFE_INTEGER + 2,
    2 ** 63 - 1024,
  ];
  {
    using store = it.open();
    store.append(times.map((at, index) => ({ ...toolUse(`t${index}`), at })));
  }
  using reader = readRows(it.folder);
  assertEquals(reader?.rowsAfter(0, 10).map(({ at }) => at), times);
  assertEquals(it.verify().ok, true);
});

Deno.test("append() refuses a row that cannot be stored, and all that come with it", async () => {
  await using it = await lab();
  using store = it.open();
  const good = toolUse("good");
  const bad: readonly Partial<Record<keyof Row, unknown>>[] = [
    { id: "" },
    { id: 7 },
    { id: "nul\0" },
    { id: "half \ud800" },
    { id: "x".repeat(513) },
    { kind: "" },
    { kind: "memory.store_pruned" },
    { kind: "memory.store_truncated" },
    { at: 1.5 },
    { at: NaN },
    { at: 2 ** 63 },
    { at: "1" },
    { payload: null },
    { payload: [1] },
    { payload: "text" },
    { payload: { number: NaN } },
  ];
  for (const part of bad) {
    assertThrows(
      () => store.append([good, { ...good, id: "b", ...part } as Row]),
      TypeError,
    );
  }
  const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
  assertThrows(() => store.append([good, toolUse("b", { deep })]), RangeError);
  assertEquals(it.get("SELECT count(*) AS n FROM rows"), [{ n: 0 }]);
  assertEquals(store.append([good]).stored, 1);
});

Deno.test("append() keeps odd text whole, and odd sessions out of its column", async () => {
  await using it = await lab();
  using store = it.open();
  const text = 'nul \0, half \ud800, quote ", line\n, 🜁';
  store.append([
    toolUse("a", { text }),
    toolUse("b", { session_id: "s\0" }),
    toolUse("c", { session_id: 5 }),
  ]);
  assertEquals(it.verify().ok, true);
  using reader = readRows(it.folder);
  const rows = reader?.rowsAfter(0, 5) ?? [];
  assertEquals(rows[0]?.payload["text"], text);
  assertEquals(rows.map(({ session }) => session), ["s1", "", ""]);
  assertEquals(rows[1]?.payload["session_id"], "s\0");
});

Deno.test("append() hashes a prompt that comes without its hash", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([prompt("a", { prompt_redacted: "héllo" })]);
  assertEquals(lastPayload(it)["prompt_hash"], blake3("héllo"));
  store.append([prompt("b", { prompt_hash: "given" })]);
  assertEquals(lastPayload(it)["prompt_hash"], "given");
  store.append([prompt("c", { prompt_redacted: 5 })]);
  assertEquals("prompt_hash" in lastPayload(it), false);
});

Deno.test("append() counts a session's rows, those of the same batch too", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([
    prompt("p0", { session_id: "s2" }),
    prompt("p1", {}, 1000),
    toolUse("t1", {}, 1500),
  ]);
  store.append([
    toolUse("t2", {}, 2000),
    prompt("p2", {}, 3000),
    toolUse("t3", {}, 3500),
    toolUse("t3", {}, 3600),
    completed("c1", {}, 4250),
  ]);
  const { prompt_count, tool_use_count, duration_ms } = lastPayload(it);
  assertEquals([prompt_count, tool_use_count, duration_ms], [2, 3, 3250]);
});

Deno.test("append() leaves counts alone that are given, and fills in the others", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([
    prompt("p1"),
    completed("c1", { prompt_count: 7, duration_ms: null }, 60_000),
  ]);
  const one = lastPayload(it);
  assertEquals(
    [one["prompt_count"], one["tool_use_count"], one["duration_ms"]],
    [7, 0, 60_000],
  );
  store.append([
    completed(
      "c2",
      { prompt_count: 0, tool_use_count: 0, duration_ms: 0 },
      99_000,
    ),
  ]);
  const two = lastPayload(it);
  assertEquals(
    [two["prompt_count"], two["tool_use_count"], two["duration_ms"]],
    [0, 0, 0],
  );
});

Deno.test("append() knows no duration below zero, and none of a session without rows or name", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([prompt("p1", {}, 5000), completed("c1", {}, 1000)]);
  assertEquals(lastPayload(it)["duration_ms"], 0);
  store.append([completed("c2", { session_id: "new" }, 1000)]);
  assertEquals(lastPayload(it)["duration_ms"], 0);
  store.append([
    prompt("p3", { session_id: "" }),
    completed("c3", { session_id: "" }, 9000),
  ]);
  const { prompt_count, duration_ms } = lastPayload(it);
  assertEquals([prompt_count, duration_ms], [0, 0]);
});

Deno.test("openStore() makes private files in a private folder, and makes them private again", async () => {
  await using it = await lab();
  await Deno.mkdir(it.folder, { recursive: true, mode: 0o755 });
  await Deno.chmod(it.folder, 0o755);
  const modes = () =>
    ["", "/store.sqlite", "/store.sqlite-wal", "/store.sqlite-shm"].map((
      name,
    ) => ((Deno.statSync(it.folder + name).mode ?? 0) & 0o777).toString(8));
  {
    using store = it.open();
    store.append([toolUse("a")]);
    assertEquals(modes(), ["700", "600", "600", "600"]);
    assertEquals((Deno.statSync(it.headFile).mode ?? 0) & 0o777, 0o600);
  }
  await Deno.chmod(it.file, 0o644);
  using store = it.open();
  store.append([toolUse("b")]);
  assertEquals(modes(), ["700", "600", "600", "600"]);
});

Deno.test("a store that is closed refuses rows", async () => {
  await using it = await lab();
  const store = it.open();
  store.close();
  store.close();
  assertThrows(() => store.append([toolUse("a")]), Deno.errors.BadResource);
});

Deno.test("append() writes into a write-ahead log, which others read at once", async () => {
  await using it = await lab();
  using store = it.open();
  store.append([toolUse("a")]);
  // The log has the row before anything else has it: that is what a killed process leaves.
  assert(Deno.statSync(`${it.file}-wal`).size > 0);
  assertEquals(it.get("SELECT id FROM rows"), [{ id: "a" }]);
  assertEquals(it.get("PRAGMA journal_mode"), [{ journal_mode: "wal" }]);
  assertEquals(it.get("PRAGMA auto_vacuum"), [{ auto_vacuum: 2 }]);
});

Deno.test("the store's own rows have ids and times of their own", async () => {
  await using it = await lab();
  {
    using store = it.open();
    store.append(toolUses(1, 3));
    store.prune({
      days: 1,
      maxBytes: 0,
      now: new Date(at(0) / 1e6 + 2 * 86_400_000),
    });
    store.prune({
      days: 1,
      maxBytes: 0,
      now: new Date(at(0) / 1e6 + 4 * 86_400_000),
    });
  }
  const own = it.get(
    "SELECT id FROM rows WHERE kind = 'memory.store_pruned' ORDER BY seq",
  );
  assertEquals(own.length, 2);
  for (const { id } of own) assertMatch(String(id), /^[0-9a-f]{32}$/);
  assertNotEquals(own[0]?.["id"], own[1]?.["id"]);
});
