import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { assertSilent, briefOf, sectionTitles } from "../hooks/_answer.ts";
import { wholeBrief } from "../hooks/_brief.ts";
import {
  type MemoryBox,
  memoryBox,
  MINUTE,
  type Request,
  seed,
  textOf,
} from "./_memory_box.ts";

async function brief(
  box: MemoryBox,
  flags: readonly string[] = [],
  event: Record<string, unknown> = { source: "startup" },
): Promise<string> {
  const { command, args } = box.command("session-start");
  return briefOf(
    await box.run("session-start", event, {
      command,
      args: [...args, ...flags],
    }),
  );
}

/** The items of a section, `null` where there is no such section. The call to action below the last one is none of it. */
function section(text: string, title: string): string[] | null {
  const block = text.split("\n\n").find((it) => it.startsWith(`## ${title}\n`));
  return block?.split("\n- ").slice(1) ?? null;
}

function pitfalls(count: number, length: number): Request[] {
  return Array.from({ length: count }, (_, n) => ({
    method: "anti_pattern",
    params: {
      pattern: `Temptation ${n} ${"long words ".repeat(length)}`,
      why_wrong: "It fails",
      instead: "Something else",
      domain: "acme/x100",
    },
  }));
}

Deno.test("The brief names what the store holds", async () => {
  await using box = await memoryBox();
  const [note, pitfall, checkpoint, handoff] = box.write(
    ...seed(),
    {
      method: "diagram",
      params: { title: "The press", mermaid: "graph TD; A-->B" },
    },
  );
  const text = await brief(box);
  assertMatch(text, /^# Long-term memory: 5 memories in the whole store\n/);
  assertEquals(sectionTitles(text).slice(0, -1), [
    "Active domains, most recent first",
    "Latest checkpoint",
    "Open handoffs",
    "Pitfalls on record",
    "Recent notes",
  ]);
  assertEquals(section(text, "Active domains, most recent first"), [
    "omni/x900 (1)",
    "acme/x100 (3)",
  ]);
  assertMatch(
    section(text, "Latest checkpoint")?.join() ?? "",
    new RegExp(
      `^\\[acme/x100\\] \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d \\(${checkpoint}\\): INTENT: Find the stall`,
    ),
  );
  assertEquals(section(text, "Open handoffs"), [
    `${handoff} [omni/x900] Order the new valve.`,
  ]);
  assertStringIncludes(text, `- ${pitfall} [acme/x100] TEMPTATION: Reading`);
  assertEquals(section(text, "Recent notes"), [
    `${note} [acme/x100] The press stops at 80 degrees.`,
  ]);
  assertStringIncludes(text, "## Documented flows; get_diagram(uid) reads one");
  assertMatch(text, /\n\nBefore the first tool call, call pulse\(domain\)/);
  for (
    const name of [
      "list_domains()",
      "recall(query)",
      "search(query)",
      "get_memory(uid)",
      "set_confidence()",
    ]
  ) assertStringIncludes(text, name);
});

Deno.test("The memories come after the vault, in the same text", async () => {
  await using box = await memoryBox({
    notes: { "Hub.md": "[[One]]\n", "One.md": "one\n" },
  });
  const before = await wholeBrief(box);
  box.write(...seed());
  const text = await brief(box);
  assert(text.startsWith(`${before}\n\n# Long-term memory: 4 memories`), text);
  await box.settled();
});

Deno.test("Session start on an empty store says nothing", async () => {
  await using box = await memoryBox();
  assertSilent(await box.run("session-start", { source: "startup" }));
  box.write();
  assertSilent(await box.run("session-start", { source: "startup" }));
});

Deno.test("A machine without a store gets none from the hooks", async () => {
  await using box = await memoryBox();
  await box.run("session-start", { source: "startup" });
  await box.run("stop", {});
  await box.run("statusline", "");
  await box.run("pre-compact", {});
  assertEquals(await textOf(`${box.places.store}/store.sqlite`), null);
  assertEquals(await textOf(box.places.snapshot), null);
});

Deno.test("The brief can be scoped", async () => {
  await using box = await memoryBox();
  const [note, , , handoff] = box.write(...seed());
  for (const flags of [["--domain", "omni/x900"], ["--domain=OMNI/X900"]]) {
    const text = await brief(box, flags);
    assertMatch(text, /: 1 memory in omni\/x900\n/i);
    assertStringIncludes(text, handoff ?? "?");
    assert(!text.includes(note ?? "?"));
  }
  assertEquals(await brief(box, ["--domain", "nobody/here"]), "");
  const whole = await brief(box);
  for (const none of ["", "  ", "/", " / "]) {
    assertEquals(await brief(box, ["--domain", none]), whole);
  }
});

Deno.test("A tight budget leaves out whole sections, says so, and keeps the call to action", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const text = await brief(box, ["--budget", "200"]);
  assert(text.length <= 200, text);
  assertMatch(text, /\[\d+ more sections left out for length\]/);
  assertMatch(text, /pulse\(domain\)[^\n]*$/);
});

