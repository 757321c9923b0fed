import { assert, assertEquals } from "@std/assert";
import { redactArguments } from "../../lib/mcp/redact_arguments.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { TOOLS } from "../../lib/mcp/tools.ts";

const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

function tool(name: string): Tool {
  const found = TOOLS.find((tool) => tool.name === name);
  assert(found !== undefined);
  return found;
}

Deno.test("secrets and private blocks leave every text of a call", () => {
  const { values, secrets, privateBlocks } = redactArguments(tool("note"), {
    content: `The token ${SECRET} works. <private>not this</private>`,
    title: SECRET,
    tags: [SECRET, "plain"],
    source_ref: `https://example.org/?token=${SECRET}`,
    domain: "acme/x100",
  }, {});
  const text = JSON.stringify(values);
  assert(!text.includes(SECRET), text);
  assert(!text.includes("not this"), text);
  assert(text.includes("plain") && text.includes("acme/x100"));
  assertEquals(privateBlocks, 1);
  assert(secrets >= 4);
});

Deno.test("what is private as a whole is absent", () => {
  const { values } = redactArguments(tool("note"), {
    content: "<private>all of it</private>",
    title: "x",
  }, {});
  assertEquals(values, { title: "x" });
});

Deno.test("a uid and a day stay, whatever number they look like", () => {
  const given = {
    uid: "4111111111111111",
    superseded_by: "5500000000000004",
    reason: "card 4111 1111 1111 1111",
  };
  const { values } = redactArguments(tool("forget"), given, {});
  assertEquals(values["uid"], given.uid);
  assertEquals(values["superseded_by"], given.superseded_by);
  assert(!String(values["reason"]).includes("4111"));
  const note = { content: "4111111111111111", review_after: "2027-01-31" };
  const kept = redactArguments(tool("note"), note, {}).values;
  assertEquals(kept["review_after"], "2027-01-31");
  assert(kept["content"] !== note.content);
});

Deno.test("addresses of allowed domains stay", () => {
  const content = "Ask ann@example.org";
  const options = { emailAllow: ["example.org"] };
  assertEquals(
    redactArguments(tool("note"), { content }, options).values["content"],
    content,
  );
});
