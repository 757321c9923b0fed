import { assertEquals, assertThrows } from "@std/assert";
import { Refused } from "../../lib/memory/refused.ts";
import { MemoryReader } from "../../lib/memory/memory_reader.ts";
import { tempDir } from "../_support/temp.ts";
import { memoryLab, WHOLE } from "./_memory.ts";

Deno.test("words are found by their stems, without accents, in title, tags and text", async () => {
  await using lab = await memoryLab();
  const stem = lab.uid("note", { content: "We deployed the service." });
  const title = lab.uid("note", { content: "x", title: "Zurückhaltung" });
  const tag = lab.uid("note", { content: "y", tags: ["kubernetes"] });
  assertEquals(lab.found("deploying services"), [stem]);
  assertEquals(lab.found("zuruckhaltung"), [title]);
  assertEquals(lab.found("Kubernetes"), [tag]);
});

Deno.test("what has a word in its title goes before what has it in its text; the latest first where both are as good", async () => {
  await using lab = await memoryLab();
  const title = lab.uid("note", {
    content: "About other things.",
    title: "Ledger",
  });
  const texts = [1, 2].map(() =>
    lab.uid("note", { content: "The ledger is here." })
  );
  assertEquals(lab.found("ledger"), [title, ...texts.reverse()]);
});

Deno.test("what has all words goes before what has some", async () => {
  await using lab = await memoryLab();
  const both = lab.uid("note", {
    content:
      "The queue drains before the importer stops, and more words follow here.",
  });
  const one = lab.uid("note", { content: "importer importer importer" });
  assertEquals(lab.found("queue importer"), [both, one]);
});

Deno.test("parts of words are found", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", {
    content: "the oauth2proxy sidecar",
    domain: "a/b",
  });
  lab.uid("note", { content: "something else", domain: "a/b" });
  assertEquals(lab.found("auth2pro"), [uid]);
  assertEquals(lab.found("auth2pro", { domain: "a" }), [uid]);
  assertEquals(lab.found("auth2pro", { domain: "c" }), []);
  assertEquals(lab.found("auth2pro", { type: "handoff" }), []);
});

Deno.test("scripts without spaces are found by one letter, two and more", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", {
    content: "認証基盤はKeycloakで動く。",
    tags: ["設計"],
  });
  lab.uid("note", { content: "証明と基礎と盤" });
  for (
    const query of ["認証", "証基", "認証基盤", "設計", "動", "基盤 keycloak"]
  ) {
    assertEquals(lab.found(query)[0], uid, query);
  }
  assertEquals(lab.found("認証"), [uid]);
  assertEquals(lab.found("認基"), []);
  assertEquals(lab.found("認証基盤はどのサーバーで動きますか")[0], uid);
  const chinese = lab.uid("note", { content: "数据库连接池的配置在这里" });
  assertEquals(lab.found("如何修改数据库的连接池配置")[0], chinese);
  const thai = lab.uid("note", { content: "ฐานข้อมูลหลัก" });
  assertEquals(lab.found("ข้อมูล"), [thai]);
});

Deno.test("nothing in a query is syntax", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", {
    content: 'say "hello" AND goodbye שלום مرحبا',
    title: "t",
  });
  for (
    const query of [
      '"hello',
      "hello AND",
      "hello OR (",
      "NEAR(hello, 5)",
      "title: hello",
      "-hello ^hello hello*",
      "{title} : hello",
      "hello\0",
      "hello' ; DROP TABLE memories; --",
      "שלום",
      "مرحبا",
      "HELLO \u202e goodbye",
    ]
  ) {
    assertEquals(lab.found(query), [uid], query);
    assertEquals(lab.read("recall", { query }).results.length, 1);
  }
  for (
    const query of [
      '"',
      "* ( ) :",
      "AND OR NOT",
      "\ud800",
      "%_",
      "zzz".repeat(4000),
    ]
  ) {
    assertEquals(lab.found(query).filter((it) => it !== uid), [], query);
  }
  assertEquals(lab.found(`${"filler ".repeat(1400)}`), []);
  assertEquals(lab.found(`hello ${"other ".repeat(1600)}`), [uid]);
});

