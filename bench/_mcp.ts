import { COMPILE_FLAGS } from "../lib/install/entry.ts";
import { v8Flags } from "../lib/install/v8_flags.ts";
import { HOOKS } from "../lib/registry.ts";
import {
  FORM,
  type HookCommand,
  nativeFlags,
} from "../tests/_support/hook_programs.ts";
import { type Sandbox, sandbox } from "../tests/_support/sandbox.ts";
import { type Contender, medians, type Row } from "./_measure.ts";

const OURS = "memory-mcp";
const FLOOR = "empty server";

const INITIALIZE = `${
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "0" },
    },
  })
}\n`;

/** How long a server takes until it has answered a host's first request, in milliseconds. */
export interface McpFigures {
  readonly ours: number;
  /** That of a server which does nothing, made with the same SDK and started in the same way. */
  readonly floor: number;
}

/**
 * Measures how soon the MCP server is ready, in the form that the process tests run the hooks in.
 *
 * @param rounds How often each is started.
 */
export async function measureMcp(rounds = 40): Promise<McpFigures> {
  await using box = await sandbox();
  const found = await medians([
    contender(FLOOR, box, await emptyServer(box)),
    contender(OURS, box, box.command("mcp")),
  ], rounds);
  return { ours: found.get(OURS) ?? NaN, floor: found.get(FLOOR) ?? NaN };
}

/** The figures as rows of a table, each with its bound. */
export function mcpRows({ ours, floor }: McpFigures): Row[] {
  return [{
    what: `memory-mcp, ready against an empty server of the SDK (${FORM})`,
    figure: `${ours.toFixed(1)} / ${floor.toFixed(1)} ms`,
    value: ours / floor,
    bound: 1.5,
  }];
}

function contender(
  name: string,
  box: Sandbox,
  { command, args }: HookCommand,
): Contender {
  return {
    name,
    async run() {
      const started = performance.now();
      const child = new Deno.Command(command, {
        args: [...args],
        env: box.env,
        clearEnv: true,
        cwd: box.project,
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(INITIALIZE));
      const reader = child.stdout.getReader();
      const { value } = await reader.read();
      const ms = performance.now() - started;
      if (!new TextDecoder().decode(value).includes("protocolVersion")) {
        throw new Error(`${name} did not answer`);
      }
      await writer.close();
      await reader.cancel();
      await child.status;
      return ms;
    },
  };
}

async function emptyServer(box: Sandbox): Promise<HookCommand> {
  const script = `${box.home}/empty_server.js`;
  await deno(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    "--platform",
    "deno",
    "--output",
    script,
    "bench/_mcp_floor.ts",
  ]);
  const { command, args } = box.command("mcp");
  if (FORM === "script") {
    return { command, args: [...args.slice(0, -1), script] };
  }
  const executable = `${box.home}/empty_server`;
  await deno(Deno.env.get("MEMORY_HOOKS_NATIVE_DENO") ?? Deno.execPath(), [
    "compile",
    "--quiet",
    "--no-check",
    ...COMPILE_FLAGS,
    v8Flags(HOOKS["mcp"], true),
    ...nativeFlags(box.home, HOOKS["mcp"]),
    "--output",
    executable,
    script,
  ]);
  return { command: executable, args: [] };
}

async function deno(command: string, args: string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command(command, {
    args,
    cwd: `${import.meta.dirname}/..`,
    stdout: "null",
  }).output();
  if (code !== 0) {
    throw new Error(`deno ${args[0]}: ${new TextDecoder().decode(stderr)}`);
  }
}

if (import.meta.main) {
  const { printTable } = await import("./_measure.ts");
  printTable(
    "The MCP server",
    mcpRows(await measureMcp(Number(Deno.args[0] ?? 40))),
  );
}
