import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { Refused } from "../../lib/memory/refused.ts";
import { memoryLab, WHOLE } from "./_memory.ts";

Deno.test("every writer stores what it is given, as get_memory gives it back", async () => {
  await using lab = await memoryLab();
  const common = {
    title: "A title",
    domain: "acme/x100",
    also: ["omni/x900", "omni/x900", "acme/x100"],
    tags: ["one", "two"],
    session: "20261130T2000-1a2b",
    review_after: "2027-01-31",
    source_ref: "src/a.ts:12",
  };
  for (const [type, params] of Object.entries(WHOLE)) {
    const answer = lab.write(type, { ...common, ...params });
    const memory = lab.read("get_memory", { uid: answer["uid"] });
    assertMatch(memory.uid, /^[0-9a-f]{16}$/);
    assertEquals(answer, { uid: memory.uid, also: ["omni/x900"] });
    const { content, uid: _, title, ...rest } = memory;
    assertEquals(rest, {
      type: type as typeof rest.type,
      domain: "acme/x100",
      also: ["omni/x900"],
      tags: ["one", "two"],
      status: "active",
      confidence: "unverified",
      source_ref: "src/a.ts:12",
      session: "20261130T2000-1a2b",
      created_at: "2026-11-30T20:00:00.000Z",
      updated_at: "2026-11-30T20:00:00.000Z",
      superseded_by: null,
      review_after: "2027-01-31",
    });
    assertEquals(title, params["title"] ?? "A title");
    for (const [name, value] of Object.entries(params)) {
      if (name !== "title") assertEquals(content.includes(`${value}`), true);
    }
  }
});

Deno.test("sections are lines with labels, in the order of their parameters", async () => {
  await using lab = await memoryLab();
  const content = (type: string): string =>
    lab.read("get_memory", { uid: lab.uid(type, WHOLE[type] ?? {}) }).content;
  assertEquals(
    content("checkpoint"),
    "INTENT: move the ledger\nESTABLISHED: the old one leaks\nPURSUING: a second reader\nOPEN QUESTIONS: who prunes it?",
  );
  assertEquals(
    content("anti_pattern"),
    "TEMPTATION: parse dates by hand\nWHY WRONG: leap seconds\nINSTEAD: use the calendar",
  );
  assertEquals(
    content("reasoning").split("\n").map((line) => line.split(":")[0]),
    ["HYPOTHESIS", "REASONING", "RESULT", "REVISED BELIEF", "NEXT TIME"],
  );
});

Deno.test("a writer refuses what is missing, blank or no text, and stores nothing", async () => {
  await using lab = await memoryLab();
  for (const [type, params] of Object.entries(WHOLE)) {
    for (const name of Object.keys(params)) {
      for (const bad of [undefined, null, "", " \n ", 5, ["a"]]) {
        const error = assertThrows(
          () => lab.write(type, { ...params, [name]: bad }),
          Refused,
        );
        assertEquals(error.code, "invalid");
        assertEquals(error.message.includes(name), true, error.message);
      }
    }
  }
  for (
    const bad of [
      { tags: 5 },
      { tags: [5] },
      { also: {} },
      { title: {} },
      { title: "x".repeat(2001) },
      { review_after: "soon" },
      { domain: "a/../b" },
      { domain: "./a" },
      { domain: "a\u0000b" },
      { domain: "a\nb" },
      { domain: "a\u202eb" },
      { domain: "x".repeat(201) },
      { also: ["ok", "../x"] },
    ]
  ) {
    assertThrows(() => lab.write("note", { content: "x", ...bad }), Refused);
  }
  assertThrows(() => lab.write("purge", {}), Refused);
  assertThrows(() => lab.write("toString", {}), Refused);
  assertEquals(lab.read("list_recent").memories, []);
  assertEquals(lab.snapshot().total, 0);
});

Deno.test("a request that comes again is answered as before, and done once", async () => {
  await using lab = await memoryLab();
  const first = lab.write("note", { content: "once" }, "the-id");
  assertEquals(lab.write("note", { content: "once" }, "the-id"), first);
  assertEquals(lab.read("list_recent").memories.length, 1);
});

