import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { TOOLS } from "../../lib/mcp/tools.ts";
import { textsBelow } from "../_support/files_below.ts";
import { mcpBox } from "./_box.ts";
import { connect, type Connected } from "./_client.ts";

/** What a list has of each memory. */
function uidsOf(list: unknown): string[] {
  return (list as { uid: string }[]).map(({ uid }) => uid);
}

async function write(
  server: Connected,
  name: string,
  args: Record<string, unknown>,
): Promise<string> {
  const { uid } = await server.ok(name, args);
  assertMatch(String(uid), /^[0-9a-f]{16}$/);
  return String(uid);
}

Deno.test("every tool does what it is for", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  const domain = "acme/x100";
  const note = await write(server, "note", {
    content: "The pump needs 24 volts",
    title: "Pump voltage",
    domain,
    tags: ["pump"],
    source_ref: "datasheet.pdf:3",
    review_after: "2031-01-31",
  });
  const pitfall = await write(server, "anti_pattern", {
    pattern: "Feeding the pump from the logic rail",
    why_wrong: "It browns out",
    instead: "A rail of its own",
    domain,
  });
  const checkpoint = await write(server, "checkpoint", {
    intent: "Run the pump",
    established: "It needs 24 volts",
    pursuing: "A converter",
    open_questions: "none",
    domain,
  });
  const handoff = await write(server, "handoff", {
    content: "Order the converter",
    domain: "omni/x900",
    also: [domain],
  });
  const reasoning = await write(server, "reasoning", {
    hypothesis: "The rail is enough",
    reasoning: "Its label says so",
    result: "It is not",
    revised_belief: "Labels lie",
    next_time: "Measure",
    domain,
  });
  const flow = await write(server, "diagram", {
    title: "Start of the pump",
    mermaid: "flowchart LR\n  a --> b",
    domain,
  });

  const pulse = await server.ok("pulse", { domain: "x100" });
  assertEquals((pulse["scope"] as { total: number }).total, 6);
  assertEquals(
    (pulse["latest_checkpoint"] as { uid: string }).uid,
    checkpoint,
  );
  assertEquals(uidsOf(pulse["handoffs"]), [handoff]);
  assertEquals(uidsOf(pulse["anti_patterns"]), [pitfall]);
  assertEquals(uidsOf(pulse["recent_notes"]), [note]);
  assertEquals(uidsOf(pulse["diagrams"]), [flow]);

  const found = await server.ok("search", { query: "pump volt", type: "note" });
  assertEquals(uidsOf(found["results"]), [note]);
  const recalled = await server.ok("recall", {
    query: "what voltage does the pump need",
    domain,
    limit: 3,
  });
  assert(uidsOf(recalled["results"]).includes(note));

  const whole = await server.ok("get_memory", { uid: reasoning });
  assertEquals(
    whole["content"],
    "HYPOTHESIS: The rail is enough\nREASONING: Its label says so\nRESULT: It is not\nREVISED BELIEF: Labels lie\nNEXT TIME: Measure",
  );
  assertMatch(String(whole["session"]), /^\d{8}T\d{4}-[0-9a-f]+$/);
  assertEquals(
    parseInt(String(whole["session"]).split("-")[1] ?? "", 16),
    server.pid,
  );
  const diagram = await server.ok("get_diagram", { uid: flow });
  assertEquals(diagram["mermaid"], "flowchart LR\n  a --> b");

  const domains = await server.ok("list_domains");
  assertEquals(
    (domains["domains"] as { path: string }[]).map(({ path }) => path).sort(),
    ["acme", "acme/x100", "omni", "omni/x900"],
  );
  const recent = await server.ok("list_recent", { limit: 2 });
  assertEquals(uidsOf(recent["memories"]), [flow, reasoning]);
  const around = await server.ok("timeline", {
    uid: checkpoint,
    before: 1,
    after: 1,
  });
  assertEquals(uidsOf(around["memories"]), [pitfall, checkpoint, handoff]);

  await server.ok("edit_memory", { uid: note, new_content: "Or 12 volts." });
  await server.ok("set_confidence", { uid: note, confidence: "confirmed" });
  await server.ok("link_memories", {
    from_uid: note,
    to_uid: pitfall,
    relation_type: "supports",
  });
  await server.ok("also_domain", { uid: note, domain: "pumps" });
  const edited = await server.ok("get_memory", { uid: note });
  assertEquals(edited["content"], "The pump needs 24 volts\nOr 12 volts.");
  assertEquals(edited["confidence"], "confirmed");
  assertEquals(edited["also"], ["pumps"]);
  assertStringIncludes(JSON.stringify(edited["relations"]), pitfall);

  await server.ok("forget", {
    uid: pitfall,
    reason: "The rail is gone",
    superseded_by: note,
  });
  assertEquals(uidsOf((await server.ok("pulse"))["anti_patterns"]), []);
  const forgotten = await server.ok("get_memory", { uid: pitfall });
  assertEquals(forgotten["status"], "archived");

  const { text } = await server.call("help", { command: "note" });
  assertStringIncludes(text, "content (required");

  const { messages } = await server.client.getPrompt({
    name: "warm_up",
    arguments: { domain },
  });
  const told = JSON.stringify(messages);
  for (const part of [checkpoint, handoff, note, domain, "pulse(domain)"]) {
    assertStringIncludes(told, part);
  }
});

