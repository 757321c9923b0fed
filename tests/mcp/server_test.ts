import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TOOLS } from "../../lib/mcp/tools.ts";
import { mcpBox } from "./_box.ts";
import { connect } from "./_client.ts";

Deno.test("a client is told of every tool, of the prompt, and how to use them", async () => {
  await using box = await mcpBox();
  await using server = await connect(box);
  const { tools } = await server.client.listTools();
  assertEquals(
    tools.map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  );
  for (const [index, tool] of tools.entries()) {
    assertEquals(
      tool.inputSchema as unknown,
      TOOLS[index]?.inputSchema as unknown,
    );
  }
  const { prompts } = await server.client.listPrompts();
  assertEquals(prompts.map(({ name }) => name), ["warm_up"]);
  const text = server.client.getInstructions() ?? "";
  const [paragraph = ""] = text.split("\n");
  for (const { name } of TOOLS) assertStringIncludes(paragraph, name);
});

Deno.test("what a host is told of the tools is small", () => {
  const told = TOOLS.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  // A token is about four letters.
  assert(JSON.stringify(told).length / 4 < 6000);
});
