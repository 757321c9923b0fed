import type { Tool } from "../mcp/tool.ts";
import { WRITERS } from "../mcp/writers.ts";

/**
 * The writer of the memory that a tool's name stands for. A host names a tool `mcp__<server>__<tool>`, and the server as the user or a
 * plugin registered it (`memory`, `Memory`, `plugin_memory-hooks_memory`). A server that is only named like it (`memory-bank`) is another's,
 * and may well have a tool of the same name.
 *
 * @param name The tool's name as the host sent it.
 * @returns The writer, or `null` for any other tool.
 */
export function guardedTool(name: string): Tool | null {
  const parts = name.split("__");
  const tool = parts.at(-1);
  const server = parts.slice(1, -1).join("__");
  if (parts[0] !== "mcp" || !isMemory(server.toLowerCase())) return null;
  return WRITERS.find((writer) => writer.name === tool) ?? null;
}

/** Whether it is a word of its own at the end of the name. */
function isMemory(server: string): boolean {
  if (!server.endsWith("memory")) return false;
  const before = server.at(-"memory".length - 1) ?? "";
  return before < "a" || before > "z";
}

/** What every writer needs, in one line; from the server's own schemas. */
export function requiredTable(): string {
  return WRITERS.map(({ name, inputSchema }) =>
    `${name}(${inputSchema.required.join(", ")})`
  ).join(", ");
}