Deno.test("bad arguments come back as an error that names them, whatever the tool", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  for (const { name, inputSchema } of TOOLS) {
    const unknown = await server.failed(name, { nonsense: 1 });
    assertStringIncludes(unknown, "nonsense");
    for (const key of inputSchema.required) {
      assertStringIncludes(unknown, key);
    }
    for (const [key, { type }] of Object.entries(inputSchema.properties)) {
      const bad = type === "string" ? 5 : { a: 1 };
      assertStringIncludes(await server.failed(name, { [key]: bad }), key);
    }
  }
  const uid = "0123456789abcdef";
  for (
    const [name, args, part] of [
      ["get_memory", { uid }, uid],
      ["get_memory", { uid: "'; DROP TABLE memories" }, "uid"],
      ["get_diagram", { uid }, uid],
      ["timeline", {}, "uid or query"],
      ["timeline", { query: "nothing has this" }, "query"],
      ["edit_memory", { uid }, uid],
      ["forget", { uid, reason: "x" }, uid],
      ["set_confidence", { uid, confidence: "sure" }, "confidence"],
      ["note", { content: "x", domain: "a/../b" }, "domain"],
      ["note", { content: "x", review_after: "soon" }, "review_after"],
      ["help", { command: "purge" }, "purge"],
      ["purge", {}, "no tool"],
    ] as const
  ) {
    assertStringIncludes(await server.failed(name, args), part);
  }
  assertEquals((await server.ok("list_recent"))["memories"], []);
});

Deno.test("a diagram is read as one, and nothing else is", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  const note = await write(server, "note", { content: "x" });
  assertStringIncludes(
    await server.failed("get_diagram", { uid: note }),
    "get_memory",
  );
});

Deno.test("secrets and private blocks never leave the server", async () => {
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await using box = await mcpBox();
  await using server = await connect(box);
  const written = await server.ok("note", {
    content: `Use ${secret}. <private>my own business</private>`,
    title: `Token ${secret}`,
    tags: [secret],
  });
  assert(Number(written["secrets_removed"]) >= 3);
  assertEquals(written["private_blocks_removed"], 1);
  const uid = String(written["uid"]);
  const edited = await server.ok("edit_memory", {
    uid,
    new_content: `Again ${secret}`,
    note: secret,
  });
  assertEquals(edited["secrets_removed"], 2);
  assertStringIncludes(
    await server.failed("note", {
      content: "<private>all of it</private>",
      title: "x",
    }),
    "content is private as a whole",
  );
  assertStringIncludes(
    await server.failed("edit_memory", {
      uid,
      new_content: "<private>all of it</private>",
      mode: "replace",
    }),
    "new_content is private as a whole",
  );
  const { text } = await server.call("get_memory", { uid });
  assert(!text.includes(secret) && !text.includes("my own business"), text);
  const all = [...(await textsBelow(box.places.store)).values()].join("");
  assertStringIncludes(all, "Again ");
  assert(!all.includes(secret));
  assert(!all.includes("my own business"));
});
