import { assert } from "@std/assert";
import type { MessagesApi, ScriptBlock } from "../_support/messages_api.ts";

/** Made up, in two parts so that nobody takes it for a real one. */
const KEY = "AKIA" + "1234567890MEMORY";

/** The body of a private block: nothing may ever hold it. */
const CONFIDENTIAL = "PLANTED-CONFIDENTIAL-91c7";

/** What the model writes and nobody else may keep. */
export const SECRETS: readonly string[] = [KEY, CONFIDENTIAL];

/** Where all of it is filed. */
const FILED = { domain: "acme/x100", tags: ["e2e"] };
const SHOWN = { ...FILED, source_ref: "tests/memory.ts:1" };

/** One good call of each writer, each with a word of its own. */
export const WRITES = {
  note: {
    content:
      `Tests poll, they never sleep: wombat. Key ${KEY}. <private>${CONFIDENTIAL}</private>`,
    ...SHOWN,
  },
  reasoning: {
    hypothesis: "The socket was slow",
    reasoning: "It was measured with and without: numbat",
    result: "Both took 2 ms",
    revised_belief: "The disk is slow",
    next_time: "Measure first",
    ...SHOWN,
  },
  handoff: { content: "Finish the quokka importer", ...FILED },
  checkpoint: {
    intent: "Make the importer fast",
    established: "The disk is slow: bilby",
    pursuing: "One transaction a file",
    open_questions: "none",
    ...FILED,
  },
  anti_pattern: {
    pattern: "Sleep until it works: dingo",
    why_wrong: "It fails on a slow machine",
    instead: "Poll for the condition",
    ...SHOWN,
  },
  diagram: {
    title: "How a row is stored: echidna",
    mermaid: "graph LR; hook --> daemon --> store",
    ...SHOWN,
  },
} as const;

/** A tool of the memory. */
export type MemoryTool =
  | keyof typeof WRITES
  | "pulse"
  | "search"
  | "recall"
  | "list_recent";

/**
 * A call of the memory as the model makes it, whose result has the tool's name as id.
 *
 * @param tool The tool.
 * @param input What it is called with.
 * @param id The id, where there is another call of that tool.
 */
export function call(
  tool: MemoryTool,
  input: Record<string, unknown>,
  id: string = tool,
): ScriptBlock {
  return { tool: `mcp__memory__${tool}`, input, id: `toolu_${id}` };
}

/** What came of a call. */
export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * What came of a call, as the model was told.
 *
 * @param api The API that the session asked.
 * @param id The call's id.
 */
export function resultOf(api: MessagesApi, id: string): CallResult {
  const bodies = api.requests.map(({ body }) =>
    body
  ) as ({ messages?: { content: unknown }[] } | undefined)[];
  const blocks = bodies.flatMap((body) => body?.messages ?? [])
    .flatMap(({ content }) => Array.isArray(content) ? content : []);
  const found = blocks.find((block) => block.tool_use_id === `toolu_${id}`);
  assert(found !== undefined, `no result of ${id}`);
  const { content, is_error } = found;
  const text = typeof content === "string"
    ? content
    : content.map((part: { text?: string }) => part.text ?? "").join("");
  return { text, isError: is_error === true };
}

/**
 * What a call has answered, parsed. It must have worked.
 *
 * @param api The API that the session asked.
 * @param id The call's id.
 */
// deno-lint-ignore no-explicit-any -- JSON, which the assertions look into
export function answerOf(api: MessagesApi, id: string): any {
  const { text, isError } = resultOf(api, id);
  assert(!isError, text);
  return JSON.parse(text);
}

/** The ids of what is in an answer, or in a part of one, wherever it is. */
export function uidsIn(value: unknown): string[] {
  return JSON.stringify(value).match(/(?<="uid":")[0-9a-f]{16}(?=")/g) ?? [];
}

/** How often the model was asked in the main conversation. A request that was repeated counts once. */
export function turnsOf(api: MessagesApi): number {
  return new Set(
    api.requests.filter(({ kind }) => kind === "main").map(({ text }) => text),
  ).size;
}
