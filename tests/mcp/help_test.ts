import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { help } from "../../lib/mcp/help.ts";
import { TOOLS } from "../../lib/mcp/tools.ts";

Deno.test("help names every tool", () => {
  const text = help(undefined);
  for (const { name } of TOOLS) assertStringIncludes(text ?? "", `- ${name}:`);
});

Deno.test("help explains every parameter of a tool, however it is called", () => {
  for (const { name, inputSchema } of TOOLS) {
    for (const spelled of [name, `mcp__Memory__${name}`, `${name}(x)`]) {
      const text = help(spelled) ?? "";
      assert(text.startsWith(`${name}: `), spelled);
      for (const key of Object.keys(inputSchema.properties)) {
        assertStringIncludes(text, `- ${key} (`);
      }
    }
  }
});

Deno.test("help knows no tool that is not there", () => {
  assertEquals(help("purge"), null);
});
