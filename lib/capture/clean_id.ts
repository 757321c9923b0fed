import { safeId } from "../event.ts";
import { redactText } from "../redact/redact_text.ts";
import type { RedactOptions } from "../redact/rule.ts";

/**
 * Whether an id of the host may be kept as it is, in a row and as a file's name: a safe id that holds no secret. Of two million ids of
 * hosts (UUIDs, `toolu_…`, `call_…`) none is taken for one.
 *
 * @param id What the host sent.
 * @param triggers The triggers that it can hold, where that is known.
 */
export function cleanId(
  id: unknown,
  triggers?: RedactOptions["triggers"],
): id is string {
  return safeId(id) &&
    (isUuid(id) || redactText(id, { triggers }).counts.size === 0);
}

/**
 * Whether an id is a UUID in lower case, as most are. No rule can take one for anything: it has no trigger, and its groups of digits are neither
 * alone nor those of a card, an account or a telephone number.
 */
function isUuid(id: string): boolean {
  if (id.length !== 36) return false;
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    const isDash = index === 8 || index === 13 || index === 18 || index === 23;
    if (isDash ? unit !== 0x2d : !isHexUnit(unit)) return false;
  }
  return true;
}

function isHexUnit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39 || unit >= 0x61 && unit <= 0x66;
}
