import { lowerCase } from "./lower_case.ts";
import { plainText } from "./plain_text.ts";
import type { Trigger } from "./rule.ts";
import { type RuleTriggers, TRIGGERS } from "./triggers.ts";

/** What takes something out of the middle of a text: a trigger may come about that the JSON did not have. */
const CUTTING = [
  "private",
  "</system",
  "</persisted-output",
  "</claude-mem-context",
];

/**
 * Which triggers the strings of a JSON text can hold. Looking for all of them costs 0.15 ms a string, be it ever so short (2.9.6, measured);
 * most texts hold none or two.
 *
 * @param json The JSON. A trigger in one of its strings stands in it as it is, since none has a character that must be escaped.
 * @returns `undefined` where it cannot be told: what need not be escaped is, or a part of a text may be taken out of it.
 */
export function triggersIn(json: string): readonly Trigger[] | undefined {
  if (json.includes("\\u") || json.includes("\\/")) return undefined;
  const lower = lowerCase(plainText(json));
  return CUTTING.some((it) => lower.includes(it))
    ? undefined
    : triggersOf(lower);
}

/**
 * Which triggers a text holds.
 *
 * @param lower The text in lower case.
 */
export function triggersOf(lower: string): readonly Trigger[] {
  const found: Trigger[] = [];
  for (let order = 0; order < TRIGGERS.length; order++) {
    const { literals } = TRIGGERS[order] as RuleTriggers;
    for (let index = 0; index < literals.length; index++) {
      const text = literals[index] as string;
      if (lower.includes(text)) found.push({ text, order });
    }
  }
  return found;
}
