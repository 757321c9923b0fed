import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { mcpBox } from "./_box.ts";
import { connect } from "./_client.ts";

Deno.test("a memory of a megabyte is stored and read whole, and one that is larger is refused", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  const limit = 1024 * 1024;
  const content = `needle ${"äöü \n\"' ".repeat(limit)}`.slice(0, limit / 2);
  const { uid } = await server.ok("note", { content, domain: "large" });
  const whole = await server.ok("get_memory", { uid });
  assertEquals(whole["content"], content);
  const found = await server.ok("search", { query: "needle" });
  const text = JSON.stringify(found);
  assertStringIncludes(text, String(uid));
  assert(text.length < 5000, `${text.length}`);
  assertStringIncludes(
    await server.failed("note", { content: "x".repeat(limit + 1) }),
    "content is too long",
  );
});

Deno.test("queries are text, whatever is in them", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  const texts = {
    chinese: "数据库迁移之前先备份",
    japanese: "データベースを移行する前にバックアップ",
    arabic: "يجب نسخ قاعدة البيانات احتياطيا",
    hebrew: "גיבוי לפני הגירה",
    vietnamese: "Sao lưu cơ sở dữ liệu trước",
    emoji: "The rocket 🚀 flies",
    operators: 'title:"NEAR" AND (foo OR bar) NOT baz* ^x',
  };
  const uids: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(texts)) {
    uids[name] = (await server.ok("note", { content }))["uid"];
  }
  for (
    const [query, name] of [
      ["备份", "chinese"],
      ["移行", "japanese"],
      ["البيانات", "arabic"],
      ["הגירה", "hebrew"],
      ["dữ liệu", "vietnamese"],
      ["🚀", "emoji"],
      ['"NEAR" AND (foo', "operators"],
      ["baz* ^x", "operators"],
    ] as const
  ) {
    for (const tool of ["search", "recall"]) {
      const found = await server.ok(tool, { query });
      assertStringIncludes(
        JSON.stringify(found["results"]),
        String(uids[name]),
        `${tool} ${query}`,
      );
    }
  }
  for (
    const query of [
      '"',
      "''",
      "AND OR NOT",
      "NEAR(",
      "a:b",
      "*",
      "-",
      "\u0000",
      "%_",
      "; DROP TABLE memories",
      "\u202etxt",
      "x".repeat(100_000),
    ]
  ) {
    for (const tool of ["search", "recall", "timeline"]) {
      const { isError, text } = await server.call(tool, { query });
      // Nothing that the store said of its own syntax.
      assert(!/fts5|syntax|SQL/i.test(text), `${tool} ${query}: ${text}`);
      if (tool !== "timeline") assert(!isError, `${tool} ${query}: ${text}`);
    }
  }
});

Deno.test("domains are filed as the settings have them", async () => {
  for (
    const [policy, path] of [
      ["lower", "acme/x100"],
      ["upper", "ACME/X100"],
      ["preserve", "Acme/X100"],
    ] as const
  ) {
    await using box = await mcpBox({
      config: `memory:\n  domain_case: ${policy}\n`,
    });
    await using server = await connect(box);
    const written = await server.ok("note", {
      content: "x",
      domain: " /Acme//X100/ ",
    });
    assertEquals(written["domain_adjusted"], path);
    const pulse = await server.ok("pulse", { domain: "aCME/x100" });
    assertEquals((pulse["scope"] as { total: number }).total, 1);
  }
});

Deno.test("notes of the vault are found, and marked as such", async () => {
  await using box = await mcpBox({
    notes: {
      "Pumps/Höhe.md":
        "---\ntitle: Förderhöhe\nsummary: How high a pump lifts\ntags: [hydraulics]\n---\n# Head\n",
      "Other.md": "# Other\n",
    },
  });
  // A session start has the index made.
  await box.run("session-start", { source: "startup" });
  await box.settled();
  await using server = await connect(box);
  await server.ok("note", { content: "The pump needs 24 volts" });
  for (
    const query of ["pump", "FÖRDERHÖHE", "forderhohe", "hydraulics", "Head"]
  ) {
    const { results } = await server.ok("search", { query });
    const notes = (results as { source: string; path?: string }[])
      .filter(({ source }) => source === "vault");
    assertEquals(
      notes.map(({ path }) => path),
      [`${box.vault}/Pumps/Höhe.md`],
      query,
    );
  }
  const { results } = await server.ok("recall", {
    query: "how high does the pump lift",
  });
  assertStringIncludes(JSON.stringify(results), "Pumps/Höhe.md");
  assertStringIncludes(JSON.stringify(results), "24 volts");
});