Deno.test("an emoji by itself is found among the latest", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "ship it 🚀", domain: "a" });
  lab.uid("note", { content: "nothing" });
  assertEquals(lab.found("🚀"), [uid]);
  assertEquals(lab.found("🚀", { domain: "a" }), [uid]);
  assertEquals(lab.found("🚀", { domain: "b" }), []);
});

Deno.test("contradicted memories come last, archived ones never", async () => {
  await using lab = await memoryLab();
  const wrong = lab.uid("note", { content: "redis", title: "redis redis" });
  const right = lab.uid("note", { content: "a longer text with redis in it" });
  const gone = lab.uid("note", { content: "redis" });
  lab.write("set_confidence", { uid: wrong, confidence: "contradicted" });
  lab.write("forget", { uid: gone, reason: "r" });
  assertEquals(lab.found("redis"), [right, wrong]);
  assertEquals(lab.found("redis", { limit: 1 }), [right]);
});

Deno.test("search and recall bring notes of the vault, marked as such, where neither domain nor type is asked for", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "ledger", domain: "a" });
  const asked: unknown[] = [];
  lab.findNotes = (words, limit) => {
    asked.push([...words, limit]);
    return [{ path: "notes/Ledger.md", title: "Ledger", snippet: "a  book" }];
  };
  const { results } = lab.read("recall", { query: "The LEDGER" });
  assertEquals(results.map((it) => it.source), ["memory", "vault"]);
  assertEquals(results[1], {
    source: "vault",
    path: "notes/Ledger.md",
    title: "Ledger",
    text: "a book",
  });
  assertEquals(lab.found("ledger", { domain: "a" }), [uid]);
  assertEquals(lab.found("ledger", { type: "note" }), [uid]);
  assertEquals(asked, [["the", "ledger", 5]]);
});

Deno.test("search shows the place, recall the text, both with a bound", async () => {
  await using lab = await memoryLab();
  const filler = "filler words here ".repeat(200);
  lab.uid("note", { content: `${filler} the needle is here ${filler}` });
  const [hit] = lab.read("search", { query: "needle" }).results;
  assertEquals(hit?.text.includes("the needle is here"), true);
  assertEquals((hit?.text.length ?? 0) <= 240, true);
  const [whole] = lab.read("recall", { query: "needle" }).results;
  assertEquals(whole?.text.length, 1503);
  assertEquals(
    whole?.source === "memory" && whole.est_tokens,
    Math.ceil((2 * filler.length + 20) / 4),
  );
});

Deno.test("pulse tells the state of a domain", async () => {
  await using lab = await memoryLab();
  const at = { domain: "acme/x100" };
  const notes = Array.from(
    { length: 7 },
    (_, n) =>
      lab.uid("note", { content: `note ${n} ${"x".repeat(500)}`, ...at }),
  );
  const handoff = lab.uid("handoff", { ...WHOLE["handoff"], ...at });
  const wrong = lab.uid("anti_pattern", { ...WHOLE["anti_pattern"], ...at });
  lab.write("set_confidence", { uid: wrong, confidence: "contradicted" });
  lab.uid("checkpoint", { ...WHOLE["checkpoint"], ...at });
  const last = lab.uid("checkpoint", {
    ...WHOLE["checkpoint"],
    domain: "acme/x100/p200",
    review_after: "2026-01-01",
  });
  const flow = lab.uid("diagram", {
    ...WHOLE["diagram"],
    domain: "omni",
    also: ["acme/x100"],
  });
  lab.uid("note", { content: "elsewhere", domain: "acme/x1000" });
  const pulse = lab.read("pulse", { domain: "acme/x100" });
  assertEquals(pulse.latest_checkpoint?.uid, last);
  assertEquals(pulse.handoffs.map((it) => it.uid), [handoff]);
  assertEquals(pulse.anti_patterns, []);
  assertEquals(
    pulse.recent_notes.map((it) => it.uid),
    notes.reverse().slice(0, 5),
  );
  assertEquals(pulse.recent_notes[0]?.text.length, 400);
  assertEquals(pulse.recent_notes[0]?.est_tokens, 127);
  assertEquals(pulse.diagrams, [{ uid: flow, title: "How a row travels" }]);
  assertEquals(pulse.scope, {
    domain: "acme/x100",
    paths: ["acme/x100"],
    total: 12,
    by_type: {
      note: 7,
      checkpoint: 2,
      anti_pattern: 1,
      handoff: 1,
      diagram: 1,
    },
    not_shown: { note: 2, checkpoint: 1, anti_pattern: 1 },
    subdomains: [{ path: "acme/x100/p200", total: 1 }],
    also: 1,
    stale: [last],
  });
  const all = lab.read("pulse", {});
  assertEquals([all.scope.paths, all.scope.total], [null, 13]);
  assertEquals(all.scope.subdomains.map((it) => it.path).sort(), [
    "acme",
    "omni",
  ]);
  assertEquals(lab.read("pulse", { domain: "nowhere" }).scope.total, 0);
});

