import { Server } from "@modelcontextprotocol/sdk/server";
// The package names its types by paths without an ending.
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Log } from "../log.ts";
import { failureOf } from "./answer.ts";
import { callTool, type Memories } from "./call_tool.ts";
import { TOOLS } from "./tools.ts";

/** What a server is made of. */
export interface ServerParts {
  readonly version: string;
  /** What the host tells the model of it. */
  readonly instructions: string;
  readonly memories: Memories;
  /** The stamp of what is written without one. */
  readonly session: string;
  /** The brief of a domain; `""` where there is nothing to say. */
  readonly brief: (domain: string) => Promise<string>;
  readonly log: Log;
}

const WARM_UP = {
  name: "warm_up",
  title: "Warm up",
  description: "What the memory holds, as a session is told at its start",
  arguments: [{
    name: "domain",
    description: "Only this domain and those below it",
    required: false,
  }],
};

const HINTS = {
  writer: { readOnlyHint: false, destructiveHint: false },
  reader: { readOnlyHint: true },
  editor: { readOnlyHint: false, destructiveHint: false },
} as const;

/**
 * Makes the memory's MCP server. The low-level one of the SDK, so that a host gets our schemas as they are; they are checked by
 * `checkArguments()`, and the SDK's own checker of schemas, which only asking the user would need, is never made.
 *
 * @param parts What it is made of.
 */
export function makeServer(parts: ServerParts): Server {
  const { version, instructions, memories, session, brief, log } = parts;
  const server = new Server(
    { name: "memory", title: "Memory", version },
    {
      capabilities: { tools: {}, prompts: {} },
      instructions,
      jsonSchemaValidator: {
        getValidator: () => {
          throw new TypeError("Cannot check a schema: nothing is ever asked");
        },
      },
    },
  );
  server.onerror = (error) => log.warn(`MCP: ${error.message}`);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, title, description, kind, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: {
        ...inputSchema,
        required: [...inputSchema.required],
      },
      annotations: name === "help" ? HINTS.reader : HINTS[kind],
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return await callTool(params.name, params.arguments, memories, session);
    } catch (error) {
      log.error(`Cannot do ${params.name.slice(0, 60)}`, error);
      return failureOf(
        "This memory has failed; nothing can be said of what came of the call. What went wrong is in memory-hooks.log; tell the user.",
      );
    }
  });
  server.setRequestHandler(
    ListPromptsRequestSchema,
    () => ({ prompts: [WARM_UP] }),
  );
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    if (params.name !== WARM_UP.name) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no prompt ${JSON.stringify(params.name.slice(0, 60))}`,
      );
    }
    const domain = params.arguments?.["domain"]?.trim() ?? "";
    let text: string;
    try {
      text = await brief(domain);
    } catch (error) {
      log.error("Cannot write the brief", error);
      throw new McpError(
        ErrorCode.InternalError,
        "The store cannot be read; install.ts --check tells more",
      );
    }
    const nothing = domain === ""
      ? "The memory is empty."
      : `The memory holds nothing of ${domain}.`;
    return {
      description: WARM_UP.description,
      messages: [{
        role: "user",
        content: { type: "text", text: text === "" ? nothing : text },
      }],
    };
  });
  return server;
}
