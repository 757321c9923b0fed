import type { CallToolResult } from "@modelcontextprotocol/sdk/types";
import type { RedactOptions } from "../redact/redact.ts";
import { answerOf, CallFailed, failureOf } from "./answer.ts";
import {
  type Arguments,
  checkArguments,
  missingParameters,
} from "./check_arguments.ts";
import { help } from "./help.ts";
import { redactArguments } from "./redact_arguments.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** What the tools work on. Both throw `CallFailed` where a call cannot be done, with words for the model. */
export interface Memories {
  /** Asks for a change. */
  write(method: string, params: Arguments): Promise<unknown>;
  /** Reads. */
  read(method: string, params: Arguments): Promise<unknown>;
  /** What may stay in what is stored. */
  redaction(): Promise<RedactOptions>;
}

/**
 * Calls a tool. Whatever is wrong with the call comes back as a result that says so.
 *
 * @param name The tool's name.
 * @param given Its arguments, as they came.
 * @param memories What it works on.
 * @param session The stamp of what is written without one.
 * @throws {Error} when the server itself is at fault.
 */
export async function callTool(
  name: string,
  given: unknown,
  memories: Memories,
  session: string,
): Promise<CallToolResult> {
  const tool = TOOLS.find((tool) => tool.name === name);
  if (tool === undefined) {
    return failureOf(
      `There is no tool ${JSON.stringify(name.slice(0, 60))}; there are ${
        TOOLS.map(({ name }) => name).join(", ")
      }`,
    );
  }
  const checked = checkArguments(tool, given);
  if ("problem" in checked) return failureOf(checked.problem);
  try {
    return answerOf(await perform(tool, checked.values, memories, session));
  } catch (error) {
    if (error instanceof CallFailed) return failureOf(error.message);
    throw error;
  }
}

async function perform(
  tool: Tool,
  values: Arguments,
  memories: Memories,
  session: string,
): Promise<unknown> {
  if (tool.name === "help") return explain(values);
  if (tool.kind === "reader") {
    assertAnchor(tool, values);
    return await memories.read(tool.name, values);
  }
  const redacted = redactArguments(tool, values, await memories.redaction());
  assertStillThere(tool, values, redacted.values);
  const stamped = tool.kind === "writer"
    ? { session, ...redacted.values }
    : redacted.values;
  const answer = await memories.write(tool.name, stamped);
  const { secrets, privateBlocks } = redacted;
  return {
    ...answer as Record<string, unknown>,
    ...secrets > 0 ? { secrets_removed: secrets } : {},
    ...privateBlocks > 0 ? { private_blocks_removed: privateBlocks } : {},
  };
}

function explain({ command }: Arguments): string {
  const text = help(command === undefined ? undefined : String(command));
  if (text !== null) return text;
  throw new CallFailed(
    `Cannot explain ${
      JSON.stringify(String(command).slice(0, 60))
    }: command has to be one of ${TOOLS.map(({ name }) => name).join(", ")}`,
  );
}

function assertAnchor(tool: Tool, { uid, query }: Arguments): void {
  if (tool.name === "timeline" && uid === undefined && query === undefined) {
    throw new CallFailed(
      "Cannot call timeline: it needs uid or query, and neither is given",
    );
  }
}

/** What is private as a whole must not become something that nobody meant. */
function assertStillThere(
  tool: Tool,
  given: Arguments,
  kept: Arguments,
): void {
  const emptied = Object.keys(given).filter((name) => !(name in kept));
  const missing = missingParameters(tool, kept);
  const lost = missing.length > 0 ? missing : emptied;
  if (
    missing.length === 0 && !(tool.kind === "editor" && emptied.length > 0)
  ) return;
  throw new CallFailed(
    `Nothing was stored: ${
      lost.join(", ")
    } is private as a whole, and private blocks are never stored`,
  );
}
