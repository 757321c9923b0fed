import { completeUse } from "../../lib/observe/complete_use.ts";
import { seenOf, type ToldUse } from "../../lib/observe/seen_of.ts";
import { redact } from "../../lib/redact/redact.ts";
import { redactValue } from "../../lib/redact/redact_value.ts";
import type { ObservationDraft, SentUse } from "../../lib/store/row.ts";

/** The project that the uses are in. */
export const CWD = "/home/u/shop";

/**
 * What is observed of a use, redacted as a hook does it.
 *
 * @param tool The tool.
 * @param input What it was asked.
 * @param answer What it answered.
 * @param more What else there is to know.
 */
export function observed(
  tool: string,
  input: unknown,
  answer: unknown = null,
  more: Partial<ToldUse> & {
    error?: string | null;
    agentId?: string;
    useId?: string;
    skipTools?: string[];
    own?: string[];
  } = {},
): ObservationDraft | null {
  const { skipTools = [], own = ["/home/u/.local/state/memory-hooks"] } = more;
  const { error, agentId, useId, ...rest } = more;
  const told = {
    tool,
    input: redactValue(input).value,
    answer,
    outcome: "success" as const,
    cwd: CWD,
    ...rest,
  };
  const seen = seenOf(told, (value) => redactValue(value).value, {
    skipTools,
    own,
  });
  if (seen === null) return null;
  const payload = {
    tool_name: told.tool,
    outcome: told.outcome,
    ...(error ? { error_redacted: redact(error).text } : {}),
    ...(agentId ? { agent_id: agentId } : {}),
    ...(useId ? { tool_use_id: useId } : {}),
  };
  const { input: asked } = told;
  return completeUse(payload, asSent({ input: asked ?? null, seen }), {
    text: (text) => redact(text).text,
    failed: (problem) => {
      throw problem;
    },
  }).observation;
}

/** As it comes out of a frame. */
function asSent(use: SentUse): SentUse {
  return JSON.parse(JSON.stringify(use)) as SentUse;
}

/** What is observed of a use of which there must be something to observe. */
export function seen(...use: Parameters<typeof observed>): ObservationDraft {
  const draft = observed(...use);
  if (draft === null) throw new Error("Nothing was observed");
  return draft;
}
