import { RulesUnknown } from "../redact/known_rules.ts";
import { redactText } from "../redact/redact_text.ts";
import type { Payload } from "./payload.ts";

const MAX_NAMES = 5;
const MAX_LENGTH = 40;

/**
 * What of a payload did not count, in words: fields that nobody knows, and fields that are not what they should be.
 *
 * @param payload All of whose fields that are known have been asked for.
 * @returns `null` where everything counted.
 */
export function ignoredFields(payload: Payload): string | null {
  const { unknown, unfit } = payload;
  const parts: string[] = [];
  if (unknown.length > 0) parts.push(`unknown ${listed(unknown)}`);
  if (unfit.length > 0) parts.push(`unfit ${listed(unfit)}`);
  return parts.length === 0 ? null : `went on without ${parts.join("; ")}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(shownName);
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The host chose the name, or whoever speaks for it: it may be long, and hold anything. */
function shownName(name: string): string {
  try {
    return redactText(name.slice(0, 1000)).text.slice(0, MAX_LENGTH)
      .replace(/[^\x20-\x7e]/g, "?");
  } catch (error) {
    if (error instanceof RulesUnknown) throw error;
    return "?";
  }
}
