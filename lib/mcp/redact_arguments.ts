import { addCounts, matchCount } from "../redact/matches.ts";
import { redact, type RedactOptions } from "../redact/redact.ts";
import type { Arguments } from "./check_arguments.ts";
import type { Tool } from "./tool.ts";

/** Arguments that may be stored. */
export interface RedactedArguments {
  readonly values: Arguments;
  /** How many secrets were taken out. */
  readonly secrets: number;
  /** How many private blocks were taken out. */
  readonly privateBlocks: number;
}

/** Parameters that may hold nothing else than what stands here: such a value is no text of anybody's, and may look like a number of one. */
const FIXED: Readonly<Record<string, RegExp>> = {
  uid: /^\s*[0-9a-f]{16}\s*$/i,
  from_uid: /^\s*[0-9a-f]{16}\s*$/i,
  to_uid: /^\s*[0-9a-f]{16}\s*$/i,
  superseded_by: /^\s*[0-9a-f]{16}\s*$/i,
  review_after: /^\s*\d{4}-\d\d-\d\d\s*$/,
};

/**
 * Takes private blocks and secrets out of all texts of a call. What is private as a whole is absent afterwards. What this throws means
 * that nothing of the call may be kept.
 *
 * @param tool The tool.
 * @param values Its arguments, checked.
 * @param options What may stay.
 */
export function redactArguments(
  tool: Tool,
  values: Arguments,
  options: RedactOptions,
): RedactedArguments {
  const counts = new Map<string, number>();
  let privateBlocks = 0;
  const open = (text: string): string => {
    const redaction = redact(text, options);
    addCounts(counts, redaction.counts);
    privateBlocks += redaction.privateBlocks;
    return redaction.text;
  };
  const redacted = Object.entries(values).map(
    ([name, value]): [string, unknown] => {
      if (tool.inputSchema.properties[name]?.enum !== undefined) {
        return [name, value];
      }
      if (typeof value === "string") {
        return [name, FIXED[name]?.test(value) ? value : open(value)];
      }
      return [
        name,
        Array.isArray(value) ? value.map((item) => open(String(item))) : value,
      ];
    },
  );
  return {
    values: Object.fromEntries(
      redacted.filter(([, value]) =>
        typeof value !== "string" || value.trim() !== ""
      ),
    ),
    secrets: matchCount(counts),
    privateBlocks,
  };
}