Deno.test("get_diagram gives a flow whole, and nothing else", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("diagram", { ...WHOLE["diagram"], domain: "a" });
  assertEquals(lab.read("get_diagram", { uid }), {
    uid,
    title: "How a row travels",
    domain: "a",
    mermaid: "flowchart LR\n  a --> b",
    updated_at: "2026-11-30T20:00:00.000Z",
  });
  const note = lab.uid("note", { content: "x" });
  assertThrows(() => lab.read("get_diagram", { uid: note }), Refused, "note");
});

Deno.test("timeline and list_recent go by what was written when", async () => {
  await using lab = await memoryLab();
  const uids = Array.from(
    { length: 9 },
    (_, n) =>
      lab.uid(n % 2 === 0 ? "note" : "handoff", {
        content: `number${n}`,
        domain: "a",
      }),
  );
  const around = (params: Record<string, unknown>): string[] =>
    lab.read("timeline", params).memories.map((it) => it.uid);
  assertEquals(around({ uid: uids[4] }), uids.slice(1, 8));
  assertEquals(
    around({ query: "number4", before: 1, after: 0 }),
    uids.slice(3, 5),
  );
  assertEquals(
    around({ uid: uids[4], type: "note", domain: "a" }),
    [0, 2, 4, 6, 8].map((n) => uids[n]),
  );
  assertThrows(() => around({ query: "nowhere" }), Refused);
  assertThrows(() => around({}), Refused);
  assertEquals(
    lab.read("list_recent", { type: "handoff", limit: 2 }).memories.map((it) =>
      it.uid
    ),
    [uids[7], uids[5]],
  );
});

Deno.test("readers refuse what is not as it has to be", async () => {
  await using lab = await memoryLab();
  for (
    const [method, params] of [
      ["search", {}],
      ["search", { query: " " }],
      ["search", { query: 5 }],
      ["search", { query: "x", type: "song" }],
      ["search", { query: "x", limit: "many" }],
      ["search", { query: "x", domain: 7 }],
      ["recall", {}],
      ["get_memory", {}],
      ["get_memory", { uid: "zz" }],
      ["get_memory", { uid: "0".repeat(16) }],
      ["list_recent", { type: "song" }],
    ] as const
  ) assertThrows(() => lab.read(method, params), Refused);
});

Deno.test("without a store there are no memories, and one that comes later is seen", async () => {
  await using tmp = await tempDir();
  using reader = new MemoryReader({
    folder: `${tmp.path}/store`,
    domainCase: () => "preserve",
    now: () => new Date(),
  });
  assertEquals(reader.read("search", { query: "x" }).results, []);
  assertEquals(reader.read("pulse", {}).scope.total, 0);
  assertEquals(reader.read("list_domains", {}), { total: 0, domains: [] });
});