Deno.test("a memory of 1 MiB is stored and found, one of more is refused", async () => {
  await using lab = await memoryLab();
  const filler = "lorem ipsum dolor ".repeat(70_000).slice(0, 1024 * 1024 - 9);
  const uid = lab.uid("note", { content: `${filler} needle99` });
  assertEquals(
    lab.read("get_memory", { uid }).content.length,
    1024 * 1024,
  );
  assertEquals(lab.found("needle99"), [uid]);
  const much = { content: `${filler} needle999` };
  assertThrows(() => lab.write("note", much), Refused, "1048576 are the most");
  assertThrows(
    () => lab.write("edit_memory", { uid, new_content: "x" }),
    Refused,
    "are the most",
  );
  assertThrows(
    () => lab.write("note", { content: "é".repeat(530_000) }),
    Refused,
    "1060000 bytes",
  );
});

Deno.test("what SQLite's text cannot hold is replaced, and all else kept", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "a\0b \ud800 👩‍👩‍👧 مرحبا\r\n\t" });
  assertEquals(
    lab.read("get_memory", { uid }).content,
    "a\ufffdb \ufffd 👩‍👩‍👧 مرحبا\r\n\t",
  );
});

Deno.test("lists are taken as texts with commas, too", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "x", tags: "a, b,,a", also: "p/q" });
  const { tags, also } = lab.read("get_memory", { uid });
  assertEquals([tags, also], [["a", "b"], ["p/q"]]);
});

Deno.test("a writer names memories of its type that say much the same", async () => {
  await using lab = await memoryLab();
  const content =
    "The importer retries every failed chunk three times before it gives up.";
  const uid = lab.uid("note", { content, domain: "a" });
  lab.uid("note", {
    content: "Chunk sizes of the importer are a power of two.",
  });
  const again = lab.write("note", { content: `${content} Really.` });
  assertEquals(again["similar"], [{
    uid,
    type: "note",
    domain: "a",
    title: "",
    snippet: content,
  }]);
  assertEquals(lab.write("handoff", { content })["similar"], undefined);
});

Deno.test("edit_memory appends or replaces, and keeps what was there", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "alpha" });
  lab.now = new Date("2026-11-30T21:00:00.000Z");
  lab.write("edit_memory", { uid, new_content: "beta", note: "more" });
  assertEquals(lab.read("get_memory", { uid }).content, "alpha\nbeta");
  lab.write("edit_memory", { uid, new_content: "gamma", mode: "replace" });
  const memory = lab.read("get_memory", { uid });
  assertEquals([memory.content, memory.updated_at], [
    "gamma",
    "2026-11-30T21:00:00.000Z",
  ]);
  assertEquals(memory.edits?.map(({ mode, note }) => [mode, note]), [
    ["replace", null],
    ["append", "more"],
  ]);
  assertEquals(lab.found("alpha"), []);
  assertEquals(lab.found("gamma"), [uid]);
  const kept = lab.store.change((db) =>
    db.prepare("SELECT before FROM memory_edits ORDER BY id").all()
      .map(({ before }) => before)
  );
  assertEquals(kept, ["alpha", "alpha\nbeta"]);
  for (
    const bad of [
      { uid },
      { uid, new_content: "x", mode: "prepend" },
      { uid: "0".repeat(16), new_content: "x" },
      { uid: "x", new_content: "x" },
      { new_content: "x" },
    ]
  ) assertThrows(() => lab.write("edit_memory", bad), Refused);
});

Deno.test("edit_memory mends what a lost parameter left out", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "x" });
  const answer = lab.write("edit_memory", {
    uid,
    domain: " acme / x100 ",
    tags: ["t"],
    title: "T",
    source_ref: "r",
  });
  assertEquals(answer, { uid, domain_adjusted: "acme/x100" });
  const { domain, tags, title, source_ref } = lab.read("get_memory", { uid });
  assertEquals([domain, tags, title, source_ref], [
    "acme/x100",
    ["t"],
    "T",
    "r",
  ]);
  assertEquals(lab.read("list_domains").domains.map(({ path }) => path), [
    "acme",
    "acme/x100",
  ]);
  assertEquals(lab.found("x", { domain: "acme" }), [uid]);
});

