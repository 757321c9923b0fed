import type { Rule } from "./rule.ts";

let rules: readonly Rule[] | undefined;

/** A text may hold a secret, and nobody has said what the rules are: nothing of it may be kept until somebody has. */
export class RulesUnknown extends Error {
  constructor() {
    super("Cannot redact: the rules are not loaded");
    this.name = "RulesUnknown";
  }
}

/**
 * Says what the rules are.
 *
 * @param all `RULES`.
 */
export function knowRules(all: readonly Rule[]): void {
  rules = all;
}

/**
 * The rules.
 *
 * @throws {RulesUnknown} when nobody has said what they are.
 */
export function knownRules(): readonly Rule[] {
  if (rules === undefined) throw new RulesUnknown();
  return rules;
}
