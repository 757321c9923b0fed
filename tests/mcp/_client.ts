import { Client } from "@modelcontextprotocol/sdk/client";
import { assert, assertEquals } from "@std/assert";
import type { Source } from "../../lib/mcp/line_reader.ts";
import { StdioTransport } from "../../lib/mcp/stdio_transport.ts";
import type { HookCommand } from "../_support/hook_programs.ts";
import type { Sandbox } from "../_support/sandbox.ts";

/** Milliseconds that a call may take: it is there to end a hang only. */
const TIMEOUT_MS = 120_000;

/** What a tool gave. */
export interface Called {
  readonly isError: boolean;
  /** The text of its only block. */
  readonly text: string;
  /** The same as an object, where it is one. */
  readonly value: Record<string, unknown>;
}

/** The SDK's client, connected with a server of ours. */
export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  /** How the server ended, once it has. */
  readonly status: Promise<Deno.CommandStatus>;
  /** Sends it a signal. */
  kill(signal: Deno.Signal): void;
  /** Calls a tool. */
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  /** Calls a tool that has to work. */
  ok(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** Calls a tool that must not work, and gives what it says. */
  failed(name: string, args?: Record<string, unknown>): Promise<string>;
}

/**
 * Starts the server of a sandbox and connects with it. At the end of the scope stdin is closed, and the server has to end by that.
 *
 * The SDK's own transport for processes leaves a timer behind.
 *
 * @param box The sandbox.
 * @param options `command` starts it otherwise; `env` adds variables.
 */
export async function connect(
  box: Sandbox,
  options: {
    readonly command?: HookCommand;
    readonly env?: Record<string, string>;
  } = {},
): Promise<Connected> {
  const { command, args } = options.command ?? box.command("mcp");
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...box.env, ...options.env },
    clearEnv: true,
    cwd: box.project,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const transport = new StdioTransport(sourceOf(child.stdout), {
    async write(bytes) {
      await writer.write(bytes);
      return bytes.length;
    },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  const call: Connected["call"] = async (name, args = {}) => {
    const result = await client.callTool(
      { name, arguments: args },
      undefined,
      { timeout: TIMEOUT_MS },
    );
    const [block, ...more] = result.content as {
      type: string;
      text: string;
    }[];
    assertEquals(more, []);
    assert(block?.type === "text");
    const { text } = block;
    return {
      isError: result.isError === true,
      text,
      value: text.startsWith("{") ? JSON.parse(text) : {},
    };
  };
  return {
    client,
    pid: child.pid,
    status: child.status,
    kill: (signal) => child.kill(signal),
    call,
    async ok(name, args) {
      const { isError, text, value } = await call(name, args);
      assert(!isError, `${name} failed: ${text}`);
      return value;
    },
    async failed(name, args) {
      const { isError, text } = await call(name, args);
      assert(isError, `${name} worked: ${text}`);
      return text;
    },
    async [Symbol.asyncDispose]() {
      await writer.close().catch(() => {});
      await transport.ended;
      assertEquals((await child.status).code, 0);
      await client.close();
    },
  };
}

/** Reads a stream piece by piece. */
function sourceOf(stream: ReadableStream<Uint8Array>): Source {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  return {
    async read(into) {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        rest = new Uint8Array(value);
      }
      const count = Math.min(rest.length, into.length);
      into.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
  };
}