Deno.test("set_confidence, link_memories, also_domain, unfile_domain and forget do what they say", async () => {
  await using lab = await memoryLab();
  const uid = lab.uid("note", { content: "first", domain: "a" });
  const other = lab.uid("note", { content: "second", domain: "b" });
  lab.write("set_confidence", { uid, confidence: "confirmed" });
  lab.write("link_memories", {
    from_uid: uid,
    to_uid: other,
    relation_type: "supports",
    note: "why",
  });
  assertEquals(
    lab.write("also_domain", { uid, domain: "b//c/" }),
    { uid, also: ["b/c"], domain_adjusted: "b/c" },
  );
  const memory = lab.read("get_memory", { uid });
  assertEquals([memory.confidence, memory.also], ["confirmed", ["b/c"]]);
  assertEquals(memory.relations, [{
    uid: other,
    relation_type: "supports",
    direction: "to",
    note: "why",
  }]);
  assertEquals(
    lab.read("get_memory", { uid: other }).relations?.[0]?.direction,
    "from",
  );
  assertEquals(lab.found("first", { domain: "b" }), [uid]);
  lab.write("unfile_domain", { uid, domain: "b/c" });
  assertEquals(lab.found("first", { domain: "b" }), []);
  lab.write("forget", { uid, reason: "wrong", superseded_by: other });
  const gone = lab.read("get_memory", { uid });
  assertEquals([gone.status, gone.superseded_by], ["archived", other]);
  assertEquals(lab.found("first"), []);
  assertEquals(lab.read("list_recent").memories.map((it) => it.uid), [other]);
  assertEquals(
    lab.write("forget", { uid, reason: "again" })["status"],
    "archived",
  );
  lab.write("edit_memory", { uid, new_content: "still archived" });
  assertEquals(lab.found("archived"), []);
  for (
    const [method, params] of [
      ["set_confidence", { uid, confidence: "sure" }],
      ["set_confidence", { uid }],
      ["link_memories", { from_uid: uid, to_uid: uid }],
      ["link_memories", { from_uid: uid, to_uid: "f".repeat(16) }],
      ["also_domain", { uid, domain: "/" }],
      ["also_domain", { uid }],
      ["unfile_domain", { uid, domain: "nowhere" }],
      ["forget", { uid }],
      ["forget", { uid: other, reason: "x", superseded_by: other }],
      ["forget", { uid: other, reason: "x", superseded_by: "f".repeat(16) }],
    ] as const
  ) assertThrows(() => lab.write(method, params), Refused);
});

Deno.test("set_warden takes a switch, or what a form sends for one, and minutes from 1 to 480", async () => {
  await using lab = await memoryLab();
  assertEquals(lab.snapshot().wardenEnabled, true);
  assertEquals(lab.snapshot().wardenMinutes, 20);
  for (
    const [enabled, is] of [
      [true, true],
      [false, false],
      ["1", true],
      ["0", false],
      ["on", true],
      ["off", false],
      ["true", true],
      ["no", false],
      ["", false],
    ] as const
  ) {
    assertEquals(lab.write("set_warden", { enabled })["enabled"], is);
    assertEquals(lab.snapshot().wardenEnabled, is);
  }
  lab.write("set_warden", { minutes: 60 });
  for (const minutes of [0, -5, 481, "", "soon", null, 3.7, NaN, true]) {
    assertThrows(() => lab.write("set_warden", { minutes }), Refused);
  }
  assertThrows(() => lab.write("set_warden", {}), Refused);
  assertThrows(() => lab.write("set_warden", { enabled: "maybe" }), Refused);
  assertEquals(lab.snapshot().wardenMinutes, 60);
  assertEquals(lab.write("set_warden", { minutes: "480" }), {
    enabled: false,
    minutes: 480,
  });
  lab.store.change((db) => {
    db.exec("UPDATE meta SET value = '481' WHERE key = 'warden_minutes'");
  });
  assertEquals(lab.snapshot().wardenMinutes, 20);
});

Deno.test("a clock that goes backwards turns no order around", async () => {
  await using lab = await memoryLab();
  const first = lab.uid("checkpoint", WHOLE["checkpoint"] ?? {});
  lab.now = new Date("2020-01-01T00:00:00.000Z");
  const second = lab.uid("checkpoint", WHOLE["checkpoint"] ?? {});
  assertEquals(lab.read("list_recent").memories.map((it) => it.uid), [
    second,
    first,
  ]);
  assertEquals(lab.snapshot().checkpoint?.uid, second);
  assertEquals(
    lab.read("get_memory", { uid: second }).created_at,
    "2020-01-01T00:00:00.000Z",
  );
});
