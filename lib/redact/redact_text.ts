import { findMatches } from "./_find.ts";
import type { Counts } from "./matches.ts";
import { keptMatches } from "./_overlaps.ts";
import { plainText } from "./plain_text.ts";
import { withoutPrivate } from "./private_blocks.ts";
import type { RedactOptions } from "./rule.ts";

/** A text that holds no secret any more. */
export interface Redaction {
  readonly text: string;
  /** How often each rule matched, by its name; rules that did not are absent. */
  readonly counts: Counts;
  /** How many private blocks were taken out. They are no matches. */
  readonly privateBlocks: number;
}

/** No secret is shorter: a private block, an e-mail address, a named secret. */
const SHORTEST = 6;

/**
 * Takes private blocks and then secrets out of a text; each secret leaves its rule's token. All rules look at the same text. Where
 * matches overlap the longest stays, then the earlier one, then the one whose rule stands first in the table, and its token stands
 * for all that they cover together. The work is linear in the text's length.
 *
 * Nothing is caught here: who stores a text must store none of it when this throws.
 *
 * @param text One string value, such as a prompt.
 * @param options What may stay.
 * @throws {RulesUnknown} when it may hold a secret, and the rules are not loaded: see `withRules()`.
 */
export function redactText(
  text: string,
  options: RedactOptions = {},
): Redaction {
  if (text.length < SHORTEST) {
    return { text, counts: new Map(), privateBlocks: 0 };
  }
  const { text: open, blocks } = withoutPrivate(text);
  const counts = new Map<string, number>();
  const parts: string[] = [];
  let from = 0;
  const matches = findMatches(plainText(open), options);
  for (const { start, end, rule } of keptMatches(matches)) {
    counts.set(rule.name, (counts.get(rule.name) ?? 0) + 1);
    parts.push(open.slice(from, start), rule.token);
    from = end;
  }
  parts.push(open.slice(from));
  return { text: parts.join(""), counts, privateBlocks: blocks };
}