Deno.test("Whatever the budget, the text is within it", async () => {
  await using box = await memoryBox({
    notes: { "Hub.md": "[[One]]\n", "One.md": "one\n" },
  });
  await wholeBrief(box);
  box.write(...seed(), ...pitfalls(6, 30));
  for (const budget of [1, 46, 60, 300, 700, 1400, 3000, 50_000]) {
    const text = await brief(box, [`--budget=${budget}`]);
    assert(text.length <= Math.min(budget, 9900), `${budget}: ${text.length}`);
    if (budget >= 60) assertMatch(text, /pulse\(domain\)/);
  }
  await box.settled();
});

Deno.test("A budget that is none does not count", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const whole = await brief(box);
  for (const budget of ["", "soon", "-5", "0", "NaN"]) {
    assertEquals(await brief(box, ["--budget", budget]), whole, budget);
  }
  const ignored = (await box.log()).filter((line) =>
    line.includes("Ignored --budget: current value is not a number")
  );
  assertEquals(ignored.length, 5);
});

Deno.test("A long section cannot starve the ones after it", async () => {
  await using box = await memoryBox();
  box.write(...pitfalls(4, 60));
  const [note] = box.write({ method: "note", params: { content: "Short." } });
  const text = await brief(box, ["--budget", "1400"]);
  assertStringIncludes(text, "## Pitfalls on record\n");
  assertStringIncludes(text, `${note} Short.`);
});

Deno.test("A trimmed section still tells its total", async () => {
  await using box = await memoryBox();
  for (const [count, budget] of [[4, "1400"], [9, "1400"], [9, "3000"]]) {
    box.write(...pitfalls(Number(count) - (count === 4 ? 0 : 4), 40));
    const text = await brief(box, ["--budget", String(budget)]);
    const lines = section(text, "Pitfalls on record") ?? [];
    const left = /^\.\.\. \+(\d+) not shown$/.exec(lines.at(-1) ?? "");
    const total = Number(/memory: (\d+)/.exec(text)?.[1]);
    assert(lines.length - 1 <= 4 && left !== null, text);
    assertEquals(lines.length - 1 + Number(left[1]), total);
  }
});

for (
  const [policy, phrase] of [
    ["lower", "stored in lower case"],
    ["upper", "stored in UPPER CASE"],
    ["preserve", "keeps the casing"],
  ] as const
) {
  Deno.test(`The call to action states the casing of domains: ${policy}`, async () => {
    await using box = await memoryBox({}, policy);
    box.write(...seed());
    const text = await brief(box);
    const phrases =
      /stored in lower case|stored in UPPER CASE|keeps the casing/g;
    assertEquals(text.match(phrases), [phrase]);
  });
}

Deno.test("A contradicted pitfall is not in the brief", async () => {
  await using box = await memoryBox();
  const [, uid = ""] = box.write(...seed());
  box.write({
    method: "set_confidence",
    params: { uid, confidence: "contradicted" },
  });
  const text = await brief(box);
  assert(!text.includes(uid), text);
  assertEquals(section(text, "Pitfalls on record"), null);
});

Deno.test("An event without any field is briefed", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const { stdout } = await box.run("session-start", "{}");
  assertEquals(
    JSON.parse(stdout).hookSpecificOutput.hookEventName,
    "SessionStart",
  );
});

Deno.test("A payload that cannot be read is no error", async () => {
  await using box = await memoryBox();
  assertSilent(await box.run("session-start", "this is not json"));
});

