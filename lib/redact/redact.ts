import { knowRules } from "./known_rules.ts";
import { redactText } from "./redact_text.ts";
import { RULES } from "./rules.ts";

export type { RedactOptions } from "./rule.ts";
export type { Redaction } from "./redact_text.ts";

knowRules(RULES);

/** `redactText()` for whoever has the time to load all rules at once: all but the hooks. */
export const redact: typeof redactText = redactText;
