import { CAPTURE_GAP, CAPTURED, OWN } from "../store/row.ts";

const WORDS: ReadonlyMap<string, string> = new Map([
  [CAPTURED.prompt, "prompt"],
  [CAPTURED.toolUse, "tool"],
  [CAPTURED.sessionCompleted, "stop"],
  [CAPTURED.redactionFailed, "failed"],
  [CAPTURE_GAP, "gap"],
  [OWN.pruned, "pruned"],
  [OWN.purged, "purged"],
  [OWN.replaced, "replaced"],
  [OWN.truncated, "cut off"],
  [OWN.headLost, "no head"],
]);

/**
 * The short word for a kind of row.
 *
 * @param kind The kind; one that is not known gives its own last part.
 */
export function kindWord(kind: string): string {
  return WORDS.get(kind) ?? kind.replace(/^.*\./, "");
}
