// The least that an MCP server made with the SDK can be: `_mcp.ts` measures ours against it.
import { Server } from "@modelcontextprotocol/sdk/server";
// The package names its types by paths without an ending.
// @ts-types="@modelcontextprotocol/sdk/server/stdio"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new Server({ name: "empty", version: "0" }, {
  capabilities: {},
});
await server.connect(new StdioServerTransport());
