import { assert, assertEquals } from "@std/assert";
import { checkArguments } from "../../lib/mcp/check_arguments.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { TOOLS } from "../../lib/mcp/tools.ts";

function tool(name: string): Tool {
  const found = TOOLS.find((tool) => tool.name === name);
  assert(found !== undefined);
  return found;
}

function check(name: string, given: unknown) {
  const result = checkArguments(tool(name), given);
  return "values" in result ? result.values : result.problem;
}

Deno.test("arguments that are right pass as they are", () => {
  const given = {
    content: "  text\n",
    domain: "acme/x100",
    tags: ["a", "b"],
  };
  assertEquals(check("note", given), given);
  assertEquals(check("list_domains", undefined), {});
  assertEquals(check("search", { query: "x", limit: 50 }), {
    query: "x",
    limit: 50,
  });
});

Deno.test("absent, null and blank are the same", () => {
  const problem = "Cannot call note: required parameter(s) missing: content";
  for (const content of [undefined, null, "", " \n\t"]) {
    assertEquals(check("note", { content }), problem);
  }
  assertEquals(check("note", { content: "x", title: " ", tags: [" "] }), {
    content: "x",
  });
});

Deno.test("all that is wrong is named at once, each with its parameter", () => {
  assertEquals(
    check("checkpoint", { intent: "x", pursuing: 7, foo: 1 }),
    'Cannot call checkpoint: required parameter(s) missing: established, open_questions; pursuing has to be a text; unknown parameter(s): "foo"; checkpoint takes intent, established, pursuing, open_questions, title, domain, also, tags, session',
  );
  assertEquals(
    check("search", { query: "x", limit: 51, type: "memo" }),
    'Cannot call search: limit has to be a whole number from 1 to 50, not 51; type has to be one of note, checkpoint, anti_pattern, reasoning, handoff, diagram, not "memo"',
  );
  assertEquals(
    check("list_recent", { subtree: "maybe" }),
    'Cannot call list_recent: subtree has to be true or false, not "maybe"',
  );
  assertEquals(
    check("note", { content: "x", tags: [1] }),
    "Cannot call note: tags has to be a list of texts",
  );
});

Deno.test("what comes as a text is taken for what it says", () => {
  assertEquals(
    check("list_recent", { limit: " 5 ", subtree: "false" }),
    { limit: 5, subtree: false },
  );
  for (const tags of ['["a","b"]', "a, b", ["a", "b ", "a"]]) {
    assertEquals(check("note", { content: "x", tags }), {
      content: "x",
      tags: ["a", "b"],
    });
  }
});

Deno.test("no name of an object's own is a parameter", () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    const given = JSON.parse(`{"${name}": "x"}`);
    assert(String(check("list_domains", given)).includes("unknown"), name);
  }
});

Deno.test("a text has a limit in bytes, whatever its letters", () => {
  const limit = 1024 * 1024;
  assert(typeof check("note", { content: "x".repeat(limit) }) === "object");
  assertEquals(
    check("note", { content: "ü".repeat(limit / 2 + 1) }),
    `Cannot call note: content is too long: ${
      limit + 2
    } bytes, and ${limit} are the most`,
  );
});

Deno.test("what is no object is refused", () => {
  for (const given of ["x", 7, ["content"], true]) {
    assertEquals(
      check("note", given),
      "Cannot call note: the arguments have to be an object",
    );
  }
});

Deno.test("half a letter becomes a whole one", () => {
  assertEquals(check("note", { content: "a\ud83d" }), { content: "a\ufffd" });
});
