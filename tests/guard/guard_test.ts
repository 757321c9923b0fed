import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { WRITERS } from "../../lib/mcp/writers.ts";
import { HOOKS } from "../../lib/registry.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { assertSilent } from "../hooks/_answer.ts";

/** A name that a host gives to a tool of the memory. */
function named(tool: string): string {
  return `mcp__memory__${tool}`;
}

/** Every parameter of a tool, filled in. */
function complete(tool: string): Record<string, unknown> {
  const writer = WRITERS.find(({ name }) => name === tool);
  return Object.fromEntries(
    Object.entries(writer?.inputSchema.properties ?? {}).map((
      [name, { type }],
    ) => [name, type === "array" ? ["one"] : `some ${name}`]),
  );
}

function call(
  box: Sandbox,
  toolName: unknown,
  toolInput: unknown,
): ReturnType<Sandbox["run"]> {
  return box.run("guard", { tool_name: toolName, tool_input: toolInput });
}

/** The one line of a refusal. */
async function refusal(
  box: Sandbox,
  tool: string,
  input: unknown,
): Promise<string> {
  const { code, stdout, stderr } = await call(box, tool, input);
  assertEquals([code, stdout], [2, ""], JSON.stringify(input));
  assertMatch(stderr, /^BLOCKED \([^\n]+\n$/);
  return stderr;
}

/** What the guard warns of. */
async function warning(
  box: Sandbox,
  tool: string,
  input: unknown,
): Promise<string> {
  const { code, stdout, stderr } = await call(box, tool, input);
  assertEquals([code, stderr], [0, ""]);
  const answer = JSON.parse(stdout);
  assertEquals(Object.keys(answer), ["systemMessage"]);
  return answer.systemMessage;
}

Deno.test("A write that lacks required text is refused, and told why", async () => {
  await using box = await sandbox({ notes: null });
  const line = await refusal(box, named("checkpoint"), {
    intent: "x",
    open_questions: "none",
    domain: "acme",
  });
  assertStringIncludes(line, "missing: established, pursuing.");
  assertStringIncludes(line, "antml:");
  assertStringIncludes(
    line,
    "checkpoint(intent, established, pursuing, open_questions)",
  );
  for (const { name } of WRITERS) assertStringIncludes(line, `${name}(`);
  assertEquals(await box.log(), []);
});

Deno.test("A refusal names every missing field at once", async () => {
  await using box = await sandbox({ notes: null });
  assertStringIncludes(
    await refusal(box, named("anti_pattern"), { pattern: "x" }),
    "missing: why_wrong, instead.",
  );
});

Deno.test("A refusal names the tool as the host did, whatever the server is called", async () => {
  await using box = await sandbox({ notes: null });
  for (
    const name of [
      "mcp__memory__note",
      "mcp__Memory__note",
      "mcp__MEMORY__note",
      "mcp__plugin_memory-hooks_memory__note",
      "mcp__my__memory__note",
      "mcp__my-memory__note",
    ]
  ) {
    const line = await refusal(box, name, {});
    assert(line.startsWith(`BLOCKED (${name}): `), line);
  }
});

Deno.test("What arrived empty counts as missing", async () => {
  await using box = await sandbox({ notes: null });
  for (const content of ["", "   ", "\n\t", null]) {
    await refusal(box, named("note"), { content });
  }
  // Of another type is not the guard's business: the server will say so.
  for (const content of [7, false, {}, []]) {
    const input = { ...complete("note"), content };
    assertSilent(await call(box, named("note"), input));
  }
});

for (const { name } of WRITERS) {
  Deno.test(`A complete write goes through in silence: ${name}`, async () => {
    await using box = await sandbox({ notes: null });
    assertSilent(await call(box, named(name), complete(name)));
    for (
      const field of WRITERS.find((it) =>
        it.name === name
      )?.inputSchema.required ?? []
    ) {
      const { [field]: _, ...rest } = complete(name);
      assertStringIncludes(
        await refusal(box, named(name), rest),
        `missing: ${field}.`,
      );
    }
  });
}

Deno.test("An optional field is warned about, not refused", async () => {
  await using box = await sandbox({ notes: null });
  const text = await warning(box, named("note"), { content: "é 日本 x" });
  assertStringIncludes(text, "missing (domain, tags, source_ref)");
  assertStringIncludes(text, "edit_memory");
  const blank = { ...complete("note"), domain: " ", source_ref: null };
  assertStringIncludes(
    await warning(box, named("note"), blank),
    "missing (domain, source_ref)",
  );
});

/** Apart, so that no tool that writes this file takes it for its own markup. */
const PREFIX = ["ant", "ml:"].join("");

function opening(name: string, rest = ""): string {
  return ["<", name, rest, ">"].join("");
}

function closing(name: string): string {
  return ["<", "/", name, ">"].join("");
}

Deno.test("The source of an opening tag in the text is warned about, and never refused", async () => {
  await using box = await sandbox({ notes: null });
  for (
    const debris of [
      opening("parameter", ' name="domain"'),
      opening(`${PREFIX}parameter`, ' name="domain"'),
      opening("invoke", ' name="x"'),
      "parameter name=domain",
    ]
  ) {
    const input = { ...complete("note"), content: `text ${debris} text` };
    assertStringIncludes(
      await warning(box, named("note"), input),
      "inside the text of content",
    );
  }
});

Deno.test("A closing tag of the call's own markup in a text is refused", async () => {
  await using box = await sandbox({ notes: null });
  const marks = [
    ...["parameter", "invoke", "function_calls", "content", "title", "domain"],
    ...["parameter", "invoke", "function_calls", "content"].map((it) =>
      PREFIX + it
    ),
    "CONTENT",
    "Parameter",
  ].map(closing);
  for (const mark of marks) {
    const input = { ...complete("note"), content: `text ${mark}\nand more` };
    const line = await refusal(box, named("note"), input);
    assertStringIncludes(line, `inside the text of content (${mark})`);
    assertStringIncludes(line, `put a space into it: </ ${mark.slice(2)}`);
    assert(!line.includes("missing"), line);
  }
});

Deno.test("A closing tag is found in any parameter, however deep", async () => {
  await using box = await sandbox({ notes: null });
  const mark = closing("tags");
  for (
    const more of [
      { domain: `acme${mark}` },
      { tags: ["one", `two${mark}`] },
      { also: [[[mark]]] },
      { unknown: { deep: [{ er: mark }] } },
    ]
  ) {
    const [name = ""] = Object.keys(more);
    assertStringIncludes(
      await refusal(box, named("note"), { ...complete("note"), ...more }),
      `of ${name} (`,
    );
  }
  const swallowed = {
    intent: `why${closing("intent")}\n${opening("established")}that`,
  };
  const line = await refusal(box, named("checkpoint"), swallowed);
  assertStringIncludes(line, "missing: established, pursuing, open_questions.");
  assertStringIncludes(line, "inside the text of intent");
});

Deno.test("Other closing tags pass, and so does one with a space in it", async () => {
  await using box = await sandbox({ notes: null });
  for (
    const text of [
      closing("div"),
      closing(" content"),
      closing("content "),
      closing("contents"),
      closing("intent"),
      "</content",
      "a < b / content>",
    ]
  ) {
    const input = { ...complete("note"), content: text };
    assertSilent(await call(box, named("note"), input));
  }
});

Deno.test("Tools that are not the memory's writers go through untouched", async () => {
  await using box = await sandbox({ notes: null });
  for (
    const name of [
      "Write",
      "note",
      "mcp__memory",
      "mcp__memory__forget",
      "mcp__memory__edit_memory",
      "mcp__memory__Note",
      "mcp__other__note",
      "mcp__other__memory",
      "mcp__memory-bank__note",
      "mcp__memorystore__note",
      "mcp__openmemory__note",
      "x__memory__note",
      "MCP__memory__note",
      "memory__note",
      "mcp__memory__note__x",
    ]
  ) assertSilent(await call(box, name, { content: closing("content") }));
});

Deno.test("What cannot be read goes through", async () => {
  await using box = await sandbox({ notes: null });
  for (
    const stdin of [
      "",
      "junk",
      "{",
      "[]",
      "null",
      '"x"',
      "{}",
      "[".repeat(100_000),
      new Uint8Array([0xff, 0xfe, 0x7b]),
    ]
  ) assertSilent(await box.run("guard", stdin));
  for (const input of [null, undefined, "x", 7, [], [{}]]) {
    assertSilent(await call(box, named("note"), input));
  }
  for (const name of [null, 7, {}, undefined]) {
    assertSilent(await call(box, name, {}));
  }
  const other = { hook_event_name: "PostToolUse", tool_name: named("note") };
  assertSilent(await box.run("guard", { ...other, tool_input: {} }));
});

Deno.test("A memory of a megabyte, and one that is nested without end, are judged as any other", async () => {
  await using box = await sandbox({ notes: null });
  const long = "words ".repeat(180_000);
  const input = { ...complete("note"), content: long };
  assertSilent(await call(box, named("note"), input));
  await refusal(box, named("note"), {
    ...input,
    content: long + closing("content"),
  });
  const depth = 3000;
  const deep = JSON.parse(
    `${"[".repeat(depth)}"${closing("content")}"${"]".repeat(depth)}`,
  );
  await refusal(box, named("note"), { ...complete("note"), deep });
});

Deno.test("The matcher selects every writer, and nothing else", () => {
  const { matcher } = HOOKS["guard"];
  const matches = (name: string): boolean =>
    new RegExp(`^(?:${matcher})$`).test(name);
  for (const { name } of WRITERS) {
    for (const server of ["memory", "Memory", "plugin_memory-hooks_memory"]) {
      assert(matches(`mcp__${server}__${name}`), name);
    }
  }
  for (
    const name of ["mcp__memory__forget", "mcp__memory__pulse", "mcp__x__note"]
  ) assert(!matches(name), name);
});

Deno.test("The guard refuses where nothing can be written, too", async () => {
  await using box = await sandbox({ notes: null });
  await Deno.mkdir(`${box.home}/.local/state`, { recursive: true });
  await Deno.writeTextFile(box.places.state, "no folder");
  await refusal(box, named("note"), {});
});