Deno.test("A store that cannot be opened is no error", async () => {
  await using box = await memoryBox();
  await Deno.mkdir(box.places.store, { recursive: true });
  for (const text of ["no database at all", ""]) {
    await Deno.writeTextFile(`${box.places.store}/store.sqlite`, text);
    assertSilent(await box.run("session-start", { source: "startup" }));
  }
  await Deno.remove(`${box.places.store}/store.sqlite`);
  await Deno.mkdir(`${box.places.store}/store.sqlite`);
  assertSilent(await box.run("session-start", { source: "startup" }));
});

Deno.test("A snapshot that is gone or torn is made up for from the store", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const whole = await brief(box);
  for (const text of ["{", "[]", '{"version":2}', '{"version":1,"total":9}']) {
    await Deno.writeTextFile(box.places.snapshot, text);
    assertEquals(await brief(box), whole, text);
  }
  await Deno.remove(box.places.snapshot);
  assertEquals(await brief(box), whole);
  assertEquals(await textOf(box.places.snapshot), null);
});

Deno.test("Of a store that is gone nothing is told", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  assert(await brief(box) !== "");
  await Deno.remove(`${box.places.store}/store.sqlite`);
  assertEquals(await brief(box), "");
});

Deno.test("The brief that the daemon has written down is the one that is composed", async () => {
  const hub = { notes: { "Hub.md": "[[One]]\n", "One.md": "one\n" } };
  for (const options of [{}, hub]) {
    await using box = await memoryBox(options);
    for (const memories of [[], seed(), [...seed(), ...seed(), ...seed()]]) {
      box.write(...memories);
      const text = await textOf(box.places.snapshot) ?? "";
      const spoken = await brief(box);
      await box.settled();
      // A file as it was before it had a gist.
      await Deno.writeTextFile(box.places.snapshot, text.split("\n")[1] ?? "");
      assertEquals(await brief(box), spoken);
      await Deno.writeTextFile(
        box.places.snapshot,
        text.replace(/"text":"[^"]*"/, '"text":"# As written"'),
      );
      assert((await brief(box)).endsWith("# As written"));
      // Another limit than it was written for.
      assert(!(await brief(box, ["--budget", "2399"])).includes("As written"));
    }
  }
});

Deno.test("A snapshot alone is enough: no SQLite on the way", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const whole = await brief(box);
  await Deno.writeTextFile(`${box.places.store}/store.sqlite`, "broken");
  assertEquals(await brief(box), whole);
});

Deno.test("After a compaction the brief tells what was written since the session began", async () => {
  await using box = await memoryBox();
  const [old = ""] = box.write({
    method: "note",
    params: { content: "From before.", domain: "acme" },
    ago: 30 * MINUTE,
  });
  await box.run("session-start", { source: "startup" });
  const [note = "", , checkpoint = ""] = box.write(...seed());
  const first = await brief(box, [], { source: "resume" });
  assertEquals(section(first, "Written since this session began"), null);
  const text = await brief(box, [], { source: "compact" });
  const written = section(text, "Written since this session began") ?? [];
  assertEquals(written.length, 4);
  assertMatch(
    written.join("\n"),
    new RegExp(`^note ${note} \\[acme/x100\\]`, "m"),
  );
  // Nothing is told twice.
  for (const uid of [note, checkpoint]) {
    assertEquals(text.split(uid).length, 2);
  }
  assertEquals(section(text, "Recent notes"), [`${old} [acme] From before.`]);
  assert(!text.includes("list_recent"), text);
  // Twelve are known, so that there may be more is said.
  const notes = Array.from({ length: 13 }, (_, n) => ({
    method: "note",
    params: { content: `Note ${n}`, domain: "acme" },
  }));
  const many = box.write(...notes).reverse();
  const more = section(
    await brief(box, [], { source: "compact" }),
    "Written since this session began",
  ) ?? [];
  assertEquals(
    more.slice(0, -1).map((it) => it.split(" ")[1]),
    many.slice(0, 12),
  );
  assertEquals(more.at(-1), "what was written before these: list_recent()");
  // A session that nobody saw begin has no beginning.
  const unknown = await brief(box, [], {
    source: "compact",
    session_id: "unknown",
  });
  assertEquals(section(unknown, "Written since this session began"), null);
});
