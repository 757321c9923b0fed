/** What a tool is for. */
export type ToolKind =
  | "read"
  | "write"
  | "command"
  | "search"
  | "web"
  | "agent"
  | "mcp"
  | "other";

/** The host's own tools (Claude Code 2.1.332, and older ones). */
const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ["Read", "read"],
  ["NotebookRead", "read"],
  ["Write", "write"],
  ["Edit", "write"],
  ["MultiEdit", "write"],
  ["NotebookEdit", "write"],
  ["Bash", "command"],
  ["PowerShell", "command"],
  ["BashOutput", "command"],
  ["Grep", "search"],
  ["Glob", "search"],
  ["LS", "search"],
  ["ToolSearch", "search"],
  ["WebFetch", "web"],
  ["WebSearch", "web"],
  ["Task", "agent"],
  ["Agent", "agent"],
]);

/**
 * What a tool is for, by its name.
 *
 * @param tool The name; that of an MCP server's is `mcp__<server>__<tool>`.
 */
export function toolKind(tool: string): ToolKind {
  return KINDS.get(tool) ?? (tool.startsWith("mcp__") ? "mcp" : "other");
}
